import { z } from 'zod'

import { id, instant, line } from '../../platform/api/fields.server.ts'
import { beyond_limits, checkBeyondLimits, overbook, staffSlot } from '../beyond-limits.shapes.ts'
import { attendances } from '../booking.ts'
import { guests, takenAt } from '../booking.shapes.ts'

export const attendance = z.enum(attendances).nullable()

/** A mark that a device sends. */
export const newMark = z.strictObject({
  reference: line(40).meta({
    description:
      'The booking’s reference, or the Idempotency-Key of a walk-in that has no reference on this device yet.',
  }),
  attendance,
  arrived_guests: guests.nullable().default(null),
  marked_at: instant.meta({
    description:
      'When the mark was made. A time more than five minutes ahead is stored as five minutes from now.',
  }),
  seen_at: instant
    .nullable()
    .default(null)
    .meta({ description: '`marked_at` of the mark that the device showed, or null.' }),
})

/** A party at the gate that a device sends. */
export const walkIn = z
  .strictObject({
    experience_id: id,
    slot: staffSlot,
    number_of_guests: guests,
    guest_name: line(120).nullable().default(null),
    overbook: overbook.meta({
      description:
        'Whether to book beyond the capacity. Send true for a walk-in that was recorded without a connection.',
    }),
    beyond_limits,
    taken_at: takenAt,
  })
  .superRefine(checkBeyondLimits)
