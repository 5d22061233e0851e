import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { book, makeDailyExperience } from '../../../../../test/book.ts'
import { readReference } from '../../../../bookings/today/today.ts'
import { qrPath } from '../../../../ui/pictures/qr-path.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app

async function booked() {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  const [{ reference }] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  return { id, reference }
}

/** Returns the text that a camera reads from a picture on a dark screen. */
async function readCode(picture: Uint8Array | string): Promise<string> {
  const { data, info } = await sharp(typeof picture === 'string' ? Buffer.from(picture) : picture)
    .flatten({ background: '#111' })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#111' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

/** Returns the QR codes of a page as pictures of 250 × 250 pixels, in the colours of the style sheet. */
const codesIn = (page: string) =>
  [...page.matchAll(/<svg class="qr" viewBox="0 0 (\d+) \d+"[^>]*>(.*?)<\/svg>/g)].map(
    ([, size, path]) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="250" height="250" viewBox="0 0 ${size} ${size}">` +
      `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/>${path}</svg>`,
  )

test('the QR code for emails contains the reference that staff scan, and may not be cached', async () => {
  const { id, reference } = await booked()
  const response = await visit(`/booking/${id}/code.png`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  const picture = new Uint8Array(await response.arrayBuffer())
  expect(picture.length).toBeLessThan(2_000)
  expect(readReference(await readCode(picture))).toBe(reference)
})

test('the ticket shows the same QR code with a label, even without JavaScript', async () => {
  const { id, reference } = await booked()
  const page = await (await visit(`/booking/${id}`)).text()
  const [code = '', ...others] = codesIn(page)
  expect(others).toEqual([])
  expect(readReference(await readCode(code))).toBe(reference)
  expect(page).toContain(`aria-label="QR code of booking ${reference}"`)
})

test('unknown bookings, malformed ids and cancelled bookings have no QR code', async () => {
  const { id } = await booked()
  for (const other of [randomUUID(), 'nonsense', `${id}x`]) {
    const response = await visit(`/booking/${other}/code.png`)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  }
  await sql`update bookings set status = 'cancelled' where id = ${id}`
  expect((await visit(`/booking/${id}/code.png`)).status).toBe(404)
  expect(codesIn(await (await visit(`/booking/${id}`)).text())).toEqual([])
})

test('every reference can be read from its QR code', async () => {
  const character = fc.constantFrom(...'23456789ABCDEFGHJKMNPQRSTVWXYZ')
  const part = (length: number) => fc.string({ unit: character, minLength: length, maxLength: length })
  await fc.assert(
    fc.asyncProperty(part(4), part(2), async (first, last) => {
      const reference = `CV-${first}-${last}`
      const { size, path } = qrPath(reference)
      const [code = ''] = codesIn(`<svg class="qr" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`)
      expect(readReference(await readCode(code))).toBe(reference)
    }),
    { numRuns: 40 },
  )
})
