import type { z } from 'zod'

import { inScope, vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { addedException, exceptionFilters, exceptionShape, newException } from './closure.shapes.ts'

/**
 * Days, or the same hours on several days, when a vineyard, an experience or a pattern is closed (capacity null) or has a
 * changed capacity. The first and last day are included. An exception for a pattern also has the experience's id.
 */
type Exception = Omit<z.input<typeof newException>, 'bookings'> & { source?: 'staff' | 'feed' }

/** Whether the bookings that a closure affects are kept, or cancelled with an email to each guest. */
export type AffectedBookingsChoice = 'keep' | 'cancel'

/**
 * The bookings and held places that a closure affects, and the names of the groups for which places are held. `without_email`
 * counts the bookings whose guest gets no email.
 */
export type AffectedBookings = Omit<z.infer<typeof addedException>, 'id'>

export type ExceptionProblem =
  | { kind: Exclude<SqlEnums['exception_problem'], 'booked'> }
  /** `paid` is the number of pounds that the guests paid. */
  | ({ kind: 'booked'; paid: number } & AffectedBookings)

type Added = { problem: SqlEnums['exception_problem'] | null; exception_id: string } & Omit<
  AffectedBookings,
  'groups'
>

/**
 * Adds an exception. A closure that affects bookings or held places is refused until the caller chooses to keep or cancel the
 * bookings.
 */
export async function addException(
  sql: Queryable,
  exception: Exception,
  { by, bookings: choice = null }: { by: Staff; bookings?: AffectedBookingsChoice | null },
  now: Date,
): Promise<Result<{ id: string } & AffectedBookings, ExceptionProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  if (vineyard_id !== null && vineyard_id !== exception.vineyard_id) return refused({ kind: 'absent' })
  const { problem, exception_id, ...counts } = await rowFrom(sql)<Added>`
    select * from add_exception(${sql.json(exception)}, ${choice}, ${actor}, ${actor_id}, ${now})`
  const affected = counts.held > 0 ? { ...counts, groups: await groupsDuring(sql, exception, now) } : counts
  if (problem === null) {
    if (exception.capacity === null) return ok({ id: exception_id, ...affected })
    const [{ over_by }] = await sql<[{ over_by: number }]>`
      select coalesce(sum(over_by(s)), 0)::int as over_by from slots s
      where s.exception_id = ${exception_id} and s.starts_at > ${now} and over_by(s) > 0`
    return ok({ id: exception_id, ...affected, over_by })
  }
  if (problem !== 'booked') return refused({ kind: problem })
  const [{ paid }] = await sql<[{ paid: number }]>`
    select coalesce(sum(m.taken - m.refunds), 0) as paid
    from bookings_affected_by(jsonb_populate_record(null::availability_exceptions, ${sql.json(exception)}), ${now}) b
      cross join lateral money_of(b) m`
  return refused({ kind: 'booked', paid, ...affected })
}

/** Returns the names of the groups for which an exception's sessions hold places, sorted by time. */
async function groupsDuring(sql: Queryable, exception: Exception, now: Date): Promise<string[]> {
  const { vineyard_id, experience_id, pattern_id, starts_on, ends_on, from_time, until_time } = exception
  const groups = await sql<{ name: string }[]>`
    select g.name from group_holds g join holds h on h.group_hold_id = g.id and is_live(h, ${now})
    where h.vineyard_id = ${vineyard_id} and h.slot_date between ${starts_on} and ${ends_on}
      and h.experience_id = coalesce(${experience_id ?? null}, h.experience_id)
      and h.pattern_id is not distinct from coalesce(${pattern_id ?? null}, h.pattern_id)
      and (${from_time ?? null}::time is null or h.start_time < ${until_time ?? null} and h.end_time > ${from_time ?? null})
    group by g.id, g.name order by min(h.starts_at), g.id`
  return groups.map(({ name }) => name)
}

/** Removes an exception without restoring bookings. An imported closure can only be removed in its calendar. */
export async function removeException(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)<SqlEnums['exception_removal_problem']>`
    select * from remove_exception(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`
}

/**
 * Undoes a closure while the emails about its cancelled bookings wait, and returns how many bookings it
 * restored. Bookings that the guest or the seller cancelled too stay cancelled. A refusal changes nothing:
 * `late` if the emails were sent, `gone` or `full` if a booking's slot no longer exists or is full.
 */
export async function undoClosure(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)<SqlEnums['closure_undo_problem'], { bookings: number }>`
    select * from undo_closure(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`
}

export type ExceptionEntry = RowOf<typeof exceptionShape>

const columns = (sql: Queryable, now: Date) => sql`
  x.id, x.vineyard_id, x.experience_id, x.pattern_id, x.starts_on, x.ends_on, x.from_time, x.until_time, x.capacity,
  x.reason, x.source, x.created_at,
  (
    select case when count(*) > 0 then jsonb_build_object(
      'bookings', count(*), 'seconds', extract(epoch from min(b.undo_until) - ${now}::timestamptz)
    ) end
    from undoable_with(x, ${now}) b
  ) as undo`

/** Returns one page of the exceptions in scope that overlap the days, if days are given. */
export async function pageOfExceptions(
  sql: Queryable,
  { vineyard_id, experience_id, from, until, ...listing }: Listing & RowOf<typeof exceptionFilters>,
  { by }: { by: Staff },
  now: Date,
): Promise<Page<ExceptionEntry>> {
  return readListPage(
    sql,
    listing,
    sql`
      select ${columns(sql, now)} from availability_exceptions x
      where ${inScope(sql, by, 'x.vineyard_id')} and ${isReal(sql)}
        ${vineyard_id === undefined ? sql`` : sql`and x.vineyard_id = ${vineyard_id}`}
        ${experience_id === undefined ? sql`` : sql`and x.experience_id = ${experience_id}`}
        ${from === undefined ? sql`` : sql`and x.ends_on >= ${from}`}
        ${until === undefined ? sql`` : sql`and x.starts_on <= ${until}`}`,
  )
}

/** Returns one exception in scope. */
export async function findException(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const [exception] = await sql<ExceptionEntry[]>`
    select ${columns(sql, now)} from availability_exceptions x
    where x.id = ${id} and ${inScope(sql, by, 'x.vineyard_id')} and ${isReal(sql)}`
  return exception
}

/** Returns SQL for whether exception `x` is outside the sandbox. Staff must not see the sandbox's closures. */
const isReal = (sql: Queryable) =>
  sql`not exists (select from vineyards v where v.id = x.vineyard_id and v.is_sandbox)`
