import { z } from 'zod'

import type { Queryable } from '../platform/database.server.ts'
import { visitChoices } from './visit-facts.ts'

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
