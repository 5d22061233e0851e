import { z } from 'zod'

import { statedFactsShape } from '../facts/fact.shapes.ts'
import { visitChoices } from './visit-facts.ts'

function choice<Name extends keyof typeof visitChoices>(name: Name) {
  type Choice = keyof (typeof visitChoices)[Name] & string
  return z.enum(Object.keys(visitChoices[name]) as [Choice, ...Choice[]]).nullable()
}

/** The API's fields for the facts about a visit that are columns of an experience. */
export const visitFactShape = {
  parking: z.string().nullable(),
  station: z.string().nullable(),
  step_free: choice('step_free'),
  dogs: choice('dogs'),
  children: choice('children'),
  food: z.string().nullable(),
}

/** The fields with the facts about a visit in the API's responses. */
export const visitFactsSent = {
  ...visitFactShape,
  facts: statedFactsShape.meta({
    description: 'What the vineyard states for this experience, or else for all its experiences.',
  }),
}
