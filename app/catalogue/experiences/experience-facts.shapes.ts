import { z } from 'zod'

import { statedFactsShape } from '../facts/fact.shapes.ts'
import { day, line } from '../../platform/api/fields.server.ts'
import { visitChoices, type VisitFactName } from './experience-facts.ts'

function choice<Name extends keyof typeof visitChoices>(name: Name) {
  type Choice = keyof (typeof visitChoices)[Name] & string
  return z.enum(Object.keys(visitChoices[name]) as [Choice, ...Choice[]]).nullable()
}

/** The API's fields for those visit facts that are stored as columns of an experience. */
export const visitFactShape = {
  parking: z.string().nullable(),
  station: z.string().nullable(),
  step_free: choice('step_free'),
  dogs: choice('dogs'),
  children: choice('children'),
  food: z.string().nullable(),
}

/** The API's request fields for those visit facts that are stored as columns of an experience. */
export const visitFactChanges = {
  ...visitFactShape,
  parking: line(200).nullable(),
  station: line(200).nullable(),
  food: line(200).nullable(),
}

/** The API's response fields for all visit facts. */
export const visitFactsSent = {
  ...visitFactShape,
  facts_stated_on: z
    .object({
      parking: day,
      station: day,
      step_free: day,
      dogs: day,
      children: day,
      food: day,
    } satisfies Record<VisitFactName, typeof day>)
    .partial()
    .describe(
      'The days on which the vineyard stated the facts above. A fact has no day if it was stated before days were recorded.',
    ),
  facts: statedFactsShape.describe(
    'The facts that the vineyard states for this experience or, without such a statement, for all its experiences.',
  ),
}
