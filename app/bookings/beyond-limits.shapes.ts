import { z } from 'zod'

import { parseStaffSlot, type StaffSlotName } from '../availability/slot.ts'
import { mostBeyondLimits } from '../catalogue/experiences/experience.ts'
import { readWith } from '../platform/api/fields.server.ts'
import { guests } from './booking.shapes.ts'

/** The field in which staff name a slot: its id or, beyond the limits, a day and a start. */
export const staffSlot = z
  .string()
  .transform(readWith(parseStaffSlot, 'must be the id of a slot, or a day and a start'))
  .meta({
    description:
      'The id of a slot or, beyond the limits, a day and a start at which the experience is closed, as `yyyy-MM-ddTHH:mm`. The party then gets a slot of its own, which guests do not see.',
    maxLength: 47,
  })
export const beyond_limits = z
  .boolean()
  .default(false)
  .meta({
    description: `Allows a party that is too small or too large for the experience (at most ${mostBeyondLimits} guests), or a closed start. The history records who allowed this.`,
  })

/** Whether staff book beyond the capacity on purpose. */
export const overbook = z.boolean().default(false)

type Requested = {
  slot?: StaffSlotName | undefined
  number_of_guests?: number | undefined
  beyond_limits: boolean
}

/**
 * With `beyond_limits`, refuses parties above `mostBeyondLimits`. Without `beyond_limits`, refuses a day and a start in place
 * of a slot’s id.
 */
export function checkBeyondLimits(
  { slot, number_of_guests = 1, beyond_limits }: Requested,
  context: z.RefinementCtx,
) {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (beyond_limits && number_of_guests > mostBeyondLimits)
    refuse('number_of_guests', `must be at most ${mostBeyondLimits}`)
  if (!beyond_limits && slot && !('pattern_id' in slot || 'availability_id' in slot))
    refuse('slot', 'must be the id of a slot')
}

export const bookingMove = z
  .strictObject({
    slot: staffSlot.optional(),
    number_of_guests: guests.optional(),
    overbook,
    into_past: z.boolean().default(false).meta({
      description:
        'Staff only: allows a move to a slot that has begun. The guest is not emailed about the move.',
    }),
    beyond_limits,
  })
  .superRefine(checkBeyondLimits)
