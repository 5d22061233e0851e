import type { Queryable } from '../../platform/database/database.server.ts'
import { factList } from './facts.ts'
import type { StatedFact, StatedFactName } from './stated-fact.ts'

/** Returns SQL for whether a stated fact of experience `e` suits visitors. */
export const suitsStatedFact = (sql: Queryable, fact: StatedFactName) =>
  hasStatedFact(sql, fact, factList[fact].suits)

/**
 * Returns SQL for whether a stated fact of experience `e` is one of these choices. The experience's answer overrides the
 * vineyard's.
 */
export function hasStatedFact(sql: Queryable, fact: StatedFactName, choices: readonly string[]) {
  const suits = sql`f.choice = any (${[...choices]}::text[])`
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
