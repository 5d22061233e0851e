import { zBooking } from '@octocloud/types'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeApiKey, makeReseller } from '../../../test/make.ts'
import { type Body, makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp()
const { sql, visit } = app
const { vineyard, tour } = await makeSupplier(sql)
const { key, id: key_id } = await makeKeyOf(sql, vineyard.id)
const octo = reseller(visit, vineyard.id, key)
const unitsOf = (guests: number) => Array.from({ length: guests }, () => ({ unitId: 'guest' }))
const request = {
  productId: tour.id,
  optionId: 'DEFAULT',
  availabilityId: '2026-06-05T14:30:00+01:00',
  unitItems: unitsOf(2),
}
const by = { actor: 'admin', actor_id: vineyard.id } as const
const setTime = (time: string) => {
  app.now = new Date(time)
}
beforeEach(() => setTime('2026-06-01T09:00:00Z'))

async function confirmed(fields: object = { contact: {} }, from = octo): Promise<Body> {
  const { uuid } = await from.fetch(zBooking, 'POST', '/bookings', request)
  return from.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, fields)
}

// ASVS 8.2.2
test('only the owner of the key that made a booking can see and change the booking, and only at its vineyard', async () => {
  const other = await makeSupplier(sql)
  const own = await makeReseller(sql, {}, [vineyard.id, other.vineyard.id])
  const rival = await makeReseller(sql, {}, [vineyard.id])
  const with_key = async (reseller_id: string, at = vineyard.id) =>
    reseller(visit, at, (await makeApiKey(sql, { reseller_id })).token)
  const first = await with_key(own.id)
  const { uuid, supplierReference } = await confirmed({ contact: {}, resellerReference: 'SHARED' }, first)
  const path = `/bookings/${uuid}`
  expect((await (await with_key(own.id)).fetch(zBooking, 'GET', path)).uuid).toBe(uuid)
  for (const stranger of [await with_key(rival.id), octo, await with_key(own.id, other.vineyard.id)]) {
    for (const [method, action] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/extend'],
      ['POST', '/confirm'],
      ['POST', '/cancel'],
    ] as const)
      expect(await stranger.refusal(method, path + action, method === 'GET' ? undefined : {})).toMatchObject({
        error: 'INVALID_BOOKING_UUID',
      })
    for (const search of ['resellerReference=SHARED', `supplierReference=${supplierReference}`])
      expect((await stranger.call('GET', `/bookings?${search}`)).body).toEqual([])
    expect((await stranger.refusal('POST', '/bookings', { ...request, uuid })).error).toMatch(
      /UNPROCESSABLE|PRODUCT/,
    )
  }
  const elsewhere = await with_key(own.id, other.vineyard.id)
  expect((await elsewhere.refusal('POST', '/bookings', request)).error).toBe('INVALID_PRODUCT_ID')
  await sql`delete from reseller_vineyards where reseller_id = ${own.id} and vineyard_id = ${vineyard.id}`
  expect((await first.call('GET', path)).status).toBe(200)
  expect((await first.call('GET', '/products')).status).toBe(403)
})

test('the guest is emailed only if the reseller asks for it, and the vineyard is emailed even if the guest is not', async () => {
  const emailsOf = async (id: string) =>
    (
      await sql`select email_type, to_address from emails where booking_id = ${id} order by created_at, email_type`
    ).map(({ email_type, to_address }) => `${email_type} ${to_address}`)
  const contact = { fullName: 'Ada', emailAddress: 'ada@example.com' }
  const quiet = await confirmed({ contact, resellerReference: 'R-1' })
  expect(await emailsOf(quiet.uuid)).toEqual(['vineyard_booked cellar@example.com'])
  await octo.fetch(zBooking, 'PATCH', `/bookings/${quiet.uuid}`, { unitItems: unitsOf(3) })
  await octo.fetch(zBooking, 'POST', `/bookings/${quiet.uuid}/cancel`, {})
  expect(await emailsOf(quiet.uuid)).toEqual(
    ['booked', 'moved', 'cancelled'].toSorted().map((what) => `vineyard_${what} cellar@example.com`),
  )
  const asked = await confirmed({ contact, emailReceipt: true })
  expect(await emailsOf(asked.uuid)).toEqual(['confirmed ada@example.com'])
  expect(
    await sql`select channel, external_reference, api_key_id, guest_name, status from bookings where id = ${quiet.uuid}`,
  ).toEqual([
    {
      channel: 'reseller',
      external_reference: 'R-1',
      api_key_id: key_id,
      guest_name: 'Ada',
      status: 'cancelled',
    },
  ])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('confirming a booking again with other content, or after its cancellation, is refused', async () => {
  const said = {
    contact: { fullName: 'Ada' },
    resellerReference: 'R-2',
    unitItems: unitsOf(2),
    emailReceipt: true,
  }
  const first = await confirmed(said)
  const path = `/bookings/${first.uuid}`
  for (const other of [
    { contact: { fullName: 'Grace' } },
    { contact: {}, resellerReference: 'R-3' },
    { contact: {}, unitItems: unitsOf(3) },
    { contact: {}, emailReceipt: false },
  ])
    expect(await octo.refusal('POST', `${path}/confirm`, other)).toMatchObject({
      error: 'UNPROCESSABLE_ENTITY',
      errorMessage: 'This booking is already confirmed. Change it with PATCH.',
    })
  for (const same of [said, { contact: {} }])
    expect(await octo.fetch(zBooking, 'POST', `${path}/confirm`, same)).toEqual(first)
  await octo.fetch(zBooking, 'POST', `${path}/cancel`, {})
  expect((await octo.refusal('POST', `${path}/confirm`, said)).errorMessage).toBe(
    'This booking is cancelled or completed.',
  )
})

test('a reseller, like a guest, can move and cancel a confirmed booking until the cut-off', async () => {
  const { uuid } = await confirmed()
  const path = `/bookings/${uuid}`
  const moved = await octo.fetch(zBooking, 'PATCH', path, {
    availabilityId: '2026-06-06T14:30:00+01:00',
    unitItems: unitsOf(4),
    contact: { fullName: 'Ada' },
    notes: 'Late',
  })
  expect(moved).toMatchObject({
    status: 'CONFIRMED',
    availabilityId: '2026-06-06T14:30:00+01:00',
    contact: { fullName: 'Ada' },
    notes: 'Late',
    unitItems: [{}, {}, {}, {}],
  })
  expect(
    await sql`select guest_name, special_requests, number_of_guests from bookings where id = ${uuid}`,
  ).toEqual([{ guest_name: 'Ada', special_requests: 'Late', number_of_guests: 4 }])
  const [other] = (await octo.call('GET', '/products')).body.filter(({ id }: Body) => id !== tour.id)
  const product = { productId: other.id, optionId: 'DEFAULT', availabilityId: '2026-06-05T11:00:00+01:00' }
  expect((await octo.refusal('PATCH', path, product)).error).toBe('UNPROCESSABLE_ENTITY')
  await sql`update experiences set cancellation_cutoff_minutes = 1440 where id = ${tour.id}`
  setTime('2026-06-05T14:00:00Z')
  expect((await octo.fetch(zBooking, 'GET', path)).cancellable).toBe(false)
  expect((await octo.refusal('PATCH', path, { unitItems: unitsOf(1) })).error).toBe('UNPROCESSABLE_ENTITY')
  expect((await octo.refusal('POST', `${path}/cancel`, {})).error).toBe('UNPROCESSABLE_ENTITY')
  await sql`update experiences set cancellation_cutoff_minutes = 0 where id = ${tour.id}`
})

test('the cut-off, the horizon and the party size also limit resellers', async () => {
  await sql`update experiences set booking_cutoff_minutes = 120, booking_horizon_days = 30, min_group_size = 2 where id = ${tour.id}`
  const { uuid } = await octo.fetch(zBooking, 'POST', '/bookings', request)
  for (const availabilityId of ['2026-06-01T14:30:00+01:00', '2026-07-05T14:30:00+01:00']) {
    setTime('2026-06-01T11:31:00Z')
    expect((await octo.refusal('POST', '/bookings', { ...request, availabilityId })).error).toBe(
      'INVALID_AVAILABILITY_ID',
    )
    setTime('2026-06-01T09:01:00Z')
    const refused = octo.call('PATCH', `/bookings/${uuid}`, { availabilityId })
    expect((await refused).status).toBe(availabilityId.startsWith('2026-06') ? 200 : 400)
  }
  expect((await octo.refusal('POST', '/bookings', { ...request, unitItems: unitsOf(1) })).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
  expect((await octo.refusal('PATCH', `/bookings/${uuid}`, { unitItems: unitsOf(9) })).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
  await sql`update experiences set booking_cutoff_minutes = 0, booking_horizon_days = 365, min_group_size = 1 where id = ${tour.id}`
})

test('a reseller reads the changes that staff made to a booking', async () => {
  const { uuid, unitItems } = await confirmed()
  const path = `/bookings/${uuid}`
  await sql`select move_booking(${uuid}, null, '{"number_of_guests": 3}', 'admin', ${by.actor_id}, false, ${app.now})`
  const grown = await octo.fetch(zBooking, 'GET', path)
  expect(grown.unitItems.map((item: Body) => item.uuid)).toEqual([
    ...unitItems.map((item: Body) => item.uuid),
    expect.anything(),
  ])
  await sql`update bookings set attendance = 'arrived', arrived_guests = 3, marked_at = '2026-06-05T13:30:00Z' where id = ${uuid}`
  expect(await octo.fetch(zBooking, 'GET', path)).toMatchObject({
    status: 'REDEEMED',
    utcRedeemedAt: '2026-06-05T13:30:00Z',
  })
  const { uuid: other } = await confirmed()
  await changeBookingStatus(sql, other, 'cancelled', { by }, app.now)
  expect(await octo.fetch(zBooking, 'GET', `/bookings/${other}`)).toMatchObject({
    status: 'CANCELLED',
    cancellation: { reason: null },
  })
  expect((await octo.fetch(zBooking, 'POST', `/bookings/${other}/cancel`, {})).status).toBe('CANCELLED')
  expect((await octo.refusal('PATCH', `/bookings/${other}`, { notes: 'x' })).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
})

test('a repeated reservation gets the first answer even after its product went off sale', async () => {
  const repeated = { ...request, uuid: crypto.randomUUID() }
  const first = await octo.fetch(zBooking, 'POST', '/bookings', repeated)
  await sql`update experiences set is_active = false where id = ${tour.id}`
  const again = await octo.fetch(zBooking, 'POST', '/bookings', repeated)
  const other = await octo.refusal('POST', '/bookings', { ...repeated, unitItems: unitsOf(1) })
  const fresh = await octo.refusal('POST', '/bookings', request)
  await sql`update experiences set is_active = true where id = ${tour.id}`
  // The repeated answer contains the current availability.
  expect({ ...again, availability: null }).toEqual({ ...first, availability: null })
  expect([other.error, fresh.error]).toEqual(['UNPROCESSABLE_ENTITY', 'INVALID_PRODUCT_ID'])
})

test('a test key books only at the sandbox and without emails, and a revoked key books nowhere', async () => {
  const sandbox = await makeSupplier(sql)
  await sql`update vineyards set is_sandbox = true, is_visible = false where id = ${sandbox.vineyard.id}`
  const { token } = await makeApiKey(sql, { vineyard_id: vineyard.id, is_test: true })
  expect((await reseller(visit, vineyard.id, token).call('GET', '/products')).status).toBe(403)
  const trial = reseller(visit, sandbox.vineyard.id, token)
  const { uuid } = await trial.fetch(zBooking, 'POST', '/bookings', {
    ...request,
    productId: sandbox.tour.id,
  })
  const contact = { fullName: 'Ada', emailAddress: 'ada@example.com' }
  const booked = await trial.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, {
    contact,
    emailReceipt: true,
  })
  expect(booked).toMatchObject({ status: 'CONFIRMED', testMode: true })
  expect(
    await sql`select from emails where booking_id = ${uuid} and to_address = 'ada@example.com'`,
  ).toHaveLength(0)
  expect((await octo.refusal('GET', `/bookings/${uuid}`)).error).toBe('INVALID_BOOKING_UUID')
  const gone = await makeKeyOf(sql, vineyard.id)
  await sql`update api_keys set revoked_at = ${app.now} where id = ${gone.id}`
  expect((await reseller(visit, vineyard.id, gone.key).call('POST', '/bookings', request)).status).toBe(403)
})
