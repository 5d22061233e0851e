import { expect, test } from 'vitest'

import { refuseFile, shrinkPicture, shrunkSize } from './send-picture.ts'

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

test('shrinks the longest edge to 3,200 pixels and preserves the shape', () => {
  expect(shrunkSize({ width: 8000, height: 6000 })).toEqual({ width: 3200, height: 2400 })
  expect(shrunkSize({ width: 3000, height: 6400 })).toEqual({ width: 1500, height: 3200 })
  expect(shrunkSize({ width: 1200, height: 800 })).toEqual({ width: 1200, height: 800 })
})

test('leaves small pictures and other files as they are, without reading them', async () => {
  const small = new File(['x'], 'vines.jpg', { type: 'image/jpeg' })
  expect(await shrinkPicture(small)).toBe(small)
  const other = new File([new Uint8Array(11 * 1024 * 1024)], 'vines.svg', { type: 'image/svg+xml' })
  expect(await shrinkPicture(other)).toBe(other)
})
