import type { z } from 'zod'

import { type Actor, ownsVineyard, vineyardScope, type Staff } from '../people/sign-in/actor.ts'
import { isOffered } from '../catalogue/experiences/experience.server.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/database/retry.server.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import type { patternFilters, patternInput, patternShape } from './pattern.shapes.ts'

export type Pattern = z.infer<typeof patternInput>
type PatternEntry = RowOf<typeof patternShape>

/** The future bookings and guests that are outside the new plan, and the places sold beyond its capacity. */
export type LeftBehind = { bookings: number; guests: number; over: number }

/** Selects the active patterns of offered experiences. Staff and keys of the vineyard, and admins, also get inactive patterns. */
function readablePatterns(sql: Queryable, by: Actor) {
  return sql`
    select p.id, p.experience_id, p.days_of_week, p.start_time, p.capacity, p.valid_from, p.valid_until, p.yearly_season,
      p.is_active, p.created_at, p.updated_at, version_of(to_jsonb(p)) as version
    from availability_patterns p
      join experiences e on e.id = p.experience_id
      join vineyards v on v.id = e.vineyard_id
    where (${isOffered(sql, by)} and (p.is_active or ${ownsVineyard(sql, by)}))`
}

/** Returns one page of the patterns that this actor may see. */
export async function pageOfPatterns(
  sql: Queryable,
  { experience_id, vineyard_id, is_active, ...listing }: Listing & RowOf<typeof patternFilters>,
  { by }: { by: Actor },
): Promise<Page<PatternEntry>> {
  return readListPage(
    sql,
    listing,
    sql`
      ${readablePatterns(sql, by)}
        ${experience_id === undefined ? sql`` : sql`and p.experience_id = ${experience_id}`}
        ${vineyard_id === undefined ? sql`` : sql`and e.vineyard_id = ${vineyard_id}`}
        ${is_active === undefined ? sql`` : sql`and p.is_active = ${is_active}`}`,
  )
}

/** Returns a pattern that this actor may see. */
export async function findPattern(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
): Promise<PatternEntry | undefined> {
  const [pattern] = await sql<PatternEntry[]>`
    ${readablePatterns(sql, by)} and p.id = ${id}`
  return pattern
}

/** Adds a pattern. Refuses with `same_start` if another active pattern starts at the same time on one of its days. */
export async function createPattern(
  sql: Queryable,
  experienceId: string,
  pattern: Pattern,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ id: string }, SqlEnums['pattern_problem']>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, pattern_id }] = await retrying(
    sql,
    (sql) => sql<[{ problem: SqlEnums['pattern_problem'] | null; pattern_id: string }]>`
      select * from create_pattern(
        ${vineyard_id}, ${experienceId}, ${sql.json(pattern)}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  return problem === null ? ok({ id: pattern_id }) : refused(problem)
}

/**
 * Changes a pattern and returns its new version. Bookings stay as they are. If `seen` is given and is no longer the current
 * version, refuses the change. Refuses with `season` if the season would end before it begins.
 */
export async function updatePattern(
  sql: Queryable,
  id: string,
  changes: { [Field in keyof Pattern]?: Pattern[Field] | undefined },
  { by, seen = null }: { by: Staff; seen?: string | null },
  now: Date,
): Promise<Result<LeftBehind & { version: string }, SqlEnums['pattern_change_problem']>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Row = { problem: SqlEnums['pattern_change_problem'] | null; version: string } & LeftBehind
  const [{ problem, ...updated }] = await retrying(
    sql,
    (sql) => sql<[Row]>`
      select * from update_pattern(
        ${vineyard_id}, ${id}, ${sql.json(changes)}, ${seen}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  return problem === null ? ok(updated) : refused(problem)
}

/** Deletes a pattern that was never booked, held or offered on a past day. Deactivates any other pattern. */
export async function removePattern(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ deleted: boolean; bookings: number; guests: number }, 'absent'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, ...removed }] = await retrying(
    sql,
    (sql) => sql<
      [{ problem: SqlEnums['lookup_problem'] | null; deleted: boolean; bookings: number; guests: number }]
    >`
      select * from remove_pattern(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(removed) : refused(problem)
}
