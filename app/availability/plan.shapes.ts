import { z } from 'zod'

import { day, id, timeShown } from '../platform/api/fields.server.ts'
import { version } from '../platform/api/version.server.ts'
import { patternFields, shownPattern } from './pattern.shapes.ts'

/** A weekly start in the plan editor. `id` is null for a new start. */
export type DraftStart = z.infer<typeof draftStart>
const draftStart = z.strictObject({ id: id.nullable(), ...patternFields })
export const draftStarts = z
  .array(draftStart)
  .max(100)
  .superRefine((starts, context) => {
    const ids = new Set<string>()
    for (const [index, { id, valid_from, valid_until }] of starts.entries()) {
      if (valid_until !== null && valid_until < valid_from)
        context.addIssue({
          code: 'custom',
          path: [index, 'valid_until'],
          message: 'must not be before valid_from',
        })
      if (id !== null && ids.has(id))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must not occur twice' })
      if (id !== null) ids.add(id)
    }
  })

export const planShape = z
  .object({
    experience_id: id,
    patterns: z.array(z.object(shownPattern)),
    version,
    today: day.meta({ description: 'Today’s date in London.' }),
  })
  .meta({ id: 'AvailabilityPlan' })

/** One start of a plan on one day. Closed starts, and starts in skipped hours, are included. */
export type PlannedStart = z.infer<typeof plannedStart>
export const plannedStart = z.object({
  slot_date: day,
  start_time: timeShown,
  planned: z.int().meta({ description: 'The capacity of the pattern, before exceptions.' }),
  capacity: z.int().meta({ description: 'The capacity after exceptions; 0 if closed or skipped.' }),
  taken: z.int().meta({ description: 'The number of places taken, including overbooked places.' }),
  closed: z.boolean(),
  skipped: z.boolean().meta({ description: 'Whether the clocks skip this hour.' }),
  exception_id: id.nullable(),
})
