import { createHash } from 'node:crypto'

import type { Queryable, Transaction } from '../platform/database.server.ts'
import { addDays, dayOf } from '../platform/days.ts'
import { fetchPublic, type CacheValidators } from '../platform/http/fetch-public.server.ts'
import { retrying } from '../platform/retry.server.ts'
import { readClosedDays } from './closed-days.server.ts'
import type { ClosedDays } from './busy-days.ts'
import { pauseBefore, type SourceProblem, sourceDays } from './calendar-source.ts'

const minute = 60_000
const aDay = 24 * 60 * minute
/** How long whoever took a calendar up may take; then its turn comes again. */
const hold = 5 * minute

/** Takes up the calendars whose turn it is, each for one worker only, and tells their ids. */
export async function takeUpSources(sql: Transaction, most: number, now: Date): Promise<string[]> {
  const taken = await sql<{ id: string }[]>`
    update calendar_sources s set next_check_at = ${new Date(now.getTime() + hold)}
    from (
      select id from calendar_sources where next_check_at <= ${now}
      order by next_check_at
      limit ${most}
      for update skip locked
    ) as due
    where s.id = due.id
    returning s.id`
  return taken.map(({ id }) => id)
}

export type Taken = 'changed' | 'same' | 'gone' | SourceProblem

/**
 * Asks one calendar and closes what it says is busy; where it fails, what it said last holds. `own` ends the UIDs of our own
 * bookings. `chance` spreads when it is asked again.
 */
export async function takeIn(
  sql: Queryable,
  id: string,
  {
    now,
    own,
    chance,
    fetch = fetchPublic,
  }: {
    now: Date
    own: string
    chance: number
    fetch?: (url: string, seen: CacheValidators) => ReturnType<typeof fetchPublic>
  },
): Promise<Taken> {
  const [source] = await sql<(CacheValidators & { url: string; failures: number; read_at: Date | null })[]>`
    select url, etag, last_modified, failures, read_at from calendar_sources where id = ${id}`
  if (!source) return 'gone'

  // What repeats comes nearer day by day, even in a calendar that never changes: once a day all of it is read.
  const fresh = source.read_at !== null && now.getTime() - source.read_at.getTime() < aDay
  const fetched = await fetch(source.url, fresh ? source : { etag: null, last_modified: null })
  if (!fetched.ok) return fail(sql, id, source.failures, fetched.problem, now, chance)
  const next = new Date(now.getTime() + pauseBefore(0, chance))
  if (!fetched.value.changed) {
    await sql`
      update calendar_sources set checked_at = ${now}, succeeded_at = ${now}, next_check_at = ${next}, failures = 0, problem = null
      where id = ${id}`
    return 'same'
  }

  const closed = await readClosedDays(fetched.value.text, windowFrom(now), own)
  if (!closed.ok) return fail(sql, id, source.failures, closed.problem, now, chance)
  const { etag, last_modified } = fetched.value
  const there = await close(sql, id, closed.value, now)
  if (!there) return 'gone'
  await sql`
    update calendar_sources
    set checked_at = ${now}, succeeded_at = ${now}, read_at = ${now}, next_check_at = ${next}, failures = 0, problem = null,
      etag = left(${etag}, 1000), last_modified = left(${last_modified}, 100)
    where id = ${id}`
  return 'changed'
}

/** From the beginning of today in London; a few hours of yesterday more or less close nothing. */
function windowFrom(now: Date): { from: Date; until: Date } {
  const today = dayOf(now)
  return {
    from: new Date(`${today}T00:00:00+01:00`),
    until: new Date(`${addDays(today, sourceDays)}T00:00:00Z`),
  }
}

async function close(sql: Queryable, id: string, closed: ClosedDays[], now: Date): Promise<boolean> {
  const digest = createHash('sha256').update(JSON.stringify(closed)).digest()
  const [{ there }] = await retrying(
    sql,
    (sql) => sql<[{ there: boolean }]>`
      select take_in_calendar(${id}, ${sql.json(closed)}, ${digest}, ${now}) as there`,
  )
  return there
}

async function fail(
  sql: Queryable,
  id: string,
  failures: number,
  problem: SourceProblem,
  now: Date,
  chance: number,
): Promise<SourceProblem> {
  const next = new Date(now.getTime() + pauseBefore(failures + 1, chance))
  await sql`
    update calendar_sources set checked_at = ${now}, next_check_at = ${next}, failures = failures + 1, problem = ${problem}
    where id = ${id}`
  return problem
}
