import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, bookingState, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { raceOfClients } from '../../../test/race.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { markAttendance } from '../attendance.server.ts'
import {
  cancelBookingAsGuest,
  changeBookingStatus,
  findBooking,
  undoBookingStatus,
} from '../booking.server.ts'
import { remindGuests } from '../scheduled-jobs.server.ts'
import { callOff, findCallOffs, moveToChosenTime, reopen, setInformed } from './call-off.server.ts'
import { addException } from './closure.server.ts'
import { findParties } from './session.server.ts'

const sql = await ownDatabase()
const [day, other] = ['2026-06-06', '2026-06-07'] as const
const [now, soon, later, start] = [
  '2026-06-06T09:00:00Z',
  '2026-06-06T09:00:20Z',
  '2026-06-06T09:10:00Z',
  '2026-06-06T13:30:00Z',
].map((instant) => new Date(instant)) as [Date, Date, Date, Date]
const by = { actor: 'admin', actor_id: randomUUID() } as const

async function makeDay({ capacity = 10, experience = {} } = {}) {
  const made = await makeDailyExperience(sql, {
    capacity,
    experience: {
      is_instant: true,
      cancellation_cutoff_minutes: 1440,
      ...experience,
    },
  })
  const { vineyard_id } = made.experience
  return {
    ...made,
    vineyard_id,
    party: (guests: number) =>
      book(sql, made.experience, made.on(day), guests, new Date('2026-06-01T09:00:00Z')),
    places: async () => (await findSlots(sql, made.experience.id, day, now))[0]?.remaining,
    callOff: async (slots: Parameters<typeof callOff>[1]['slots'] = null) => {
      const done = await callOff(
        sql,
        { vineyard_id, day, slots, reason: 'weather', message: '' },
        { by },
        now,
      )
      return done.ok ? { ...done.value, id: done.value.id ?? '' } : expect.fail(done.problem)
    },
    toCall: async () =>
      (await findParties(sql, { vineyard_id, from: day, until: day }, { by }, later)).filter(
        (party) => party.to_call,
      ),
  }
}

const open = (id: string, at: Date = later, overbook = false) => reopen(sql, id, { by, overbook }, at)
const sent = (id: string) =>
  sql`update emails set state = 'sent', sent_at = ${now}, queued_at = ${now} where booking_id = ${id} and state = 'waiting'`
const emailsOf = (id: string) => sql`
  select email_type, state from emails where booking_id = ${id} and email_type in ('called_off', 'reopened') order by created_at`

afterEach(async () => {
  expect(await findInconsistencies(sql, later)).toEqual([])
})

test('undoing a call-off within 30 seconds restores everything, and nobody is emailed', async () => {
  const { party, callOff, places, vineyard_id, toCall } = await makeDay()
  const [id, unreachable] = [await party(3), await party(2)]
  await sql`update bookings set channel = 'staff', guest_email = null where id = ${unreachable}`
  const off = await callOff()
  expect(await findCallOffs(sql, { vineyard_id, day }, { by }, soon)).toEqual([
    {
      id: off.id,
      reason: 'weather',
      is_whole_day: true,
      start_times: ['14:30:00'],
      bookings: 2,
      guests: 5,
      undo_seconds: 10,
    },
  ])
  const [mail] =
    await sql`select deliver_after from emails where booking_id = ${id} and email_type = 'called_off'`
  expect(mail).toEqual({ deliver_after: new Date(now.getTime() + 30_000) })
  expect(await open(off.id, soon)).toEqual({
    ok: true,
    value: { bookings: 2, guests: 5, emailed: 0, to_call: 0 },
  })
  expect(await emailsOf(id)).toEqual([{ email_type: 'called_off', state: 'superseded' }])
  expect(await findBooking(sql, id)).toMatchObject({
    status: 'confirmed',
    called_off_at: null,
    called_off_reason: null,
  })
  expect(await places()).toBe(5)
  expect(await toCall()).toEqual([])
  expect(await findCallOffs(sql, { vineyard_id, day }, { by }, soon)).toEqual([])
  expect(await open(off.id, soon)).toEqual({
    ok: false,
    problem: { kind: 'absent' },
  })
})

test('reopening a session emails guests who were emailed about the call-off, and asks staff to call guests without email', async () => {
  const { party, callOff, toCall } = await makeDay()
  const [read, waits, phone] = [await party(3), await party(2), await party(1)]
  await sql`update bookings set channel = 'staff', guest_email = null where id = ${phone}`
  const off = await callOff()
  await sent(read)
  expect(await open(off.id)).toEqual({
    ok: true,
    value: { bookings: 3, guests: 6, emailed: 1, to_call: 1 },
  })
  expect(await emailsOf(read)).toEqual([
    { email_type: 'called_off', state: 'sent' },
    { email_type: 'reopened', state: 'waiting' },
  ])
  expect(await emailsOf(waits)).toEqual([{ email_type: 'called_off', state: 'superseded' }])
  expect(await bookingState(sql, read)).toMatchObject({
    events: ['created', 'status', 'called_off', 'reopened'],
  })
  expect(await toCall()).toMatchObject([{ id: phone, called_off_at: null, informed_at: null }])
  expect(await setInformed(sql, phone, true, { by }, later)).toBe(true)
  expect(await toCall()).toMatchObject([{ id: phone, informed_at: later }])
})

test('reopening a session sends an email that the call-off had superseded, and later the reminder', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  const off = await callOff()
  await sql`update emails set state = 'superseded', queued_at = ${now} where booking_id = ${id} and email_type = 'confirmed'`
  await open(off.id, soon)
  const [mail] = await sql`select state from emails where booking_id = ${id} and email_type = 'confirmed'`
  expect(mail).toEqual({ state: 'waiting' })
  await sql`update bookings set booking_date = ${other}, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = ${id}`
  expect(await remindGuests(sql, later)).toBe(1)
  await sql`update bookings set booking_date = ${day}, starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day' where id = ${id}`
})

test('opening a session again changes neither other closures nor bookings that were moved or cancelled meanwhile', async () => {
  const { party, callOff, on, places, vineyard_id, experience } = await makeDay()
  const [stays, moves, cancels] = [await party(1), await party(2), await party(3)]
  const closure = {
    vineyard_id,
    experience_id: experience.id,
    starts_on: day,
    ends_on: day,
    capacity: null,
  }
  await addException(sql, closure, { by, bookings: 'keep' }, now)
  const off = await callOff()
  await moveToChosenTime(sql, moves, on(other), soon)
  await cancelBookingAsGuest(sql, cancels, soon)
  expect(await open(off.id)).toMatchObject({
    ok: true,
    value: { bookings: 1, guests: 1 },
  })
  expect(await findBooking(sql, moves)).toMatchObject({ booking_date: other })
  expect(await findBooking(sql, cancels)).toMatchObject({
    status: 'cancelled',
  })
  expect(await findBooking(sql, stays)).toMatchObject({ called_off_at: null })
  expect(await places()).toBeUndefined()
  const closures =
    await sql`select experience_id from availability_exceptions where vineyard_id = ${vineyard_id}`
  expect(closures).toEqual([{ experience_id: experience.id }])
})

test('opening one of two called-off sessions again leaves the other session called off', async () => {
  const { party, callOff, on, experience, vineyard_id } = await makeDay()
  const second = await makeDailyExperience(sql, {
    experience: { vineyard_id, is_instant: true },
  })
  const [first, kept] = [await party(2), await book(sql, second.experience, second.on(day), 2, now)]
  const off = await callOff([on(day)])
  await callOff([second.on(day)])
  await open(off.id)
  expect((await findBooking(sql, first))?.called_off_at).toBeNull()
  expect((await findBooking(sql, kept))?.called_off_at).toEqual(now)
  expect(await findSlots(sql, experience.id, day, now)).toHaveLength(1)
  expect(await findSlots(sql, second.experience.id, day, now)).toHaveLength(0)
})

test("if a host's places were sold meanwhile, opening again overbooks the host only after a confirmation", async () => {
  const { party, callOff, on, experience, vineyard_id } = await makeDay()
  const [host] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Guide', 4) returning id`
  const indoors = await makeDailyExperience(sql, {
    experience: { vineyard_id, host_id: host.id },
  })
  await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
  const id = await party(3)
  const off = await callOff([on(day)])
  await sent(id)
  await book(sql, indoors.experience, indoors.on(day), 2, now)
  expect(await open(off.id)).toEqual({
    ok: false,
    problem: { kind: 'full', over: 1 },
  })
  expect((await findBooking(sql, id))?.called_off_at).toEqual(now)
  expect(await emailsOf(id)).toEqual([{ email_type: 'called_off', state: 'sent' }])
  expect(await open(off.id, later, true)).toMatchObject({
    ok: true,
    value: { bookings: 1 },
  })
  expect(await bookingState(sql, id)).toMatchObject({
    events: ['created', 'status', 'called_off', 'overbooked', 'reopened'],
  })
})

test('a session cannot be opened again after its start, nor by another vineyard', async () => {
  const { party, callOff } = await makeDay()
  await party(2)
  const off = await callOff()
  const { id: actor_id, vineyard_id } = await makeWinemaker(sql)
  const stranger = { actor: 'winemaker', actor_id, vineyard_id } as const
  expect(await reopen(sql, off.id, { by: stranger, overbook: false }, later)).toMatchObject({ ok: false })
  expect(await open(off.id, start)).toEqual({
    ok: false,
    problem: { kind: 'late' },
  })
})

test('calling off and closing do not affect a party that has arrived', async () => {
  const { party, callOff, vineyard_id } = await makeDay()
  const [here, coming] = [await party(2), await party(3)]
  await markAttendance(sql, { id: here }, { attendance: 'arrived', arrived_guests: null }, { by }, now)
  const closure = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
  expect(await addException(sql, closure, { by }, now)).toMatchObject({
    problem: { bookings: 1, guests: 3 },
  })
  expect(await callOff()).toMatchObject({ bookings: 1, guests: 3 })
  expect((await findBooking(sql, here))?.called_off_at).toBeNull()
  expect((await findBooking(sql, coming))?.called_off_at).toEqual(now)
})

test('if a cancellation is undone after the session was opened again, staff can open the session for the restored booking too', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  const off = await callOff()
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await open(off.id, soon)
  expect((await findBooking(sql, id))?.status).toBe('cancelled')
  expect(await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, soon)).toMatchObject({ ok: true })
  expect(await open(off.id, soon)).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect((await findBooking(sql, id))?.called_off_at).toBeNull()
})

test('a booking that its guest moves or cancels while staff reopen its session is either cancelled or no longer called off', async () => {
  const { party, callOff, on, pattern } = await makeDay({ capacity: 60 })
  const ids = await Promise.all(Array.from({ length: 20 }, () => party(1)))
  const off = await callOff()
  const lock = (holder: Queryable) => holder`select from slots where pattern_id = ${pattern.id} for update`
  const reopenings: Awaited<ReturnType<typeof open>>[] = []
  const reopenThere = async (client: Sql) => {
    const outcome = await reopen(client, off.id, { by, overbook: false }, soon)
    reopenings.push(outcome)
    return outcome
  }
  await raceOfClients<{ ok: boolean }>(
    sql,
    lock,
    ids.flatMap((id, n) => [
      (client: Sql) =>
        n % 2 === 0 ? moveToChosenTime(client, id, on(other), soon) : cancelBookingAsGuest(client, id, soon),
      ...(n % 10 === 0 ? [reopenThere] : []),
    ]),
  )
  // Two colleagues open the session again at once. The second colleague's request is refused.
  expect(reopenings.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  for (const id of ids) {
    const booking = await findBooking(sql, id)
    expect(booking?.status === 'cancelled' || booking?.called_off_at === null).toBe(true)
  }
  const events = await sql<{ n: number }[]>`
    select count(*)::int as n from booking_events where kind = 'reopened' and booking_id = any (${ids}::uuid[]) group by booking_id`
  for (const { n } of events) expect(n).toBe(1)
})

// Negative control: without the second check in reopen_call_off, both colleagues succeed, because neither waits for a lock.
test('of two colleagues who reopen a session at once, the second is refused, even if no guest has an email address', async () => {
  const { party, callOff, vineyard_id } = await makeDay()
  await party(2)
  await sql`update bookings set channel = 'staff', guest_email = null where vineyard_id = ${vineyard_id}`
  const off = await callOff()
  const lock = (holder: Queryable) => holder`select from vineyards where id = ${vineyard_id} for update`
  const openThere = (client: Sql) => reopen(client, off.id, { by, overbook: false }, soon)
  const opened = await raceOfClients(sql, lock, [openThere, openThere])
  expect(opened.filter(({ ok }) => ok)).toHaveLength(1)
  expect(opened).toContainEqual({ ok: false, problem: { kind: 'absent' } })
})
