import { expect, test } from 'vitest'

import { pictureSources } from './picture.ts'

test('a picture of our own comes in three widths and two formats', () => {
  expect(pictureSources('/pictures/hollowdown-960.webp')).toEqual({
    src: '/pictures/hollowdown-960.webp',
    width: 960,
    height: 600,
    avif: '/pictures/hollowdown-480.avif 480w, /pictures/hollowdown-960.avif 960w, /pictures/hollowdown-1600.avif 1600w',
    webp: '/pictures/hollowdown-480.webp 480w, /pictures/hollowdown-960.webp 960w, /pictures/hollowdown-1600.webp 1600w',
  })
})

test('whichever width an address names, the middle one is the source', () => {
  expect(pictureSources('/pictures/white-mare-1600.avif').src).toBe('/pictures/white-mare-960.webp')
})

test('a picture from elsewhere is offered as it is', () => {
  const src = 'https://pictures.example.com/pictures/terrace-960.webp'
  expect(pictureSources(src)).toEqual({ src, width: 960, height: 600 })
})

test('a path that only looks like ours is offered as it is', () => {
  expect(pictureSources('/pictures/hollowdown-logo.svg').avif).toBeUndefined()
  expect(pictureSources('/pictures/hollowdown-700.webp').avif).toBeUndefined()
  expect(pictureSources('/pictures/../secret-960.webp').avif).toBeUndefined()
})
