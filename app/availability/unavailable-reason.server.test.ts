import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern, makeWinemaker, storeSlots } from '../../test/make.ts'
import { findUnavailableReasons } from './unavailable-reason.server.ts'

const sql = await ownDatabase()
const by = { actor: 'system' } as const
const now = new Date('2026-06-01T09:00:00Z')

async function why(id: string, day: string, { time = null as string | null, guests = 2, at = now } = {}) {
  const found = await findUnavailableReasons(sql, id, { day, time, guests }, { by }, at)
  return found?.reasons.map(({ message, remedy }) => [message, remedy])
}

test('explains each rule that prevents a booking, and says what staff can change', async () => {
  const experience = await makeExperience(sql, {
    min_group_size: 2,
    booking_cutoff_minutes: 120,
    booking_horizon_days: 60,
  })
  const { id, vineyard_id } = experience
  expect(await why(id, '2026-06-06')).toEqual([['There are no start times yet.', 'plan']])
  await makePattern(sql, {
    experience_id: id,
    days_of_week: [6, 7],
    start_time: '10:30',
    capacity: 4,
    valid_until: '2026-07-12',
  })
  expect(await why(id, '2026-06-06')).toEqual([])
  expect(await why(id, '2026-06-08')).toEqual([['No start time is planned on a Monday.', 'plan']])
  expect(await why(id, '2026-07-18')).toEqual([
    ['The season for that weekday ended on 12 July 2026.', 'plan'],
  ])
  expect(await why(id, '2026-05-30')).toEqual([
    ['Saturday 30 May 2026 has passed.', null],
    ['10:30 AM has already started.', null],
  ])
  expect(await why(id, '2026-06-06', { time: '12:00:00' })).toEqual([
    ['Nothing starts at 12:00 PM that day. The starts are 10:30 AM.', 'plan'],
  ])
  expect(await why(id, '2026-06-06', { guests: 1 })).toEqual([
    ['Parties need at least 2 people; this one has 1.', 'experience'],
  ])
  expect(await why(id, '2026-06-06', { guests: 5 })).toEqual([
    ['10:30 AM has 4 places left, too few for a party of 5.', 'plan'],
  ])
  expect(await why(id, '2026-06-06', { at: new Date('2026-06-06T08:00:00Z') })).toEqual([
    ['Bookings for 10:30 AM closed 2 hours before the start.', 'experience'],
  ])
  const [calendar] = await sql<{ id: string }[]>`
    insert into calendar_sources ${sql({ vineyard_id, url: 'https://calendar.example.com/barn.ics', added_at: now, next_check_at: now })}
    returning id`
  await sql`
    insert into availability_exceptions ${sql({
      vineyard_id,
      calendar_source_id: calendar?.id ?? null,
      starts_on: '2026-06-06',
      ends_on: '2026-06-06',
      reason: 'Private wedding',
      source: 'feed',
    })}`
  await storeSlots(sql)
  expect(await why(id, '2026-06-06')).toEqual([
    [
      '10:30 AM is closed by an exception for the whole vineyard (from an imported calendar): Private wedding.',
      'exceptions',
    ],
  ])
  await sql`update experiences set is_active = false where id = ${id}`
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect((await why(id, '2026-06-07'))?.map(([message]) => message)).toEqual([
    'The vineyard is hidden from visitors.',
    'The experience is off sale.',
  ])
})

test('lists the starts that can be booked, without full and past starts', async () => {
  const { id } = await makeExperience(sql, { booking_cutoff_minutes: 60 })
  for (const [start_time, capacity] of [
    ['15:00', 4],
    ['10:30', 4],
    ['16:00', 1],
  ] as const)
    await makePattern(sql, { experience_id: id, start_time, capacity })
  const at = new Date('2026-06-06T09:00:00Z')
  const found = await findUnavailableReasons(
    sql,
    id,
    { day: '2026-06-06', time: null, guests: 2 },
    { by },
    at,
  )
  expect(found).toEqual({ reasons: [], starts: [{ start_time: '15:00:00', remaining: 4 }] })
})

test('explains a start in an hour that the clocks skip', async () => {
  const { id } = await makeExperience(sql)
  await makePattern(sql, { experience_id: id, start_time: '01:30' })
  expect(await why(id, '2026-03-29', { at: new Date('2026-03-01T09:00:00Z') })).toEqual([
    ['1:30 AM does not exist that day: the clocks go forward.', 'plan'],
  ])
})

test('hides another vineyard’s experience', async () => {
  const { id } = await makeExperience(sql)
  const stranger = await makeWinemaker(sql)
  const theirs = { actor: 'winemaker', actor_id: stranger.id, vineyard_id: stranger.vineyard_id } as const
  expect(
    await findUnavailableReasons(sql, id, { day: '2026-06-06', time: null, guests: 2 }, { by: theirs }, now),
  ).toBeUndefined()
})
