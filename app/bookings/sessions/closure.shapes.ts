import { z } from 'zod'

import { day, id, instant, line, time, timeShown, whole } from '../../platform/api/fields.server.ts'
import { cancellation } from '../booking.shapes.ts'

export const exceptionShape = z
  .object({
    id,
    vineyard_id: id,
    experience_id: id.nullable(),
    pattern_id: id.nullable(),
    starts_on: day,
    ends_on: day,
    from_time: timeShown.nullable(),
    until_time: timeShown.nullable(),
    capacity: z.int().nullable().meta({ description: 'Null for a closure.' }),
    reason: z.string().nullable(),
    source: z.enum(['staff', 'feed']),
    created_at: instant,
    undo: z.object({ bookings: z.int(), seconds: z.number() }).nullable().meta({
      description:
        'How many bookings the closure cancelled, and for how many seconds staff can still undo the closure; null after that.',
    }),
  })
  .meta({ id: 'AvailabilityException' })

export const newException = z
  .strictObject({
    vineyard_id: id,
    experience_id: id.nullable().default(null),
    pattern_id: id.nullable().default(null),
    starts_on: day,
    ends_on: day,
    from_time: time.nullable().default(null),
    until_time: time.nullable().default(null),
    capacity: whole(0, 10_000).nullable().meta({ description: 'The new capacity, or null for a closure.' }),
    reason: line(200).nullable().default(null),
    bookings: z
      .enum(['keep', 'cancel'])
      .optional()
      .meta({
        description:
          'Whether to keep or cancel the bookings that a closure affects. Without it, a closure with bookings or held ' +
          'places is refused.',
      }),
    cancellation: cancellation.optional(),
  })
  .superRefine(({ starts_on, ends_on, from_time, until_time, experience_id, pattern_id }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (ends_on < starts_on) refuse('ends_on', 'must not be before starts_on')
    if ((from_time === null) !== (until_time === null))
      refuse('until_time', 'is required with from_time, and only then')
    else if (from_time !== null && until_time !== null && until_time.slice(0, 5) <= from_time.slice(0, 5))
      refuse('until_time', 'must be after from_time')
    if (pattern_id !== null && experience_id === null) refuse('experience_id', 'is required with pattern_id')
  })

/** A new exception, and the bookings and held places that it affects. */
export const addedException = z.object({
  id,
  bookings: z.int(),
  guests: z.int(),
  without_email: z.int(),
  held: z.int(),
  groups: z.array(z.string()).optional(),
  over_by: z.int().optional().meta({
    description: 'How many guests of upcoming sessions are beyond the new capacity.',
  }),
})

export const exceptionFilters = z.object({
  vineyard_id: id.optional(),
  experience_id: id.optional(),
  from: day.optional(),
  until: day.optional(),
})
