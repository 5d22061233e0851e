import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'

/** A contradiction in the data: its kind (`counter`, `oversold`, `mail` …), and the noun and id of the row. */
const inconsistency = z.object({
  fault: z.string(),
  noun: z.string(),
  noun_id: z.string(),
  detail: z.string(),
})
export type Inconsistency = z.infer<typeof inconsistency>

export const consistencyCheck = z.object({
  id,
  requested_by: z.string().nullable(),
  requested_at: instant,
  steps_done: z.int(),
  finished_at: instant.nullable(),
  fault_count: z.int(),
  faults: z.array(inconsistency).meta({ description: 'The first hundred faults.' }),
})

export const consistencyChecks = z
  .object({
    steps: z.int().meta({ description: 'The number of steps of a check.' }),
    checks: z.array(consistencyCheck),
  })
  .meta({ id: 'LedgerChecks' })
