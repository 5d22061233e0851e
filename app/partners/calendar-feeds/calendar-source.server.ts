import { inScope, vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import { dayOf } from '../../platform/days.ts'
import type { Result } from '../../platform/result.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { maxSources } from './calendar-source.ts'
import type { overlapShape, sourceShape } from './calendar-source.shapes.ts'

type SourceEntry = RowOf<typeof sourceShape>

const entries = (sql: Queryable) => sql`
  select s.id, s.vineyard_id, s.experience_id, s.url, s.added_at, s.checked_at, s.succeeded_at, s.next_check_at,
    s.failures, s.problem, s.closes, s.read_report, v.name as vineyard_name, e.title as experience_title
  from calendar_sources s
    join vineyards v on v.id = s.vineyard_id
    left join experiences e on e.id = s.experience_id`

/** The most calendars, and the most overlapping bookings, in a list. */
const maxListed = 200

/** Returns the calendars in scope, of one vineyard if given: failing calendars first, then partly read calendars. */
export async function listSources(
  sql: Queryable,
  by: Staff,
  of: { vineyard_id?: string | undefined } = {},
): Promise<SourceEntry[]> {
  return sql<SourceEntry[]>`
    ${entries(sql)}
    where ${inScope(sql, by, 's.vineyard_id')}
      and (${of.vineyard_id ?? null}::uuid is null or s.vineyard_id = ${of.vineyard_id ?? null})
    order by s.failures = 0, s.read_report is null, name_sort_key(v.name), s.added_at, s.id
    limit ${maxListed}`
}

export async function findSource(sql: Queryable, id: string, by: Staff): Promise<SourceEntry | undefined> {
  const [source] = await sql<SourceEntry[]>`
    ${entries(sql)}
    where s.id = ${id} and ${inScope(sql, by, 's.vineyard_id')}`
  return source
}

/** Adds a calendar, which the worker checks immediately. */
export async function addSource(
  sql: Queryable,
  { vineyard_id, experience_id, url }: { vineyard_id: string; experience_id: string | null; url: string },
  by: Staff,
  now: Date,
): Promise<Result<{ id: string }, SqlEnums['calendar_problem']>> {
  const { actor, actor_id, vineyard_id: scope } = vineyardScope(by)
  return outcomeFrom(sql)`
    select problem, source_id as id from add_calendar_source(
      ${scope}, ${vineyard_id}, ${experience_id}, ${url}, ${maxSources}, ${actor}, ${actor_id}, ${now}
    )`
}

/** Removes a calendar and its closures. Returns false if no calendar with this id is in scope. */
export async function removeSource(sql: Queryable, id: string, by: Staff, now: Date): Promise<boolean> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const { found } = await rowFrom(sql)<{ found: boolean }>`
    select remove_calendar_source(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now}) as found`
  return found
}

/** Makes the next check of a calendar due now. Returns false if no calendar with this id is in scope. */
export async function requestCheck(sql: Queryable, id: string, by: Staff, now: Date): Promise<boolean> {
  const updated = await sql`
    update calendar_sources set next_check_at = least(next_check_at, ${now})
    where id = ${id} and ${inScope(sql, by, 'vineyard_id')} and ${isStillThere(sql, by)}
    returning id`
  return updated.length > 0
}

/** Returns the future bookings at times when a calendar is busy. Staff decide about them: a calendar cancels no bookings. */
export async function listOverlaps(
  sql: Queryable,
  by: Staff,
  now: Date,
  of: { vineyard_id?: string | undefined } = {},
): Promise<RowOf<typeof overlapShape>[]> {
  // The query starts from the closures of calendars, because they are far fewer than the future bookings.
  return sql`
    with closed as materialized (
      select x as exception, x.vineyard_id, x.experience_id, x.starts_on, x.ends_on from availability_exceptions x
      where x.source = 'feed' and x.ends_on >= ${dayOf(now)}
        and x.vineyard_id in (select s.vineyard_id from calendar_sources s)
        and ${inScope(sql, by, 'x.vineyard_id')}
        and (${of.vineyard_id ?? null}::uuid is null or x.vineyard_id = ${of.vineyard_id ?? null})
    ),
    closed_over as materialized (
      select distinct b.id
      from closed x
        join bookings b on b.vineyard_id = x.vineyard_id and b.booking_date between x.starts_on - 1 and x.ends_on
      where b.status in ('pending', 'confirmed') and b.starts_at > ${now}
        and (x.experience_id is null or x.experience_id = b.experience_id)
        and exception_applies(x.exception, b.starts_at, b.ends_at)
    )
    select b.id, b.reference, b.status, guest_name_of(b) as guest_name, b.number_of_guests, b.starts_at, b.ends_at, b.vineyard_id,
      v.name as vineyard_name, e.title as experience_title
    from closed_over o
      join bookings b on b.id = o.id
      join vineyards v on v.id = b.vineyard_id
      join experiences e on e.id = b.experience_id
    order by b.starts_at, b.id
    limit ${maxListed}`
}
