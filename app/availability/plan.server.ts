import type { z } from 'zod'

import { type Actor, inScope, ownsVineyard, vineyardScope, type Staff } from '../people/sign-in/actor.ts'
import { isOffered } from '../catalogue/experiences/experience.server.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import type { Day } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { outcomeFrom, rowFrom } from '../platform/database/row-from.server.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import type {
  DraftStart,
  patternFilters,
  patternInput,
  patternShape,
  PlannedStart,
  planShape,
} from './plan.shapes.ts'

export type Pattern = z.infer<typeof patternInput>
type PatternEntry = RowOf<typeof patternShape>

/**
 * The numbers of future bookings, guests and held places outside the new plan, and of places sold beyond the plan's capacity.
 * `groups`: the names of the groups for which places are held.
 */
type LeftBehind = { bookings: number; guests: number; held: number; groups: string[]; over: number }

/** Returns SQL for the active patterns of experiences on sale. Admins, and a vineyard's staff and keys, get all its patterns. */
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
export async function findPattern(sql: Queryable, id: string, { by }: { by: Actor }) {
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
  return outcomeFrom(sql)`
    select problem, pattern_id as id from create_pattern(
      ${vineyard_id}, ${experienceId}, ${sql.json(pattern)}, ${actor}, ${actor_id}, ${now}
    )`
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
  return outcomeFrom(sql)`
    select * from update_pattern(
      ${vineyard_id}, ${id}, ${sql.json(changes)}, ${seen}, ${actor}, ${actor_id}, ${now}
    )`
}

/** Deletes a pattern that was never booked, held or offered on a past day. Deactivates any other pattern. */
export async function removePattern(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)<
    SqlEnums['lookup_problem'],
    { deleted: boolean } & Pick<LeftBehind, 'bookings' | 'guests'>
  >`
    select * from remove_pattern(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`
}

type Plan = Omit<z.infer<typeof planShape>, 'today'>

/** Why a plan was refused. `same_start`: start number `place` of the plan has the same time as an earlier start. */
type PlanProblem = { kind: SqlEnums['plan_problem']; place: number }
type PlanRow = { problem: SqlEnums['plan_problem'] | null; place: number } & LeftBehind

/** Returns the plan of an experience, or undefined if these staff do not manage it. */
export async function findPlan(sql: Queryable, experienceId: string, { by }: { by: Staff }) {
  const [plan] = await sql<Plan[]>`
    select e.id as experience_id, plan_version(e.id) as version, coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', p.id, 'days_of_week', p.days_of_week, 'start_time', p.start_time, 'capacity', p.capacity,
          'valid_from', p.valid_from, 'valid_until', p.valid_until, 'yearly_season', p.yearly_season
        ) order by p.start_time, p.valid_from, p.id
      )
      from availability_patterns p where p.experience_id = e.id and p.is_active
    ), '[]') as patterns
    from experiences e
    where e.id = ${experienceId} and ${inScope(sql, by, 'e.vineyard_id')}`
  return plan
}

/**
 * Saves a plan, and removes the stored starts that the plan lacks. If `seen` is given and is no longer the current
 * version, refuses the change. Bookings stay as they are.
 */
export async function savePlan(
  sql: Queryable,
  experienceId: string,
  patterns: DraftStart[],
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<LeftBehind & { version: string }, PlanProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const { problem, place, ...saved } = await rowFrom(sql)<PlanRow & { version: string }>`
    select * from save_plan(
      ${vineyard_id}, ${experienceId}, ${sql.json(patterns)}, ${seen}, ${actor}, ${actor_id}, ${now}
    )`
  return problem === null ? ok(saved) : refused({ kind: problem, place })
}

/** Returns the counts that saving a plan would return, and the starts that the plan gives. Writes nothing. */
export async function previewPlan(
  sql: Queryable,
  experienceId: string,
  patterns: DraftStart[],
  { from, until }: { from: Day; until: Day },
  { by }: { by: Staff },
  now: Date,
): Promise<Result<LeftBehind & { starts: PlannedStart[] }, PlanProblem>> {
  const { vineyard_id } = vineyardScope(by)
  const { problem, place, ...preview } = await rowFrom(sql)<PlanRow & { starts: PlannedStart[] }>`
    select * from preview_plan(${vineyard_id}, ${experienceId}, ${sql.json(patterns)}, ${from}, ${until}, ${now})`
  return problem === null ? ok(preview) : refused({ kind: problem, place })
}
