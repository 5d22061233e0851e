import type { z } from 'zod'

import { type Actor, seesVineyard, type Staff, vineyardScope } from '../../people/sign-in/actor.ts'
import { changeRow, type RowEditProblem } from '../../people/accounts/staff-edit.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { experienceNoun, isOffered } from '../experiences/experience.server.ts'
import type { factChanges, vineyardFactsShape } from './vineyard-facts.shapes.ts'

/** All facts that a vineyard states, with the version that an edit must send back. */
type VineyardFacts = z.infer<typeof vineyardFactsShape>

/** Returns all facts that a vineyard states, if the actor may see the vineyard. */
export async function findVineyardFacts(sql: Queryable, id: string, { by }: { by: Actor }, now: Date) {
  const [found] = await sql<VineyardFacts[]>`
    select v.id as vineyard_id, facts_version(v.id) as version, london_today(${now}) as today, coalesce((
      select jsonb_agg(to_jsonb(f) - array['id', 'vineyard_id'] order by f.experience_id nulls first, f.fact)
      from vineyard_facts f where f.vineyard_id = v.id
    ), '[]') as facts, coalesce((
      select jsonb_agg(to_jsonb(shown)) from (
        select e.id, e.title, e.parking, e.station, e.step_free, e.dogs, e.children, e.food from experiences e
        where e.vineyard_id = v.id and ${isOffered(sql, by)}
        order by e.title, e.id limit 100
      ) as shown
    ), '[]') as experiences
    from vineyards v where v.id = ${id} and ${seesVineyard(sql, by)}`
  return found
}

/**
 * Stores stated facts for all experiences, or the stated facts and visit facts of one experience. `seen`, if given, must be the
 * current version.
 */
export async function changeFacts(
  sql: Sql,
  id: string,
  { experience_id, facts, visit }: z.output<typeof factChanges>,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const isVisitSent = Object.keys(visit).length > 0
  if (experience_id === null && isVisitSent) return refused({ kind: 'refused', by: 'fact_of_own_experience' })
  return inTransaction(sql, async (transaction) => {
    // Because of the locks, no edit comes between the check of the version and the update. All edits lock in this order.
    await transaction`select from vineyards where id = ${id} for no key update`
    await transaction`select from experiences where id = ${experience_id} for no key update`
    const [changed] = await transaction<
      [{ problem: SqlEnums['row_problem'] | null; version: string; refused_by: string }]
    >`
      select * from change_facts(
        ${vineyard_id}, ${id}, ${experience_id}, ${sql.json(facts as never)}, ${seen}, ${actor}, ${actor_id}, ${now}
      )`
    const { problem: kind, version, refused_by: by_constraint } = changed
    if (kind !== null) return refused(kind === 'refused' ? { kind, by: by_constraint } : { kind })
    if (experience_id === null || !isVisitSent) return ok({ version })
    const stored = await changeRow(transaction, experienceNoun, experience_id, visit, { by, seen: null }, now)
    if (!stored.ok) throw new Error(`The answers of an experience were refused: ${stored.problem.kind}`)
    const [current] = await transaction<[{ version: string }]>`select facts_version(${id}) as version`
    return ok(current)
  })
}
