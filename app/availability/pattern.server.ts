import { type Actor, vineyardScope, type Staff } from '../accounts/actor.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day, Time } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import { isOffered } from '../experiences/experience-edit.server.ts'
import type { LeftBehind, Pattern, PatternProblem } from './availability-edit.server.ts'

/** A pattern as the API gives it. */
export type PatternEntry = {
  id: string
  experience_id: string
  days_of_week: number[]
  start_time: Time
  capacity: number
  valid_from: Day
  valid_until: Day | null
  is_active: boolean
  created_at: Date
  updated_at: Date
  version: string
}

export type PatternFilters = {
  experience_id?: string | undefined
  vineyard_id?: string | undefined
  is_active?: boolean | undefined
}

const columns = (sql: Queryable) => sql`
  p.id, p.experience_id, p.days_of_week, p.start_time, p.capacity, p.valid_from, p.valid_until, p.is_active,
  p.created_at, p.updated_at, version_of(to_jsonb(p)) as version`

/** Those of what is offered that are active; to staff their own in any case. */
function mayBeSeen(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`true`
  return sql`(${isOffered(sql, by)} and (p.is_active or v.id = ${vineyardScope(by).vineyard_id}))`
}

/** One page of the patterns that somebody may see. */
export async function pageOfPatterns(
  sql: Queryable,
  { experience_id, vineyard_id, is_active, ...asked }: Listing & PatternFilters,
  { by }: { by: Actor },
): Promise<Page<PatternEntry>> {
  return readListPage(
    sql,
    asked,
    sql`
      select ${columns(sql)}
      from availability_patterns p
        join experiences e on e.id = p.experience_id
        join vineyards v on v.id = e.vineyard_id
      where ${mayBeSeen(sql, by)}
        ${experience_id === undefined ? sql`` : sql`and p.experience_id = ${experience_id}`}
        ${vineyard_id === undefined ? sql`` : sql`and e.vineyard_id = ${vineyard_id}`}
        ${is_active === undefined ? sql`` : sql`and p.is_active = ${is_active}`}`,
  )
}

/** One pattern that somebody may see. */
export async function findPattern(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
): Promise<PatternEntry | undefined> {
  const [pattern] = await sql<PatternEntry[]>`
    select ${columns(sql)}
    from availability_patterns p
      join experiences e on e.id = p.experience_id
      join vineyards v on v.id = e.vineyard_id
    where p.id = ${id} and ${mayBeSeen(sql, by)}`
  return pattern
}

type Changed = { problem: PatternProblem | 'stale' | 'season' | null; version: string } & LeftBehind

/** As `updatePattern`, for somebody who saw a version of it (null: any), and telling a season that would end too soon. */
export async function changePattern(
  sql: Queryable,
  id: string,
  changes: Partial<Pattern>,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<LeftBehind & { version: string }, PatternProblem | 'stale' | 'season'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, ...changed }] = await retrying(
    sql,
    (sql) => sql<[Changed]>`
      select * from update_pattern(
        ${vineyard_id}, ${id}, ${sql.json(changes)}, ${seen}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  return problem === null ? ok(changed) : refused(problem)
}
