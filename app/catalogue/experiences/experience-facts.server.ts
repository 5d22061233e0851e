import type { Queryable } from '../../platform/database/database.server.ts'
import { type FactFilterName, isStatedFactName } from '../facts/fact-filters.ts'
import { hasStatedFact, suitsStatedFact } from '../facts/fact.server.ts'
import { contradictions, suitableChoices } from './experience-facts.ts'

/** Returns SQL for the visit facts of experience `e`, and for the facts that its vineyard states. */
export function visitFactColumns(sql: Queryable) {
  return sql`
    e.parking, e.station, e.step_free, e.dogs, e.children, e.food, e.facts_stated_on,
    facts_of(e.vineyard_id, e.id) as facts`
}

/** Returns SQL for whether a fact of an experience `e` suits visitors who filter by this fact. */
export function suitsVisitor(sql: Queryable, name: FactFilterName) {
  if (isStatedFactName(name)) return suitsStatedFact(sql, name)
  const column = sql(`e.${name}`)
  const [choices, contradiction] = [suitableChoices[name], contradictions[name]]
  return sql`(
    ${choices ? sql`coalesce(${column} = any (${[...choices]}::text[]), false)` : sql`${column} is not null`}
    ${contradiction ? sql`and not ${hasStatedFact(sql, contradiction.fact, [contradiction.choice])}` : sql``}
  )`
}
