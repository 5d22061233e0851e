import { expect, test } from 'vitest'

import { shrinkPicture, shrunkSize } from './shrink-picture.ts'

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
