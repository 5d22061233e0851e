import { expect, test } from 'vitest'

import { pictureOf } from './picture.ts'

test('a bundled picture has three widths and two formats', () => {
  expect(pictureOf('/pictures/hollowdown-960.webp')).toEqual({
    src: '/pictures/hollowdown-960.webp',
    width: 960,
    height: 600,
    avif: '/pictures/hollowdown-480.avif 480w, /pictures/hollowdown-960.avif 960w, /pictures/hollowdown-1600.avif 1600w',
    webp: '/pictures/hollowdown-480.webp 480w, /pictures/hollowdown-960.webp 960w, /pictures/hollowdown-1600.webp 1600w',
  })
})

test('uses the middle width as the source', () => {
  expect(pictureOf('/pictures/white-mare-1600.avif')?.src).toBe('/pictures/white-mare-960.webp')
})

// ASVS 14.2.3
test('does not show pictures of other sites', () => {
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

test('a picture at any other local path has no AVIF versions', () => {
  expect(pictureOf('/pictures/hollowdown-logo.svg')?.avif).toBeUndefined()
  expect(pictureOf('/pictures/hollowdown-700.webp')?.avif).toBeUndefined()
  expect(pictureOf('/pictures/../secret-960.webp')?.avif).toBeUndefined()
})

test('the address of a picture that is not public keeps its query in every size', () => {
  const picture = pictureOf(`/media/review-${'a'.repeat(32)}-640x480.webp?booking=b`)
  for (const text of [picture?.src, picture?.avif, picture?.webp]) {
    expect(text).toContain('?booking=b')
    expect(text?.match(/\/media\//g)).toHaveLength(text?.match(/\?booking=b/g)?.length ?? 0)
  }
  expect(picture).toMatchObject({ width: 640, height: 480 })
})
