import { type StatedFactName, statedFactNames } from './stated-fact.ts'
import { z } from 'zod'

import { day, id, line } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { definitionOf, longestDetail } from './facts.ts'

const fact = z.enum(statedFactNames as [StatedFactName, ...StatedFactName[]])
const stated = z.object({
  fact,
  choice: z.string(),
  detail: z.string().nullable().meta({ description: 'Details in the vineyard’s own words.' }),
  stated_on: day,
})

/** Facts that a vineyard states. A fact that is missing is not stated. */
export const statedFactsShape = z.array(stated)

/** All facts that a vineyard states, for all experiences (`experience_id` is null) or for one. */
export const vineyardFactsShape = z
  .object({
    vineyard_id: id,
    facts: z.array(stated.extend({ experience_id: id.nullable() })),
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
    .meta({ description: 'The experience that the answers are for; null for all experiences.' }),
  facts: z.strictObject(
    Object.fromEntries(statedFactNames.map((name) => [name, answer(name)])) as Record<
      StatedFactName,
      ReturnType<typeof answer>
    >,
  ),
})
