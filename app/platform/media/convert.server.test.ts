import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { pictures } from '../../../test/pictures.ts'
import { convertPicture } from './convert.server.ts'
import { uploadSentence } from './upload.ts'

const draw = (bytes: Uint8Array, as: 'photograph' | 'logo' = 'photograph') =>
  convertPicture(bytes, as, randomUUID())

async function drawn(bytes: Uint8Array, as?: 'photograph' | 'logo') {
  const answer = await draw(bytes, as)
  if (!answer.ok) throw new Error(uploadSentence(answer.problem))
  return answer.value
}

async function refusal(bytes: Uint8Array) {
  const answer = await draw(bytes)
  return answer.ok ? 'taken' : answer.problem.kind
}

// ASVS 14.2.8
test("rotates a phone's photograph and removes its metadata", async () => {
  const bytes = await pictures.phone()
  const sent = await sharp(bytes).metadata()
  expect([sent.orientation, sent.exif?.includes('Ada Lovelace')]).toEqual([6, true])
  const { width, height, files } = await drawn(bytes)
  expect([width, height]).toEqual([480, 640])
  for (const { name, bytes } of files) {
    const kept = await sharp(bytes).metadata()
    expect([name, kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([
      name,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(Buffer.from(bytes).includes('Lovelace')).toBe(false)
  }
})

test('makes AVIF and WebP files in all widths up to the width of the picture', async () => {
  const { name, files } = await drawn(await pictures.png({ width: 2000, height: 1250 }))
  expect(name).toMatch(/^[0-9a-f]{32}-1600x1000\.webp$/)
  const seen = await Promise.all(
    files.map(async (file) => {
      const { width, format, compression } = await sharp(file.bytes).metadata()
      return `${width} ${compression === 'av1' ? 'avif' : format}`
    }),
  )
  expect(seen).toEqual([
    ...[160, 320, 480, 960, 1600].map((width) => `${width} avif`),
    ...[160, 320, 480, 960, 1600].map((width) => `${width} webp`),
  ])
  expect(new Set(files.map((file) => file.name)).size).toBe(10)
})

test("keeps a logo's transparency and never enlarges the logo", async () => {
  const bytes = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const { width, height, files } = await drawn(bytes, 'logo')
  expect([width, height, files.length]).toEqual([200, 100, 4])
  expect((await sharp(files[0]?.bytes).metadata()).hasAlpha).toBe(true)
})

// ASVS 1.3.4 5.2.2
test('accepts WebP and AVIF, and names the reason for refusing other files', async () => {
  expect(await refusal(await pictures.webp())).toBe('taken')
  expect(await refusal(await pictures.avif())).toBe('taken')
  expect(await refusal(pictures.svg())).toBe('drawing')
  expect(await refusal(Buffer.from('<!-- a --><svg/>'))).toBe('drawing')
  expect(await refusal(pictures.heic())).toBe('phone_format')
  expect(await refusal(await pictures.gif())).toBe('other_type')
  expect(await refusal(Buffer.from('%PDF-1.7\n'))).toBe('other_type')
  expect(await refusal(Buffer.from('hello'))).toBe('other_type')
  expect(await refusal(Buffer.alloc(0))).toBe('empty')
})

// ASVS 5.2.2 5.3.1 5.4.3
test('removes HTML hidden in a picture', async () => {
  const { files } = await drawn(await pictures.polyglot())
  for (const { bytes } of files) expect(Buffer.from(bytes).includes('script')).toBe(false)
})

// ASVS 5.2.2
test('refuses truncated pictures and wrong headers as damaged', async () => {
  expect(await refusal(await pictures.truncated())).toBe('damaged')
  expect(await refusal(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0]))).toBe('damaged')
})

// ASVS 5.2.6
test('refuses more than 40 million pixels without decoding', async () => {
  const bomb = await pictures.bomb()
  expect(bomb.length).toBeLessThan(200_000)
  expect(await refusal(bomb)).toBe('huge')
  // Without most of its pixels the file gets the same refusal, so the pixels are not decoded.
  expect(await refusal(bomb.subarray(0, 1000))).toBe('huge')
})

test('refuses a picture that is too small and names the minimum', async () => {
  const answer = await draw(await pictures.png({ width: 400, height: 200 }))
  expect(answer.ok ? '' : uploadSentence(answer.problem)).toBe(
    'That picture is too small to look good: its shorter side needs at least 320 pixels.',
  )
})

test('the message about a refused file says what happened and what to do', () => {
  expect(uploadSentence({ kind: 'heavy', bytes: 14 * 1024 * 1024 })).toBe(
    'That picture is 14 MB; the limit is 10 MB. Any phone can send a smaller version.',
  )
  expect(uploadSentence({ kind: 'huge', width: 10_000, height: 10_000 })).toBe(
    'That picture has 100 million pixels; the limit is 40 million pixels. Make it smaller and send that.',
  )
})
