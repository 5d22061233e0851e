import type { z } from 'zod'

import { inScope, vineyardScope, type Staff } from '../people/sign-in/actor.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import type { Day } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/database/retry.server.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import type { LeftBehind } from './pattern.server.ts'
import type { DraftStart, PlannedStart, planShape } from './plan.shapes.ts'

type Plan = Omit<z.infer<typeof planShape>, 'today'>

/**
 * Why a plan was refused. `same_start`: two starts have the same time. `index` is the position of the second
 * of these starts, counted from 0.
 */
export type PlanProblem =
  | { kind: Exclude<SqlEnums['plan_problem'], 'same_start'> }
  | { kind: 'same_start'; index: number }

type Row = { problem: SqlEnums['plan_problem'] | null; place: number } & LeftBehind

/** Returns the plan of an experience, or undefined if these staff do not manage it. */
export async function findPlan(
  sql: Queryable,
  experienceId: string,
  { by }: { by: Staff },
): Promise<Plan | undefined> {
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
  const [{ problem, place, ...saved }] = await retrying(
    sql,
    (sql) => sql<[Row & { version: string }]>`
      select * from save_plan(
        ${vineyard_id}, ${experienceId}, ${sql.json(patterns)}, ${seen}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  return problem === null ? ok(saved) : refused(problemOf(problem, place))
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
  const [{ problem, place, ...preview }] = await retrying(
    sql,
    (sql) => sql<[Row & { starts: PlannedStart[] }]>`
      select * from preview_plan(${vineyard_id}, ${experienceId}, ${sql.json(patterns)}, ${from}, ${until}, ${now})`,
  )
  return problem === null ? ok(preview) : refused(problemOf(problem, place))
}

function problemOf(kind: SqlEnums['plan_problem'], index: number): PlanProblem {
  return kind === 'same_start' ? { kind, index } : { kind }
}
