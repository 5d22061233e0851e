import { type StatedFactName, statedFactNames } from './stated-fact.ts'
import { z } from 'zod'

import { day } from '../../platform/api/fields.server.ts'

const fact = z.enum(statedFactNames as [StatedFactName, ...StatedFactName[]])
/** A fact that a vineyard states, and the day on which it was stated. */
export const statedFactShape = z.object({
  fact,
  choice: z.string(),
  detail: z.string().nullable().describe('Details in the vineyard’s own words.'),
  stated_on: day,
})

/** Facts that a vineyard states. A fact that is missing is not stated. */
export const statedFactsShape = z.array(statedFactShape)
