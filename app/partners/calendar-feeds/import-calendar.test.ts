import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { book, makeDailyExperience, guestBookingRequest } from '../../../test/book.ts'
import { calendarOf } from '../../../test/calendar.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makePattern } from '../../../test/make.ts'
import { untilWaiting } from '../../../test/race.ts'
import { createBooking } from '../../bookings/new-bookings/create-booking.server.ts'
import { addException, removeException } from '../../bookings/sessions/closure.server.ts'
import type { FetchProblem, CacheValidators } from '../../platform/http/fetch-public.server.ts'
import { ok, refused } from '../../platform/result.ts'
import { addSource, findSource, listOverlaps, removeSource } from './calendar-source.server.ts'
import { checkPause, sourceProblemNames, sourceProblems } from './calendar-source.ts'
import { importCalendar, claimDueSources } from './import-calendar.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const admin = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const

/** Creates a vineyard with a daily slot and a calendar. `says` imports a text; `fails` simulates a failed download. */
async function cellar(of: 'vineyard' | 'experience' = 'vineyard') {
  const market = await makeDailyExperience(sql, { capacity: 10 })
  const { id: experience_id, vineyard_id } = market.experience
  const url = `https://calendars.test/${randomUUID()}.ics`
  const added = await addSource(
    sql,
    { vineyard_id, experience_id: of === 'experience' ? experience_id : null, url },
    admin,
    now,
  )
  if (!added.ok) throw new Error(added.problem)
  const { id } = added.value
  const says = (text: string, at = now, onFetch: (validators: CacheValidators) => void = () => {}) =>
    importCalendar(sql, id, {
      now: at,
      domain: '@chalk.test',
      chance: 0.5,
      fetch: async (_, validators) => {
        onFetch(validators)
        return ok({ changed: true, text, etag: '"1"', last_modified: null })
      },
    })
  const fails = (problem: FetchProblem, at = now) =>
    importCalendar(sql, id, {
      now: at,
      domain: '@chalk.test',
      chance: 0.5,
      fetch: async () => refused(problem),
    })
  const openOn = async (day: string) =>
    (await createBooking(sql, market.experience, guestBookingRequest(market.experience, market.on(day)), now))
      .ok
  const source = async () => findSource(sql, id, admin)
  return { ...market, id, says, fails, openOn, source, vineyard_id }
}
const busyOn = (day: string, from = '140000', until = '160000') => [
  `UID:${day}`,
  `DTSTART;TZID=Europe/London:${day}T${from}`,
  `DTEND;TZID=Europe/London:${day}T${until}`,
]

test('closes slots that overlap busy times, for the whole vineyard or for one experience', async () => {
  for (const of of ['vineyard', 'experience'] as const) {
    const { says, openOn, vineyard_id, source } = await cellar(of)
    const other = await makeDailyExperience(sql, { experience: { vineyard_id } })
    expect(
      await says(
        calendarOf(busyOn('20260606'), busyOn('20260607', '090000', '143000'), [
          'UID:3',
          'DTSTART;VALUE=DATE:20260608',
        ]),
      ),
    ).toBe('changed')
    expect([await openOn('2026-06-06'), await openOn('2026-06-07'), await openOn('2026-06-08')]).toEqual([
      false,
      true,
      false,
    ])
    const elsewhere = await createBooking(
      sql,
      other.experience,
      guestBookingRequest(other.experience, other.on('2026-06-06')),
      now,
    )
    expect(elsewhere.ok).toBe(of === 'experience')
    expect(await source()).toMatchObject({ closes: 3, failures: 0, problem: null, succeeded_at: now })
  }
})

test('busy hours after midnight also close a slot of the evening before, if its visit lasts until then', async () => {
  const { experience, says } = await cellar()
  const late = await makePattern(sql, { experience_id: experience.id, start_time: '23:00' })
  await says(calendarOf(busyOn('20260606', '000000', '020000')))
  const closed = await sql`
    select slot_date from slots where pattern_id = ${late.id} and is_closed order by slot_date`
  expect([...closed]).toEqual([{ slot_date: '2026-06-05' }])
})

test('keeps bookings at busy times and lists them as overlaps', async () => {
  const { experience, on, says, vineyard_id } = await cellar()
  const kept = await book(sql, experience, on('2026-06-06'), 3, now)
  const elsewhere = await book(sql, experience, on('2026-06-07'), 3, now)
  await says(calendarOf(busyOn('20260606')))
  const mine = (await listOverlaps(sql, admin, now)).filter((overlap) => overlap.vineyard_id === vineyard_id)
  expect(mine.map(({ id, status, number_of_guests }) => ({ id, status, number_of_guests }))).toEqual([
    { id: kept, status: 'pending', number_of_guests: 3 },
  ])
  expect(await sql`select status from bookings where id in ${sql([kept, elsewhere])}`).toEqual([
    { status: 'pending' },
    { status: 'pending' },
  ])
  const [counter] =
    await sql`select booked, capacity, sold_before_cut as kept from slots where version > 0 and pattern_id = ${on('').pattern_id} and slot_date = '2026-06-06'`
  expect(counter).toEqual({ booked: 3, capacity: 0, kept: 3 })
})

test('the calendar entry of another vineyard’s booking closes slots, and the entry of an own booking does not', async () => {
  const { experience, on, says, openOn } = await cellar()
  const other = await makeDailyExperience(sql)
  const uidOf = async (id: string) => {
    const [booking] = await sql`select lower(reference) as reference from bookings where id = ${id}`
    return `UID:${booking?.reference}@chalk.test`
  }
  const mine = await book(sql, experience, on('2026-06-06'), 3, now)
  const elsewhere = await book(sql, other.experience, other.on('2026-06-07'), 3, now)
  await says(
    calendarOf(
      [await uidOf(mine), ...busyOn('20260606').slice(1)],
      [await uidOf(elsewhere), ...busyOn('20260607').slice(1)],
    ),
  )
  expect([await openOn('2026-06-06'), await openOn('2026-06-07')]).toEqual([true, false])
})

test('replaces the earlier closures and leaves the closures of staff', async () => {
  const { says, openOn, vineyard_id, source } = await cellar()
  const day = { starts_on: '2026-06-10', ends_on: '2026-06-10' }
  const own = await addException(sql, { vineyard_id, capacity: null, ...day }, { by: admin }, now)
  await says(calendarOf(busyOn('20260606'), busyOn('20260610')))
  await says(calendarOf(busyOn('20260607')))
  expect([await openOn('2026-06-06'), await openOn('2026-06-07'), await openOn('2026-06-10')]).toEqual([
    true,
    false,
    false,
  ])
  expect(own.ok && (await removeException(sql, own.value.id, { by: admin }, now)).ok).toBe(true)
  expect(await openOn('2026-06-10')).toBe(true)
  expect(await source()).toMatchObject({ closes: 1 })
})

test('an import with the same busy times counts as unchanged, and writes no closure and no slot', async () => {
  const { says, vineyard_id } = await cellar()
  await says(calendarOf(busyOn('20260606'), busyOn('20260607')))
  const rows = () =>
    sql`select id, xmin::text from availability_exceptions where vineyard_id = ${vineyard_id} order by id`
  const vineyard = () => sql`select xmin::text from vineyards where id = ${vineyard_id}`
  const slots = () => sql`select id, xmin::text from slots where vineyard_id = ${vineyard_id} order by id`
  const before = [await rows(), await vineyard(), await slots()]
  expect(await says(calendarOf(busyOn('20260607'), busyOn('20260606')))).toBe('same')
  expect([await rows(), await vineyard(), await slots()]).toEqual(before)
})

test('staff cannot open a slot that a calendar closes, but removing the calendar opens the slot', async () => {
  const { says, openOn, vineyard_id, id } = await cellar()
  await says(calendarOf(busyOn('20260606')))
  const [closed] = await sql<
    [{ id: string }]
  >`select id from availability_exceptions where vineyard_id = ${vineyard_id}`
  expect(await removeException(sql, closed.id, { by: admin }, now)).toEqual({
    ok: false,
    problem: 'of_calendar',
  })
  expect(await removeSource(sql, id, admin, now)).toBe(true)
  expect(await openOn('2026-06-06')).toBe(true)
  expect(await says(calendarOf(busyOn('20260606')))).toBe('gone')
  expect(await removeSource(sql, id, admin, now)).toBe(false)
})

test('keeps the closures of a failing calendar, records the reason, and checks the calendar less and less often', async () => {
  const { says, fails, openOn, source } = await cellar()
  await says(calendarOf(busyOn('20260606')))
  const pauses: number[] = []
  for (const at of [now, now, now, now, now, now, now, now]) {
    expect(await fails('unreachable', at)).toBe('unreachable')
    pauses.push(((await source())?.next_check_at.getTime() ?? 0) - at.getTime())
  }
  expect(pauses.map((pause) => pause / 60_000)).toEqual([30, 60, 120, 240, 480, 960, 1440, 1440])
  expect(await source()).toMatchObject({ failures: 8, problem: 'unreachable', succeeded_at: now, closes: 1 })
  expect(await openOn('2026-06-06')).toBe(false)
  expect(await says('<html>')).toBe('unreadable')
  expect(await openOn('2026-06-06')).toBe(false)
  await says(calendarOf())
  expect(await source()).toMatchObject({ failures: 0, problem: null, closes: 0 })
  expect(await openOn('2026-06-06')).toBe(true)
})

test('tells staff which entries could not be read, until all entries can be read', async () => {
  const { says, openOn, source } = await cellar()
  const hire = ['UID:2', 'DTSTART:20261341T100000Z', 'SUMMARY:Private hire']
  expect(await says(calendarOf(busyOn('20260606'), hire))).toBe('changed')
  expect(await openOn('2026-06-06')).toBe(false)
  const named_entries = [{ problem: 'unread', title: 'Private hire', line: 10, zone: null }]
  const report = { entries: 2, unread: 1, unknown_zones: 0, named_entries }
  expect(await source()).toMatchObject({ closes: 1, failures: 0, problem: null, read_report: report })
  expect(await says(calendarOf().replace('END:VCALENDAR', ''))).toBe('unreadable')
  expect(await source()).toMatchObject({ closes: 1, failures: 1, problem: 'unreadable', read_report: report })
  await says(calendarOf(busyOn('20260606')))
  expect(await source()).toMatchObject({ failures: 0, read_report: null })
})

test('a calendar is checked about every 15 minutes, and each failure doubles the wait up to about a day', () => {
  const minute = 60_000
  fc.assert(
    fc.property(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const usual = Math.min(15 * 2 ** failures, 24 * 60) * minute
      expect(checkPause(failures, 0)).toBe(0.8 * usual)
      expect(checkPause(failures, 1)).toBeCloseTo(1.2 * usual)
      expect(checkPause(failures, chance)).toBeGreaterThanOrEqual(0.8 * usual)
      expect(checkPause(failures, chance)).toBeLessThanOrEqual(Math.round(1.2 * usual))
    }),
  )
})

test('sends the ETag until 24 hours after the last full read, and then reads the whole calendar again', async () => {
  const { says } = await cellar()
  const tags: (string | null)[] = []
  const note = ({ etag }: CacheValidators) => tags.push(etag)
  await says(calendarOf(), now, note)
  await says(calendarOf(), new Date(now.getTime() + 23 * 3_600_000), note)
  await says(calendarOf(), new Date(now.getTime() + 48 * 3_600_000), note)
  expect(tags).toEqual([null, '"1"', null])
})

test('each due calendar is claimed by exactly one worker', async () => {
  await sql`update calendar_sources set next_check_at = '2030-01-01'`
  const { id } = await cellar()
  const takes = await Promise.all(
    [1, 2, 3].map(() => sql.begin((transaction) => claimDueSources(transaction, 10, now))),
  )
  expect(takes.flat()).toEqual([id])
  const later = new Date(now.getTime() + 10 * 60_000)
  expect(await sql.begin((transaction) => claimDueSources(transaction, 10, later))).toEqual([id])
})

test('an import waits for a concurrent booking, and closes the slot afterwards', async () => {
  const { experience, on, says, openOn, pattern, vineyard_id } = await cellar()
  const holder = await sql.reserve()
  await holder`begin`
  await book(holder, experience, on('2026-06-06'), 2, now)
  const taking = says(calendarOf(busyOn('20260606')))
  await untilWaiting(sql, 1)
  await holder`commit`
  holder.release()
  expect(await taking).toBe('changed')
  const counters = await sql`
    select booked, capacity, sold_before_cut as kept from slots where version > 0 and pattern_id = ${pattern.id} and slot_date = '2026-06-06'`
  expect(counters).toEqual([{ booked: 2, capacity: 0, kept: 2 }])
  expect(await openOn('2026-06-06')).toBe(false)
  const mine = (await listOverlaps(sql, admin, now)).filter((overlap) => overlap.vineyard_id === vineyard_id)
  expect(mine).toHaveLength(1)
})

test('import time grows linearly with the number of entries', async () => {
  const entries = Array.from({ length: 5000 }, (_, n) => {
    const start = new Date(Date.UTC(2026, 5, 2) + n * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    return [`UID:${n}`, `DTSTART:${start}`, 'DURATION:PT30M', `SUMMARY:Entry ${n}`]
  })
  const timeImport = async (count: number) => {
    const { says, source } = await cellar()
    const began = performance.now()
    expect(await says(calendarOf(...entries.slice(0, count)))).toBe('changed')
    const took = performance.now() - began
    expect((await source())?.closes).toBe(count)
    return took
  }
  const fastest = { few: Infinity, many: Infinity }
  // Other work on the machine may slow down some rounds, but not all eight.
  for (let round = 0; round < 8; round++) {
    fastest.few = Math.min(fastest.few, await timeImport(500))
    fastest.many = Math.min(fastest.many, await timeImport(5000))
    if (fastest.many < 20 * fastest.few) return
  }
  expect(fastest.many / fastest.few).toBeLessThan(20)
})

test('the database stores every problem of a calendar, and each problem has a sentence of its own', async () => {
  const { id, source } = await cellar()
  for (const problem of sourceProblemNames) {
    await sql`update calendar_sources set failures = 1, problem = ${problem} where id = ${id}`
    expect(await source()).toMatchObject({ problem })
  }
  expect(new Set(Object.values(sourceProblems)).size).toBe(sourceProblemNames.length)
})
