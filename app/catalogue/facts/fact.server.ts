import type { z } from 'zod'

import type { StatedFact, StatedFactName } from './stated-fact.ts'
import { type Actor, seesVineyard, type Staff, vineyardScope } from '../../people/sign-in/actor.ts'
import type { RowEditProblem } from '../../people/accounts/staff-edit.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { factChanges, vineyardFactsShape } from './fact.shapes.ts'
import { factList } from './facts.ts'

/** All facts that a vineyard states, with the version that an edit must send back. */
type VineyardFacts = z.infer<typeof vineyardFactsShape>

/**
 * Returns SQL for whether a stated fact of experience `e` suits visitors. The experience's answer overrides the
 * vineyard's.
 */
export function suitsStatedFact(sql: Queryable, fact: StatedFactName) {
  const suits = sql`f.choice = any (${[...factList[fact].suits]}::text[])`
  return sql`coalesce(
    (select ${suits} from vineyard_facts f
      where f.vineyard_id = e.vineyard_id and f.experience_id = e.id and f.fact = ${fact}),
    (select ${suits} from vineyard_facts f
      where f.vineyard_id = e.vineyard_id and f.experience_id is null and f.fact = ${fact}),
    false
  )`
}

/** Returns the facts that a vineyard states for all its experiences. */
export async function listSharedFacts(sql: Queryable, vineyardId: string): Promise<StatedFact[]> {
  const [{ facts }] = await sql<[{ facts: StatedFact[] }]>`select facts_of(${vineyardId}, null) as facts`
  return facts
}

/** Returns all facts that a vineyard states, if the actor may see the vineyard. */
export async function findVineyardFacts(sql: Queryable, id: string, { by }: { by: Actor }, now: Date) {
  const [found] = await sql<VineyardFacts[]>`
    select v.id as vineyard_id, facts_version(v.id) as version, london_today(${now}) as today, coalesce((
      select jsonb_agg(to_jsonb(f) - array['id', 'vineyard_id'] order by f.experience_id nulls first, f.fact)
      from vineyard_facts f where f.vineyard_id = v.id
    ), '[]') as facts
    from vineyards v where v.id = ${id} and ${seesVineyard(sql, by)}`
  return found
}

/** Stores answers for all experiences, or an experience's own answers. `seen`, if given, must be the current version. */
export async function changeFacts(
  sql: Queryable,
  id: string,
  { experience_id, facts }: z.output<typeof factChanges>,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [changed] = await retrying(
    sql,
    (sql) => sql<[{ problem: SqlEnums['row_problem'] | null; version: string; refused_by: string }]>`
      select * from change_facts(
        ${vineyard_id}, ${id}, ${experience_id}, ${sql.json(facts as never)}, ${seen}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  const { problem: kind, version, refused_by: by_constraint } = changed
  if (kind === null) return ok({ version })
  return refused(kind === 'refused' ? { kind, by: by_constraint } : { kind })
}
