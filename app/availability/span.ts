import type { z } from 'zod'

import { countDays, type Day } from '../platform/days.ts'

/** As many days after its first a span may end: what one call reads. */
export const longestSlotSpan = 400

/** Refuses a span of two days, by the names of its fields, that ends before it begins or is longer than a call reads. */
export function endsInTime<First extends string, Last extends string>(first: First, last: Last) {
  return (asked: Record<First | Last, Day>, context: z.RefinementCtx): void => {
    const days = countDays(asked[first], asked[last])
    const message =
      days < 1
        ? `must not be before ${first}`
        : days > longestSlotSpan + 1
          ? `must be at most ${longestSlotSpan} days after ${first}`
          : undefined
    if (message) context.addIssue({ code: 'custom', path: [last], message })
  }
}
