import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makePassCertificates, readPass, verifyPass } from '../../../test/pass-certificates.ts'
import { readConfig } from '../../platform/config.server.ts'

const own = await makePassCertificates()
const env = { PASS_CERTIFICATE: own.certificate + own.issuer, PASS_KEY: own.key }
const app = await startApp({ now: '2026-06-01T09:00:00Z', env })
const { sql, visit } = app
const started = app.now
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const

async function booked() {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  return { id, experience }
}

const button = 'Add to Apple Wallet'
const passOf = (id: string) => visit(`/booking/${id}/ticket.pkpass`)
const pageOf = async (id: string) => (await visit(`/booking/${id}`)).text()

async function expectNoPass(id: string) {
  const answer = await passOf(id)
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  expect(await pageOf(id)).not.toContain(button)
}

test('a pass contains what the ticket shows, and is signed for its pass type', async () => {
  const { id, experience } = await booked()
  await sql`
    update vineyards set name = 'Hollowdown', address = '1 Down Lane', city = 'Lewes', region = 'East Sussex', postcode = 'BN7 1AA', phone = '01273 555019',
      email = 'cellar@example.com', latitude = 50.9, longitude = 0.01, is_demo = true
    where id = ${experience.vineyard_id}`
  await sql`update bookings set guest_name = 'Ünal “Ada” <b>' where id = ${id}`
  const [{ reference }] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  const answer = await passOf(id)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/vnd.apple.pkpass',
    'content-disposition': `attachment; filename="${reference.toLowerCase()}.pkpass"`,
    'cache-control': 'no-store',
  })
  const files = readPass(Buffer.from(await answer.arrayBuffer()))
  const pass = JSON.parse(String(files['pass.json']))
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.bookings',
    teamIdentifier: 'TEAM123456',
    serialNumber: reference,
    description: 'Cellar tour at Hollowdown',
    barcodes: [{ format: 'PKBarcodeFormatQR', message: reference, altText: reference }],
    locations: [{ latitude: 50.9, longitude: 0.01 }],
  })
  const [booking] = await sql<[{ starts_at: Date; ends_at: Date }]>`
    select starts_at, ends_at from bookings where id = ${id}`
  expect(new Date(pass.relevantDate)).toEqual(booking.starts_at)
  expect(new Date(pass.expirationDate)).toEqual(booking.ends_at)
  const { headerFields, primaryFields, secondaryFields, auxiliaryFields, backFields } = pass.eventTicket
  const shown = [headerFields, primaryFields, secondaryFields, auxiliaryFields, backFields].flat()
  expect(shown.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Guests: 2',
    'Hollowdown: Cellar tour',
    'Day: Saturday 6 June 2026',
    expect.stringMatching(/^UK time: \d+:\d\d [AP]M to \d+:\d\d [AP]M$/),
    'Name: Ünal “Ada” <b>',
    'Where to come: Hollowdown\n1 Down Lane, Lewes, East Sussex, BN7 1AA',
    'When you come: Please arrive 15 minutes early. You pay at the vineyard. All times are UK time.',
    'The vineyard: 01273 555019\ncellar@example.com',
    expect.stringMatching(
      /^If your plans change: Free to cancel until .+ add the pass again from your booking’s page\.$/,
    ),
    'Demonstration: This is a demonstration estate: nobody is expecting you.',
  ])
  // A pass may be shared, and anybody with the booking's link can cancel the booking.
  expect(String(files['pass.json'])).not.toContain(id)

  const { 'manifest.json': manifest, signature, ...listed } = files
  const hashes = Object.entries(listed).map(([name, file]) => [
    name,
    createHash('sha1').update(file).digest('hex'),
  ])
  expect(JSON.parse(String(manifest))).toEqual(Object.fromEntries(hashes))
  expect(signature?.length).toBeGreaterThan(0)
  expect(await verifyPass(files, own.issuer)).toMatch(/UID = pass\.example\.bookings/)
  const changed = { ...files, 'manifest.json': Buffer.from('{}') }
  await expect(verifyPass(changed, own.issuer)).rejects.toThrow('digest failure')
})

test('a pass names no location if the position of the vineyard is unknown (0, 0)', async () => {
  const { id, experience } = await booked()
  await sql`update vineyards set latitude = 0, longitude = 0 where id = ${experience.vineyard_id}`
  const files = readPass(Buffer.from(await (await passOf(id)).arrayBuffer()))
  expect(JSON.parse(String(files['pass.json']))).not.toHaveProperty('locations')
})

test('a pass has the icon and logo of the site for screens with one, two and three pixels a point', async () => {
  const { id } = await booked()
  const files = readPass(Buffer.from(await (await passOf(id)).arrayBuffer()))
  const sizes = { icon: 29, logo: 50 }
  for (const [name, points] of Object.entries(sizes))
    for (const [ending, scale] of [
      ['', 1],
      ['@2x', 2],
      ['@3x', 3],
    ] as const) {
      const { width, height, format } = await sharp(files[`${name}${ending}.png`]).metadata()
      expect([width, height, format]).toEqual([points * scale, points * scale, 'png'])
    }
})

test('the ticket and the confirmation show the button for Apple Wallet, but a ticket in a frame does not', async () => {
  const { id, experience } = await booked()
  const link = `href="/booking/${id}/ticket.pkpass"`
  for (const path of [`/booking/${id}`, `/booking-confirmation/${id}`])
    expect(await (await visit(path)).text()).toContain(link)
  const framed = await visit(`/embed/${experience.vineyard_id}/booking/${id}`)
  expect(framed.status).toBe(200)
  expect(await framed.text()).not.toContain(button)
})

test('only visits that are still to come have a pass', async () => {
  for (const other of [randomUUID(), 'nonsense']) expect((await passOf(other)).status).toBe(404)
  for (const status of ['cancelled', 'completed']) {
    const { id } = await booked()
    await sql`update bookings set status = ${status} where id = ${id}`
    await expectNoPass(id)
  }
  const { id } = await booked()
  await sql`
    update bookings set called_off_at = ${app.now}, called_off_reason = 'weather', called_off_message = '' where id = ${id}`
  await expectNoPass(id)
})

test('there is no pass before the certificate becomes valid or after it expires', async () => {
  const { id } = await booked()
  for (const outside of ['2019-12-31T23:59:59Z', '2100-01-01T00:00:00Z']) {
    app.now = new Date(outside)
    await expectNoPass(id)
  }
  app.now = new Date('2020-01-01T00:00:00Z')
  expect((await passOf(id)).status).toBe(200)
  app.now = started
})

test('a site without a certificate has no pass', async () => {
  const plain = await startApp()
  const { experience, on } = await makeDailyExperience(plain.sql)
  const id = await book(plain.sql, experience, on('2026-06-06'), 2, plain.now)
  expect((await plain.visit(`/booking/${id}/ticket.pkpass`)).status).toBe(404)
  expect(await (await plain.visit(`/booking/${id}`)).text()).not.toContain(button)
})

test('an error names the setting that is wrong, and the certificates may come in either order and with \\n for line breaks', async () => {
  const other = await makePassCertificates()
  const unnamed = await makePassCertificates('/CN=Somebody')
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pkcs8).toString()
  const refusal = (PASS_CERTIFICATE: string, PASS_KEY: string) => {
    try {
      return readConfig({ PASS_CERTIFICATE, PASS_KEY }).pass_signer?.pass_type
    } catch (error) {
      return String(error).split('\n  ')[1]
    }
  }
  const both = own.certificate + own.issuer
  const asOneLine = (text: string) => text.replaceAll('\n', '\\n')
  expect(refusal(own.issuer + own.certificate, own.key)).toBe('pass.example.bookings')
  expect(refusal(asOneLine(both), asOneLine(own.key))).toBe('pass.example.bookings')
  expect(refusal('', '')).toBeUndefined()
  const together = 'PASS_CERTIFICATE, PASS_KEY: must be set together or not at all'
  expect([refusal(both, ''), refusal('', own.key)]).toEqual([together, together])
  const notRsa = 'PASS_KEY: must be an RSA private key in PEM, without a password'
  for (const key of ['nonsense', own.certificate, elliptic]) expect(refusal(both, key)).toBe(notRsa)
  const notTwo = 'PASS_CERTIFICATE: must be two certificates in PEM, of the pass type and of its issuer'
  const broken = both.replace(/MII/, 'AAA')
  for (const text of ['nonsense', own.certificate, both + own.issuer, broken])
    expect(refusal(text, own.key)).toBe(notTwo)
  expect(refusal(both, other.key)).toBe('PASS_KEY: must be the key of a certificate in PASS_CERTIFICATE')
  expect(refusal(own.certificate + other.issuer, own.key)).toBe(
    'PASS_CERTIFICATE: must also hold the certificate of the authority that issued the pass certificate',
  )
  expect(refusal(unnamed.certificate + unnamed.issuer, unnamed.key)).toBe(
    'PASS_CERTIFICATE: must name a pass type (UID) and a team (OU), as Apple’s certificates do',
  )
})
