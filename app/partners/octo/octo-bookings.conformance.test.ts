import { zBooking, zBookingsGetBookingsResponse } from '@octocloud/types'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { type Body, makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp()
const { sql, visit } = app
const { vineyard, tour, tasting, tourPattern, tastingPattern } = await makeSupplier(sql)
const { key } = await makeKeyOf(sql, vineyard.id)
const start = '2026-06-05T14:30:00+01:00'
const guest = { unitId: 'guest' }
const request = { productId: tour.id, optionId: 'DEFAULT', availabilityId: start, unitItems: [guest, guest] }
const contact = {
  fullName: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  notes: 'By train',
}
const octo = reseller(visit, vineyard.id, key)
const reserve = (fields: object = {}): Promise<Body> =>
  octo.fetch(zBooking, 'POST', '/bookings', { ...request, ...fields })
const at = (minutes: number) => new Date(Date.parse('2026-06-01T09:00:00Z') + minutes * 60_000)
const heldOf = async (pattern: { id: string }) =>
  (
    await sql`select booked, held from slots where version > 0 and pattern_id = ${pattern.id} and slot_date = '2026-06-05'`
  )[0]

beforeEach(() => {
  app.now = at(0)
})

test.each(['', 'octo/pricing', 'octo/pricing, octo/content'])(
  'a booking is held, extended, changed, confirmed and cancelled with the capabilities "%s"',
  async (capabilities) => {
    const octo = reseller(visit, vineyard.id, key, capabilities)
    const before = await heldOf(tourPattern)
    const held = await octo.fetch(zBooking, 'POST', '/bookings', request)
    expect(held).toMatchObject({
      status: 'ON_HOLD',
      utcExpiresAt: '2026-06-01T09:30:00Z',
      utcConfirmedAt: null,
      cancellation: null,
      availabilityId: start,
      supplierReference: null,
      voucher: { deliveryOptions: [] },
      unitItems: [{ status: 'ON_HOLD' }, { status: 'ON_HOLD' }],
    })
    expect('pricing' in held).toBe(capabilities !== '')
    if (capabilities !== '') {
      expect(held.pricing).toMatchObject({ retail: 3700, currency: 'GBP' })
      expect(held.unitItems[0].pricing.retail).toBe(1850)
    }
    const path = `/bookings/${held.uuid}`
    const extended = await octo.fetch(zBooking, 'POST', `${path}/extend`, { expirationMinutes: 31 })
    expect(extended.utcExpiresAt).toBe('2026-06-01T09:31:00Z')
    const noted = { ...contact, phoneNumber: '+00000000', country: 'GB', locales: ['en'] }
    const changed = await octo.fetch(zBooking, 'PATCH', path, { contact: noted, notes: 'Window' })
    expect(changed).toMatchObject({ contact: noted, notes: 'Window', unitItems: held.unitItems })
    expect(
      (await octo.fetch(zBooking, 'PATCH', path, { unitItems: [guest, guest, guest] })).unitItems,
    ).toHaveLength(3)
    const moved = await octo.fetch(zBooking, 'PATCH', path, { availabilityId: '2026-06-06T14:30:00+01:00' })
    expect(moved).toMatchObject({ availabilityId: '2026-06-06T14:30:00+01:00', contact: noted })
    expect((await heldOf(tourPattern)) ?? { held: 0 }).toMatchObject({ held: before?.held ?? 0 })
    const other = await octo.fetch(zBooking, 'PATCH', path, {
      productId: tasting.id,
      optionId: 'DEFAULT',
      unitItems: [guest, guest],
      availabilityId: '2026-06-05T11:00:00+01:00',
    })
    expect(other).toMatchObject({ productId: tasting.id, status: 'ON_HOLD', contact: noted })
    expect(await heldOf(tastingPattern)).toMatchObject({ held: 2 })
    if (capabilities !== '') expect(other.pricing.retail).toBe(2400)

    const confirmed = await octo.fetch(zBooking, 'POST', `${path}/confirm`, {
      contact,
      resellerReference: 'ABCD1234',
      unitItems: [guest, guest, guest],
    })
    expect(confirmed).toMatchObject({
      status: 'CONFIRMED',
      utcConfirmedAt: '2026-06-01T09:00:00Z',
      utcExpiresAt: null,
      resellerReference: 'ABCD1234',
      supplierReference: expect.stringMatching(/^CV-/),
      contact,
      notes: 'Window',
      unitItems: [{ status: 'CONFIRMED' }, {}, {}],
    })
    expect(confirmed.voucher.deliveryOptions).toEqual([
      { deliveryFormat: 'QRCODE', deliveryValue: confirmed.supplierReference },
    ])
    expect(await octo.fetch(zBooking, 'GET', path)).toEqual(confirmed)
    for (const search of ['resellerReference=ABCD1234', `supplierReference=${confirmed.supplierReference}`])
      expect(await octo.fetch(zBookingsGetBookingsResponse, 'GET', `/bookings?${search}`)).toContainEqual(
        confirmed,
      )
    const cancelled = await octo.fetch(zBooking, 'POST', `${path}/cancel`, { reason: 'Ill' })
    expect(cancelled).toMatchObject({
      status: 'CANCELLED',
      cancellable: false,
      cancellation: { refund: 'FULL', reason: 'Ill', utcCancelledAt: '2026-06-01T09:00:00Z' },
      utcConfirmedAt: '2026-06-01T09:00:00Z',
    })
    expect(await heldOf(tastingPattern)).toEqual({ booked: 0, held: 0 })
    expect(await findInconsistencies(sql, app.now)).toEqual([])
  },
)

test('a hold can be cancelled with a reason, or confirmed with an incomplete contact', async () => {
  const held = await reserve({ contact, notes: 'Window' })
  const cancelled = await octo.fetch(zBooking, 'POST', `/bookings/${held.uuid}/cancel`, {
    reason: 'Changed plans',
  })
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    utcConfirmedAt: null,
    cancellation: { reason: 'Changed plans' },
    contact: { fullName: null },
    notes: null,
  })
  expect(await octo.fetch(zBooking, 'POST', `/bookings/${held.uuid}/cancel`, {})).toEqual(cancelled)
  for (const contact of [{ fullName: 'Ada' }, { fullName: 'Ada', emailAddress: 'ada@example.com' }, {}]) {
    const { uuid } = await reserve()
    const confirmed = await octo.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact })
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', contact })
    expect(await octo.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact })).toEqual(confirmed)
  }
})

test('a booking can be cancelled until the last millisecond before the cut-off', async () => {
  const cutoff = Date.parse('2026-06-04T13:30:00Z')
  await sql`update experiences set cancellation_cutoff_minutes = 1440 where id = ${tour.id}`
  const path = `/bookings/${(await reserve()).uuid}`
  await octo.fetch(zBooking, 'POST', `${path}/confirm`, { contact })
  app.now = new Date(cutoff)
  expect(await octo.fetch(zBooking, 'GET', path)).toMatchObject({ status: 'CONFIRMED', cancellable: false })
  await octo.refusal('POST', `${path}/cancel`, {})
  app.now = new Date(cutoff - 1)
  expect(await octo.fetch(zBooking, 'GET', path)).toMatchObject({ cancellable: true })
  expect(await octo.fetch(zBooking, 'POST', `${path}/cancel`, {})).toMatchObject({ status: 'CANCELLED' })
})

test('checks ids and units in this order: product, option, availability, units', async () => {
  const { uuid } = await reserve()
  const refused = async (fields: object) => {
    const {
      error,
      errorMessage: _,
      ...id
    } = await octo.refusal('POST', '/bookings', { ...request, ...fields })
    return [error, id]
  }
  const wrong = { unitItems: [{ unitId: 'invalidUnitId' }] }
  const slot = { availabilityId: 'invalidAvailabilityId', ...wrong }
  const option = { optionId: 'invalidOptionId', ...slot }
  expect(await refused({ productId: 'invalidProductId', ...option })).toEqual([
    'INVALID_PRODUCT_ID',
    { productId: 'invalidProductId' },
  ])
  expect(await refused(option)).toEqual(['INVALID_OPTION_ID', { optionId: 'invalidOptionId' }])
  expect(await refused(slot)).toEqual([
    'INVALID_AVAILABILITY_ID',
    { availabilityId: 'invalidAvailabilityId' },
  ])
  expect(await refused(wrong)).toEqual(['INVALID_UNIT_ID', { unitId: 'invalidUnitId' }])
  for (const unitItems of [undefined, [], Array(9).fill(guest)])
    expect(await refused({ unitItems })).toEqual(['UNPROCESSABLE_ENTITY', {}])
  expect(await refused({ availabilityId: '2026-06-01T10:29:00+01:00' })).toEqual([
    'INVALID_AVAILABILITY_ID',
    expect.anything(),
  ])
  for (const [method, action] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/extend'],
    ['POST', '/confirm'],
    ['POST', '/cancel'],
  ] as const)
    for (const id of ['invalidUUID', randomUUID()])
      expect(
        await octo.refusal(
          method,
          `/bookings/${id}${action}`,
          method === 'GET' ? undefined : { contact: {} },
        ),
      ).toMatchObject({
        error: 'INVALID_BOOKING_UUID',
        uuid: id,
      })
  expect((await octo.refusal('GET', '/bookings?')).error).toBe('BAD_REQUEST')
  expect(await octo.refusal('POST', `/bookings/${uuid}/confirm`, { contact, ...wrong })).toMatchObject({
    unitId: 'invalidUnitId',
  })
  expect(await octo.refusal('PATCH', `/bookings/${uuid}`, wrong)).toMatchObject({ unitId: 'invalidUnitId' })
  expect(await octo.fetch(zBooking, 'GET', `/bookings/${uuid}`)).toMatchObject({ status: 'ON_HOLD' })
})

test('a repeated request with its uuid returns the same booking, and another request with this uuid is refused', async () => {
  const uuid = randomUUID()
  const held = await reserve({ uuid: uuid.toUpperCase(), expirationMinutes: 10 })
  expect(held).toMatchObject({ uuid, utcExpiresAt: '2026-06-01T09:10:00Z' })
  const places = await heldOf(tourPattern)
  expect(await reserve({ uuid, expirationMinutes: 10 })).toEqual(held)
  expect(await heldOf(tourPattern)).toEqual(places)
  expect((await octo.refusal('POST', '/bookings', { ...request, uuid })).error).toBe('UNPROCESSABLE_ENTITY')
  await octo.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact })
  expect(await reserve({ uuid, expirationMinutes: 10 })).toMatchObject({ status: 'CONFIRMED' })
})

test('a hold lasts an hour at most, and an expired hold cannot be extended, changed or confirmed', async () => {
  const held = await reserve({
    expirationMinutes: 1_000_000_000,
    contact,
    unitItems: [{ ...guest, contact }],
  })
  expect(held.utcExpiresAt).toBe('2026-06-01T10:00:00Z')
  const path = `/bookings/${held.uuid}`
  app.now = at(30)
  expect(await octo.fetch(zBooking, 'POST', `${path}/extend`, {})).toMatchObject({
    utcExpiresAt: '2026-06-01T10:00:00Z',
  })
  app.now = at(60)
  expect(await octo.fetch(zBooking, 'GET', path)).toMatchObject({
    status: 'EXPIRED',
    utcExpiresAt: '2026-06-01T10:00:00Z',
    cancellable: false,
  })
  for (const [method, action, body] of [
    ['POST', '/extend', {}],
    ['POST', '/confirm', { contact }],
    ['PATCH', '', { notes: 'x' }],
    ['PATCH', '', { availabilityId: '2026-06-06T14:30:00+01:00' }],
  ] as const)
    expect((await octo.refusal(method, `${path}${action}`, body)).error, action).toBe('UNPROCESSABLE_ENTITY')
  // The next hold releases the expired hold, and erases the personal data of its guests.
  await reserve()
  expect(await octo.fetch(zBooking, 'GET', path)).toMatchObject({
    status: 'EXPIRED',
    contact: { fullName: null },
    unitItems: [{ contact: { fullName: null } }],
  })
  expect((await octo.fetch(zBooking, 'POST', `${path}/cancel`, {})).status).toBe('EXPIRED')
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})
