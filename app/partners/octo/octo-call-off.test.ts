import { randomUUID } from 'node:crypto'
import { zBooking } from '@octocloud/types'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'
import { race, untilWaiting } from '../../../test/race.ts'
import { makeWebhook } from '../../../test/webhooks.ts'
import { changeBookingStatus, undoBookingStatus } from '../../bookings/booking.server.ts'
import { callOff, reopen } from '../../bookings/sessions/call-off.server.ts'
import { moveSession, undoSessionMove } from '../../bookings/sessions/session-move.server.ts'
import { cancelUnanswered } from '../../bookings/scheduled-jobs.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const morning = '2026-06-01T09:00:00Z'
const app = await startApp({ now: morning })
const { sql, visit } = app
const { vineyard, tour } = await makeSupplier(sql)
const octo = reseller(visit, vineyard.id, (await makeKeyOf(sql, vineyard.id)).key)
const staff = signedIn(await makeWinemaker(sql, { vineyard_id: vineyard.id }))
const by = { actor: 'admin', actor_id: randomUUID() } as const
const day = '2026-06-05'

beforeEach(() => {
  app.now = new Date(morning)
})

/** Creates a reseller's confirmed booking. We send its guest no email. */
async function makeSold(on = day) {
  const { uuid } = await octo.fetch(zBooking, 'POST', '/bookings', {
    productId: tour.id,
    optionId: 'DEFAULT',
    availabilityId: `${on}T14:30:00+01:00`,
    unitItems: [{ unitId: 'guest' }, { unitId: 'guest' }],
    notes: 'Window seat',
  })
  const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' }
  await octo.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact })
  return uuid as string
}

const callOffDay = (on = day) =>
  callOff(
    sql,
    { vineyard_id: vineyard.id, day: on, slots: null, reason: 'weather', message: 'Mud.' },
    { by },
    app.now,
  )
const read = (uuid: string) => octo.fetch(zBooking, 'GET', `/bookings/${uuid}`)
const partyOf = async (uuid: string, on = day) => {
  const answer = await visit(`/api/parties?vineyard_id=${vineyard.id}&day=${on}`, { headers: staff })
  const { items } = (await answer.json()) as { items: { id: string }[] }
  return items.find(({ id }) => id === uuid)
}

test('after a call-off, staff must call a reseller’s guest, and the reseller reads that the booking is pending', async () => {
  const [moved, left] = [await makeSold(), await makeSold()]
  const webhook = await makeWebhook(sql, vineyard.id, 'https://crm.example/hook')
  expect(await partyOf(left)).toMatchObject({ has_email: false, to_call: false })
  expect(await callOffDay()).toMatchObject({ value: { bookings: 2, without_email: 2 } })

  expect(await partyOf(left)).toMatchObject({ has_email: false, to_call: true })
  expect(await sql`select from emails where booking_id = ${left} and to_address = 'ada@example.com'`).toEqual(
    [],
  )
  const waiting = await read(left)
  expect(waiting).toMatchObject({
    status: 'PENDING',
    cancellable: true,
    cancellation: null,
    voucher: { deliveryOptions: [] },
    notes: 'Called off: bad weather.\nMud.\nWindow seat',
  })
  expect(
    await sql`
      select event_type, payload -> 'data' -> 'is_called_off' as is_called_off from webhook_deliveries
      where webhook_id = ${webhook.id}`,
  ).toEqual([
    { event_type: 'booking.changed', is_called_off: true },
    { event_type: 'booking.changed', is_called_off: true },
  ])

  const other = { availabilityId: '2026-06-06T14:30:00+01:00' }
  expect(await octo.fetch(zBooking, 'PATCH', `/bookings/${moved}`, other)).toMatchObject({
    ...other,
    status: 'CONFIRMED',
    notes: 'Window seat',
  })
  app.now = new Date('2026-06-05T13:30:00Z')
  const over = {
    status: 'CANCELLED',
    cancellable: false,
    cancellation: { utcCancelledAt: '2026-06-05T13:30:00Z' },
  }
  expect(await read(left)).toMatchObject(over)
  expect(await cancelUnanswered(sql, app.now)).toBe(1)
  expect(await read(left)).toMatchObject({ ...over, notes: expect.stringMatching(/^Called off: /) })
  expect((await read(moved)).status).toBe('CONFIRMED')
  expect(await partyOf(left)).toMatchObject({ to_call: true })
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('when a session is opened again, the reseller and the webhook learn that it takes place', async () => {
  const on = '2026-06-12'
  const uuid = await makeSold(on)
  const webhook = await makeWebhook(sql, vineyard.id, 'https://crm.example/reopened')
  const off = await callOffDay(on)
  expect((await read(uuid)).status).toBe('PENDING')
  app.now = new Date('2026-06-01T10:00:00Z')
  await reopen(sql, off.ok ? (off.value.id ?? '') : '', { by, overbook: false }, app.now)
  expect(await read(uuid)).toMatchObject({ status: 'CONFIRMED', notes: 'Window seat', cancellation: null })
  const sent = await sql`
    select event_type, payload -> 'data' -> 'is_called_off' as is_called_off from webhook_deliveries
    where webhook_id = ${webhook.id} order by created_at`
  expect(sent).toEqual([
    { event_type: 'booking.changed', is_called_off: true },
    { event_type: 'booking.changed', is_called_off: false },
  ])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('a closure counts a reseller’s guest among the guests without email', async () => {
  const on = '2026-06-08'
  await makeSold(on)
  const close = async (bookings: object) => {
    const answer = await visit('/api/availability_exceptions', {
      method: 'POST',
      headers: { ...staff, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        vineyard_id: vineyard.id,
        starts_on: on,
        ends_on: on,
        capacity: null,
        ...bookings,
      }),
    })
    return answer.json()
  }
  expect(await close({})).toMatchObject({ bookings: 1, without_email: 1 })
  expect(await close({ bookings: 'cancel' })).toMatchObject({ bookings: 1, without_email: 1 })
})

test('the preview of a message to the guests of a day lists resellers’ guests as guests to call', async () => {
  const on = '2026-06-09'
  const id = await makeSold(on)
  const answer = await visit('/api/guest_messages/preview', {
    method: 'POST',
    headers: { ...staff, 'Content-Type': 'application/json' },
    body: JSON.stringify({ vineyard_id: vineyard.id, day: on, message: 'The lane is flooded.' }),
  })
  expect(await answer.json()).toMatchObject({ parties: 0, without_email: [{ booking_id: id }] })
})

// Negative control: this test fails if cancel_octo_booking does not replace a cancellation by staff.
test('a cancellation by the reseller overrides a concurrent Undo by staff', async () => {
  for (const reason of ['Ill', 'Late']) {
    const uuid = await makeSold('2026-06-10')
    await changeBookingStatus(sql, uuid, 'cancelled', { by }, app.now)
    const undo = () => undoBookingStatus(sql, uuid, { by, seen: 'cancelled' }, app.now)
    const [cancelled] = await race<object>(
      sql,
      (holder) => holder`select from bookings where id = ${uuid} for update`,
      [
        () => octo.call('POST', `/bookings/${uuid}/cancel`, { reason }),
        // The Undo waits for the lock until the reseller's request has finished.
        async () => {
          await untilWaiting(sql, 1)
          return undo()
        },
      ],
    )
    expect(cancelled).toMatchObject({ status: 200 })
    expect(await read(uuid)).toMatchObject({ status: 'CANCELLED', cancellation: { reason } })
    expect(await undo()).toEqual({ ok: false, problem: { kind: 'final' } })
    expect(await changeBookingStatus(sql, uuid, 'confirmed', { by }, app.now)).toEqual({
      ok: false,
      problem: { kind: 'changed', status: 'cancelled' },
    })
  }
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('a reseller’s booking moves with its session, and the reseller may cancel the booking until the new start', async () => {
  await sql`update experiences set cancellation_cutoff_minutes = 1440 where id = ${tour.id}`
  const friday = '2026-06-12'
  const uuid = await makeSold(friday)
  const webhook = await makeWebhook(sql, vineyard.id, 'https://crm.example/moves')
  const before = await read(uuid)
  const [{ pattern_id }] = await sql<
    [{ pattern_id: string }]
  >`select pattern_id from bookings where id = ${uuid}`
  app.now = new Date(`${friday}T10:00:00Z`)
  const session = { experience_id: tour.id, slot: { pattern_id, slot_date: friday } }
  const to = { slot_date: friday, start_time: '17:15' } as const
  const move = () => moveSession(sql, { ...session, to, into_past: false, preview: false }, { by }, app.now)
  const moved = await move()
  expect(moved).toMatchObject({ ok: true })
  const after = await read(uuid)
  expect(after).toMatchObject({
    status: 'CONFIRMED',
    cancellable: true,
    availabilityId: `${friday}T17:15:00+01:00`,
    voucher: { deliveryOptions: [{ deliveryFormat: 'QRCODE' }] },
  })
  expect(after.utcUpdatedAt > before.utcUpdatedAt).toBe(true)
  expect(await partyOf(uuid, friday)).toMatchObject({ to_call: true })
  await undoSessionMove(sql, (moved.ok && moved.value.id) || '', { by }, app.now)
  expect(await read(uuid)).toMatchObject({ availabilityId: `${friday}T14:30:00+01:00`, cancellable: false })
  const sent = await sql`
    select event_type from webhook_deliveries where webhook_id = ${webhook.id} and event_type = 'booking.changed'`
  expect(sent.length).toBeGreaterThanOrEqual(2)
  await move()
  expect(await octo.fetch(zBooking, 'POST', `/bookings/${uuid}/cancel`, {})).toMatchObject({
    status: 'CANCELLED',
  })
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})
