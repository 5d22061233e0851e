import type { Queryable } from '../../platform/database/database.server.ts'
import { suitableChoices, type VisitFactName } from './visit-facts.ts'

/** Returns SQL for the facts about a visit of an experience `e`. */
export function visitFactColumns(sql: Queryable) {
  return sql`e.parking, e.station, e.step_free, e.dogs, e.children, e.food`
}

/** Returns SQL for whether a fact of an experience `e` suits visitors who filter by this fact. */
export function suitsVisitor(sql: Queryable, name: VisitFactName) {
  const column = sql(`e.${name}`)
  const choices = suitableChoices[name]
  return choices
    ? sql`coalesce(${column} = any (${[...choices]}::text[]), false)`
    : sql`(${column} is not null)`
}
