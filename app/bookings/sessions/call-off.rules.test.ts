import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, bookingState, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makePattern, storeSlots } from '../../../test/make.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import {
  callOff,
  findHeldTime,
  holdChosenTime,
  listTimesToChoose,
  reopen,
  setInformed,
} from './call-off.server.ts'
import { addException } from './closure.server.ts'

const sql = await ownDatabase()
const [day, next] = ['2026-06-06', '2026-06-07']
const [early, now] = [new Date('2026-06-01T09:00:00Z'), new Date(`${day}T09:00:00Z`)]
const by = { actor: 'admin', actor_id: randomUUID() } as const

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

/** Makes a vineyard with a session at 14:30, and a function that calls off its day or some of its slots. */
async function makeDay() {
  const made = await makeDailyExperience(sql, { experience: { is_instant: true } })
  const { vineyard_id } = made.experience
  const off = { vineyard_id, day, reason: 'weather', message: '' } as const
  return {
    ...made,
    vineyard_id,
    party: (guests: number) => book(sql, made.experience, made.on(day), guests, early),
    places: async () => (await findSlots(sql, made.experience.id, day, now))[0]?.remaining,
    callOff: async (slots: Parameters<typeof callOff>[1]['slots'] = null) => {
      const done = await callOff(sql, { ...off, slots }, { by }, now)
      return done.ok && done.value.id ? done.value.id : expect.fail(JSON.stringify(done))
    },
  }
}

test.each([
  ['fewer places', { capacity: 5, from_time: null, until_time: null }],
  ['closed hours in the morning', { capacity: null, from_time: '08:00', until_time: '09:00' }],
])('a day with %s is closed when it is called off', async (_, exception) => {
  const { places, callOff, vineyard_id, party } = await makeDay()
  await party(2)
  const span = { vineyard_id, starts_on: day, ends_on: day }
  expect(await addException(sql, { ...span, ...exception }, { by }, now)).toMatchObject({ ok: true })
  expect(await places()).toBeGreaterThan(0)
  await callOff()
  expect(await places()).toBeUndefined()
})

test('a day can be opened again until its last session begins, even if the sessions with guests have already begun', async () => {
  const { party, callOff, experience } = await makeDay()
  await makePattern(sql, { experience_id: experience.id, start_time: '17:00' })
  const id = await party(2)
  const off = await callOff()
  const begun = new Date(`${day}T13:40:00Z`)
  expect(await reopen(sql, off, { by, overbook: false }, begun)).toMatchObject({
    ok: true,
    value: { bookings: 0 },
  })
  expect(await bookingState(sql, id)).toMatchObject({ events: ['created', 'status', 'called_off'] })
})

/** Makes a called-off session with three guests, whose host has two other guests at that time. */
async function makeHosted() {
  const made = await makeDay()
  const { experience, vineyard_id } = made
  const [host] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Guide', 5) returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
  const indoors = await makeDailyExperience(sql, { experience: { vineyard_id, host_id: host.id } })
  const id = await made.party(3)
  const off = await made.callOff([made.on(day)])
  await book(sql, indoors.experience, indoors.on(day), 2, now)
  return { id, off, host }
}

test('a reopened session whose guests exactly fill the host is not overbooked', async () => {
  const { id, off } = await makeHosted()
  expect(await reopen(sql, off, { by, overbook: false }, now)).toMatchObject({ ok: true })
  expect(await bookingState(sql, id)).toMatchObject({ is_overbooked: false, booked: 3, overbooked: 0 })
})

test('a refused reopening counts only the session’s own guests as beyond the host’s capacity', async () => {
  const { off, host } = await makeHosted()
  await sql`update hosts set capacity = 1 where id = ${host.id}`
  expect(await reopen(sql, off, { by, overbook: false }, now)).toEqual({
    ok: false,
    problem: { kind: 'full', over: 3 },
  })
})

test('an Undo of a call-off within 30 seconds emails a guest whom staff have already phoned', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  const off = await callOff()
  const soon = new Date(now.getTime() + 20_000)
  expect(await setInformed(sql, id, true, { by }, soon)).toBe(true)
  expect(await reopen(sql, off, { by, overbook: false }, soon)).toMatchObject({
    ok: true,
    value: { emailed: 1 },
  })
})

test('guests of a called-off session cannot choose a time that has already begun', async () => {
  const { party, callOff, on, experience } = await makeDay()
  await makePattern(sql, { experience_id: experience.id, start_time: '09:30' })
  await makePattern(sql, { experience_id: experience.id, start_time: '11:00' })
  const id = await party(2)
  await callOff([on(day)])
  const { slots } = await listTimesToChoose(sql, id, day, now)
  expect(slots.flatMap(({ slot_date, start_time }) => (slot_date === day ? [start_time] : []))).toEqual([
    '11:00:00',
  ])
})

test('if the start of a held time changes and the guest chooses this time again, the guest holds the new start', async () => {
  const { party, callOff, on, experience, pattern } = await makeDay()
  const id = await party(2)
  await callOff([on(day)])
  expect(await holdChosenTime(sql, id, on(next), now)).toMatchObject({ ok: true })
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  expect(await holdChosenTime(sql, id, { ...on(next), start_time: '16:00' }, now)).toMatchObject({ ok: true })
  expect(await findHeldTime(sql, id, now)).toMatchObject({ start_time: '16:00:00' })
  const holds = await sql`select outcome from holds where for_booking_id = ${id} order by start_time`
  expect([...holds]).toEqual([{ outcome: 'released' }, { outcome: null }])
})

test('a called-off booking is never cancelled before its original start, however early the job runs', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  await callOff()
  const cancels = async (at: Date) => {
    const [{ is_cancelled }] = await sql<[{ is_cancelled: boolean }]>`
      select cancel_unanswered(${id}, ${at}) as is_cancelled`
    return is_cancelled
  }
  expect(await cancels(new Date(`${day}T13:29:59Z`))).toBe(false)
  expect(await cancels(new Date(`${day}T13:30:00Z`))).toBe(true)
})
