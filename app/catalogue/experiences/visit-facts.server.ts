import { z } from 'zod'

import type { Queryable } from '../../platform/database/database.server.ts'
import { suitableChoices, type VisitFactName, visitChoices } from './visit-facts.ts'

function choice<Name extends keyof typeof visitChoices>(name: Name) {
  type Choice = keyof (typeof visitChoices)[Name] & string
  return z.enum(Object.keys(visitChoices[name]) as [Choice, ...Choice[]]).nullable()
}

/** The API's fields of the facts about a visit. */
export const visitFactShape = {
  parking: z.string().nullable(),
  station: z.string().nullable(),
  step_free: choice('step_free'),
  dogs: choice('dogs'),
  children: choice('children'),
  food: z.string().nullable(),
}

/** SQL: the facts about a visit of an experience `e`. */
export function visitFactColumns(sql: Queryable) {
  return sql`e.parking, e.station, e.step_free, e.dogs, e.children, e.food`
}

/** SQL: whether a fact of an experience `e` suits visitors who ask for it. */
export function suitsVisitor(sql: Queryable, name: VisitFactName) {
  const column = sql(`e.${name}`)
  const choices = suitableChoices[name]
  return choices
    ? sql`coalesce(${column} = any (${[...choices]}::text[]), false)`
    : sql`(${column} is not null)`
}
