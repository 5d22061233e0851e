import { z } from 'zod'

import { day, id, line } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { visitFactChanges, visitFactShape } from '../experiences/experience-facts.shapes.ts'
import { statedFactShape } from './fact.shapes.ts'
import { definitionOf, longestDetail } from './facts.ts'
import { type StatedFactName, statedFactNames } from './stated-fact.ts'

/** All facts that a vineyard states, for all experiences (`experience_id` is null) or for one. */
export const vineyardFactsShape = z
  .object({
    vineyard_id: id,
    facts: z.array(statedFactShape.extend({ experience_id: id.nullable() })),
    experiences: z
      .array(z.object({ id, title: z.string(), ...visitFactShape }))
      .describe('The answers that are stored with each experience, by title; at most 100.'),
    today: day,
    version,
  })
  .meta({ id: 'VineyardFacts' })

const answer = (name: StatedFactName) =>
  z
    .strictObject({
      choice: z.enum(Object.keys(definitionOf(name).choices) as [string, ...string[]]),
      detail: line(longestDetail).nullable().default(null),
    })
    .nullable()
    .optional()

/** New answers. Each fact that is sent counts as stated today; null withdraws a fact. */
export const factChanges = z.strictObject({
  experience_id: id
    .nullable()
    .default(null)
    .describe('The experience that the answers are for; null for all experiences.'),
  facts: z.strictObject(
    Object.fromEntries(statedFactNames.map((name) => [name, answer(name)])) as Record<
      StatedFactName,
      ReturnType<typeof answer>
    >,
  ),
  visit: z
    .strictObject(visitFactChanges)
    .partial()
    .default({})
    .describe('Answers that are stored with the experience. They need `experience_id`.'),
})
