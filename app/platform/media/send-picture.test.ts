import { expect, test } from 'vitest'

import { refuseFile } from './send-picture.ts'

const file = (changes: { size?: number; type?: string; name?: string }) => ({
  size: 1000,
  type: 'image/jpeg',
  name: 'vines.jpg',
  ...changes,
})

test('refuses unsuitable files before sending', () => {
  expect(refuseFile(file({}))).toBeNull()
  expect(refuseFile(file({ size: 10 * 1024 * 1024 }))).toBeNull()
  expect(refuseFile(file({ size: 0 }))).toBe('That file is empty. Please choose another one.')
  expect(refuseFile(file({ size: 13.5 * 1024 * 1024 }))).toBe(
    'That picture is 14 MB; the limit is 10 MB. Any phone can send a smaller version.',
  )
  expect(refuseFile(file({ type: 'image/svg+xml' }))).toMatch(/^That is an SVG file/)
  expect(refuseFile(file({ type: '', name: 'IMG_0001.HEIC' }))).toMatch(/^That is a HEIC picture/)
})
