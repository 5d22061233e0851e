import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { addException } from '../bookings/sessions/closure.server.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern } from '../../test/make.ts'
import { findOpenDays, findSlots } from './slot.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-03-01T09:00:00Z')

// Two-hour visits that start around the hour in which the clocks change.
const { id: experience_id } = await makeExperience(sql, { duration_minutes: 120, booking_horizon_days: 500 })
for (const start_time of ['00:30', '01:00', '01:30', '02:00', '02:30', '23:30'])
  await makePattern(sql, { experience_id, start_time })

/** Returns the start and end of each slot of a day, first in local time and then in UTC. */
async function starts(day: string) {
  const slots = await findSlots(sql, experience_id, day, now)
  return slots.map(({ start_time, end_time, starts_at, ends_at }) =>
    [
      start_time.slice(0, 5),
      end_time.slice(0, 5),
      starts_at.toISOString().slice(5, 16),
      ends_at.toISOString().slice(5, 16),
    ].join(' '),
  )
}

test('on 29 March 2026 no slot starts between 01:00 and 02:00, and a visit across that hour ends an hour later by the clock', async () => {
  expect(await starts('2026-03-29')).toEqual([
    '00:30 03:30 03-29T00:30 03-29T02:30',
    '02:00 04:00 03-29T01:00 03-29T03:00',
    '02:30 04:30 03-29T01:30 03-29T03:30',
    '23:30 01:30 03-29T22:30 03-30T00:30',
  ])
  expect(await starts('2026-03-28')).toContain('23:30 02:30 03-28T23:30 03-29T01:30')
})

test('on 25 October 2026 the hour from 01:00 happens twice, and a slot starts at its first occurrence', async () => {
  expect(await starts('2026-10-25')).toEqual([
    '00:30 01:30 10-24T23:30 10-25T01:30',
    '01:00 02:00 10-25T00:00 10-25T02:00',
    '01:30 02:30 10-25T00:30 10-25T02:30',
    '02:00 04:00 10-25T02:00 10-25T04:00',
    '02:30 04:30 10-25T02:30 10-25T04:30',
    '23:30 01:30 10-25T23:30 10-26T01:30',
  ])
  expect(await starts('2026-10-24')).toContain('23:30 01:30 10-24T22:30 10-25T00:30')
})

test('on 28 March 2027 no slot starts between 01:00 and 02:00', async () => {
  expect(await starts('2027-03-28')).toEqual([
    '00:30 03:30 03-28T00:30 03-28T02:30',
    '02:00 04:00 03-28T01:00 03-28T03:00',
    '02:30 04:30 03-28T01:30 03-28T03:30',
    '23:30 01:30 03-28T22:30 03-29T00:30',
  ])
})

// On 29 March 2026 the clocks skip an hour, so the 24-hour visit from 23:30 on 28 March ends at 00:30 on 30 March.
test('closed hours also close a visit that started two days earlier', async () => {
  const { id, vineyard_id } = await makeExperience(sql, { duration_minutes: 1440, booking_horizon_days: 500 })
  await makePattern(sql, { experience_id: id, start_time: '23:30' })
  const night = { starts_on: '2026-03-30', ends_on: '2026-03-30', from_time: '00:00', until_time: '01:00' }
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  await addException(sql, { ...night, vineyard_id, capacity: null }, { by }, now)
  const days = (await findOpenDays(sql, id, '2026-03-26', '2026-03-31', now)).map(({ slot_date }) =>
    slot_date.slice(8),
  )
  expect(days).toEqual(['26', '27', '30', '31'])
})

test('lists each day once across clock changes', async () => {
  const spring = await findOpenDays(sql, experience_id, '2026-03-27', '2026-03-31', now)
  expect(spring.map(({ slot_date }) => slot_date.slice(8))).toEqual(['27', '28', '29', '30', '31'])
  const autumn = await findOpenDays(sql, experience_id, '2026-10-23', '2026-10-27', now)
  expect(autumn.map(({ slot_date }) => slot_date.slice(8))).toEqual(['23', '24', '25', '26', '27'])
})

test('today is the date in London, also at 23:00 UTC in summer', async () => {
  const day = '2026-07-10'
  expect(await findSlots(sql, experience_id, day, new Date('2026-07-09T22:45:00Z'))).not.toHaveLength(0)
  expect(await findSlots(sql, experience_id, '2026-07-09', new Date('2026-07-09T23:05:00Z'))).toHaveLength(0)
})

const inZone = fileURLToPath(new URL('../../test/slots-in-zone.ts', import.meta.url))

/**
 * Reads the slots of the three days with clock changes in another process. `processZone` is its time zone,
 * `sessionZone` the time zone of its database connection.
 */
async function readIn(processZone: string, sessionZone: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inZone, sql.url, sessionZone, experience_id, '2026-03-29', '2026-10-25', '2027-03-28'],
    { env: { ...process.env, TZ: processZone } },
  )
  return JSON.parse(stdout) as { zones: string[]; answers: unknown[] }
}

test('gives the same slots whatever the time zones of the process and of its database connection', async () => {
  const plain = await readIn('UTC', 'UTC')
  expect(plain.zones).toEqual(['UTC', 'UTC'])
  expect(plain.answers).toHaveLength(14 + 3)
  const london = await readIn('Europe/London', 'UTC')
  const newYork = await readIn('America/New_York', 'UTC')
  const session = await readIn('UTC', 'Europe/London')
  const all = await readIn('America/New_York', 'Europe/London')
  expect(all.zones).toEqual(['America/New_York', 'Europe/London'])
  for (const read of [london, newYork, session, all]) expect(read.answers).toEqual(plain.answers)
})
