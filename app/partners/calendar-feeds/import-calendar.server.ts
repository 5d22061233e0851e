import { createHash } from 'node:crypto'

import type { Queryable, Transaction } from '../../platform/database/database.server.ts'
import { addDays, dayOf } from '../../platform/days.ts'
import { fetchPublic, type CacheValidators } from '../../platform/http/fetch-public.server.ts'
import { type Result, refused } from '../../platform/result.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import { runThread } from '../../platform/thread.server.ts'
import { checkPause, type SourceProblem, sourceDays } from './calendar-source.ts'
import { heldReference } from './feed.server.ts'
import { isComplete, type ReadReport } from './read-report.ts'
import type { ClosedDays } from './closed-days.ts'
import type { Window } from './calendar-series.server.ts'

const minute = 60_000
const dayLength = 24 * 60 * minute

/** The milliseconds after which another worker may claim a calendar again. */
const claimLength = 5 * minute

/** Claims the calendars that are due, each for one worker, and returns their ids. */
export async function claimDueSources(sql: Transaction, limit: number, now: Date): Promise<string[]> {
  const claimed = await sql<{ id: string }[]>`
    update calendar_sources s set next_check_at = ${new Date(now.getTime() + claimLength)}
    from (
      select id from calendar_sources where next_check_at <= ${now}
      order by next_check_at
      limit ${limit}
      for update skip locked
    ) as due
    where s.id = due.id
    returning s.id`
  return claimed.map(({ id }) => id)
}

export type ImportOutcome = 'changed' | 'same' | 'gone' | SourceProblem

/**
 * Fetches one calendar and replaces its closures. If that fails, the earlier closures stay. Entries of the vineyard's
 * own bookings and group holds close nothing: the UID of each is its reference followed by `domain`. `chance` (0–1) varies the
 * time of the next check.
 */
export async function importCalendar(
  sql: Queryable,
  id: string,
  {
    now,
    domain,
    chance,
    fetch = fetchPublic,
  }: {
    now: Date
    domain: string
    chance: number
    fetch?: (url: string, validators: CacheValidators) => ReturnType<typeof fetchPublic>
  },
): Promise<ImportOutcome> {
  const [source] = await sql<
    (CacheValidators & {
      vineyard_id: string
      url: string
      failures: number
      read_at: Date | null
      digest: Buffer | null
    })[]
  >`
    select vineyard_id, url, etag, last_modified, failures, read_at, digest from calendar_sources where id = ${id}`
  if (!source) return 'gone'
  const nextAfter = (failures: number) => new Date(now.getTime() + checkPause(failures, chance))
  const recordFailure = async (problem: SourceProblem) => {
    await sql`
      update calendar_sources
      set checked_at = ${now}, next_check_at = ${nextAfter(source.failures + 1)}, failures = failures + 1, problem = ${problem}
      where id = ${id}`
    return problem
  }

  // The window moves every day. Because of repeating entries, even an unchanged calendar is read in full once a day.
  const isFresh = source.read_at !== null && now.getTime() - source.read_at.getTime() < dayLength
  const fetched = await fetch(source.url, isFresh ? source : { etag: null, last_modified: null })
  if (!fetched.ok) return recordFailure(fetched.problem)
  const next = nextAfter(0)
  if (!fetched.value.changed) {
    await sql`
      update calendar_sources set checked_at = ${now}, succeeded_at = ${now}, next_check_at = ${next}, failures = 0, problem = null
      where id = ${id}`
    return 'same'
  }

  const bookings = await sql<{ uid: string }[]>`
    select lower(reference) || ${domain} as uid from bookings
    where vineyard_id = ${source.vineyard_id} and booking_date >= london_today(${now}) - 1
    union all
    select ${heldReference(sql)} || ${domain} from holds h
    where h.vineyard_id = ${source.vineyard_id} and h.group_hold_id is not null and h.slot_date >= london_today(${now}) - 1`
  const own = new Set(bookings.map(({ uid }) => uid))
  const read = await readClosedDays(fetched.value.text, windowFrom(now), own)
  if (!read.ok) return recordFailure(read.problem)
  const { etag, last_modified } = fetched.value
  const { closed, report } = read.value
  const digest = createHash('sha256').update(JSON.stringify(closed)).digest()
  if (!(await replaceClosures(sql, id, { closed, digest }, now))) return 'gone'
  await sql`
    update calendar_sources
    set checked_at = ${now}, succeeded_at = ${now}, read_at = ${now}, next_check_at = ${next}, failures = 0, problem = null,
      read_report = ${isComplete(report) ? null : sql.json(report)}, etag = left(${etag}, 1000), last_modified = left(${last_modified}, 100)
    where id = ${id}`
  return source.digest?.equals(digest) ? 'same' : 'changed'
}

/** Returns the window that starts with today in London. In winter, it starts an hour early, which does no harm. */
function windowFrom(now: Date): Window {
  const today = dayOf(now)
  return {
    from: new Date(`${today}T00:00:00+01:00`),
    until: new Date(`${addDays(today, sourceDays)}T00:00:00Z`),
  }
}

/** Replaces the closures of a calendar. Returns false if the calendar was removed meanwhile. */
async function replaceClosures(
  sql: Queryable,
  id: string,
  { closed, digest }: { closed: ClosedDays[]; digest: Buffer },
  now: Date,
) {
  const { is_found } = await rowFrom(sql)<{ is_found: boolean }>`
    select import_calendar(${id}, ${sql.json(closed)}, ${digest}, ${now}) as is_found`
  return is_found
}

/** The periods that a calendar closes and the report for staff, or why the calendar could not be read. */
type ReadResult = Result<
  { closed: ClosedDays[]; report: ReadReport },
  'endless' | 'unreadable' | 'large_entries' | 'complex'
>

/** Returns the periods that a calendar closes, and a report of the entries that could not be read. */
export async function readClosedDays(
  text: string,
  window: Window,
  own: ReadonlySet<string>,
  budget?: { time: number; memory: number },
): Promise<ReadResult> {
  const data = { text, window, own }
  const read = await runThread<ReadResult>('app/partners/calendar-feeds/busy-thread.server.ts', data, budget)
  return read.ok ? read.value : refused('complex')
}
