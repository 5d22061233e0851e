import { expect, test } from 'vitest'

import { pictureOf } from './picture.ts'

test('a picture of our own comes in three widths and two formats', () => {
  expect(pictureOf('/pictures/hollowdown-960.webp')).toEqual({
    src: '/pictures/hollowdown-960.webp',
    width: 960,
    height: 600,
    avif: '/pictures/hollowdown-480.avif 480w, /pictures/hollowdown-960.avif 960w, /pictures/hollowdown-1600.avif 1600w',
    webp: '/pictures/hollowdown-480.webp 480w, /pictures/hollowdown-960.webp 960w, /pictures/hollowdown-1600.webp 1600w',
  })
})

test('whichever width an address names, the middle one is the source', () => {
  expect(pictureOf('/pictures/white-mare-1600.avif')?.src).toBe('/pictures/white-mare-960.webp')
})

test('a picture of another site is not shown: it would tell that site who looks', () => {
  for (const address of [
    'https://pictures.example.com/pictures/terrace-960.webp',
    '//example.com/x.webp',
    '/\\example.com/x',
    'x.webp',
    'data:image/png;base64,AAAA',
    '',
    null,
    undefined,
  ])
    expect(pictureOf(address)).toBeNull()
})

test('a path that only looks like ours is offered as it is', () => {
  expect(pictureOf('/pictures/hollowdown-logo.svg')?.avif).toBeUndefined()
  expect(pictureOf('/pictures/hollowdown-700.webp')?.avif).toBeUndefined()
  expect(pictureOf('/pictures/../secret-960.webp')?.avif).toBeUndefined()
})
