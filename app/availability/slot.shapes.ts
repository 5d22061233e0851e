import { z } from 'zod'

import { day, id, instant, timeShown, whole } from '../platform/api/fields.server.ts'
import { countDays, type Day } from '../platform/days.ts'

/** The most days from the first day of a span to its last day. */
export const maxSlotSpan = 400

/** Returns a check of the span between two named fields: it must end on or after its first day and not be too long. */
export function checkSpan<First extends string, Last extends string>(first: First, last: Last) {
  return (span: Record<First | Last, Day>, context: z.RefinementCtx): void => {
    const days = countDays(span[first], span[last])
    const message =
      days < 1
        ? `must not be before ${first}`
        : days > maxSlotSpan + 1
          ? `must be at most ${maxSlotSpan} days after ${first}`
          : undefined
    if (message) context.addIssue({ code: 'custom', path: [last], message })
  }
}

export const slotShape = z
  .object({
    id: z.string(),
    pattern_id: id.nullable(),
    availability_id: id.nullable(),
    slot_date: day,
    start_time: timeShown,
    end_time: timeShown,
    starts_at: instant,
    ends_at: instant,
    capacity: z.int(),
    remaining: z.int(),
  })
  .meta({ id: 'Slot' })

export const openDayShape = z.object({
  id: day,
  slot_date: day,
  largest_party: z.int().meta({ description: 'The largest party that one of its slots could take.' }),
  remaining: z.int(),
})

export const generatedSpan = z
  .strictObject({ p_experience_id: id, p_start_date: day, p_end_date: day })
  .superRefine(checkSpan('p_start_date', 'p_end_date'))

/** A row of the specification's remote function, with additional fields for booking pages. */
export type GeneratedSlot = z.infer<typeof generatedSlot>
export const generatedSlot = z.object({
  pattern_id: id,
  slot_date: day,
  start_time: timeShown,
  end_time: timeShown,
  capacity: whole(0, 10_000),
  remaining: whole(0, 10_000),
})

/** A slot with more people than places. Visitors see 0 places left. */
export const overbookedSlot = z.object({
  experience_id: id,
  pattern_id: id.nullable(),
  availability_id: id.nullable(),
  slot_date: day,
  start_time: timeShown,
  capacity: z.int(),
  sold: z.int(),
  over_by: z.int(),
})
export type OverbookedSlot = z.infer<typeof overbookedSlot>
