import { policy } from '../../people/sign-in/policy.ts'
import { addDays, addMonths, type Day, monthOf, weekdayNumber } from '../../platform/days.ts'

/* A report covers visits on London days. `earned`: the price of completed visits, money kept from no-shows and cancellations.
   `expected`: the price of pending and confirmed visits. `money_taken`: payments and sales less refunds, by day of payment.
   `guests` includes guests who were `not_marked`. `lead`: the median number of days booked ahead. `refused`: failed bookings. */

export const reportSpans = ['day', 'week', 'month', 'experience'] as const
/** The span that each line of a report covers, or 'experience' for a line per experience. */
export type By = (typeof reportSpans)[number]

/** The most days that a report may cover. */
export const maxReportDays: Record<By, number> = { day: 370, week: 800, month: 1850, experience: 1850 }

/** Returns the first day of the span that contains a day. Weeks begin on Monday. */
export function firstOf(span: Exclude<By, 'experience'>, day: Day): Day {
  if (span === 'day') return day
  return span === 'week' ? addDays(day, 1 - weekdayNumber(day)) : `${monthOf(day)}-01`
}

/** Returns the first day of the span that follows the span beginning on `first`. */
export function nextSpan(span: Exclude<By, 'experience'>, first: Day): Day {
  return span === 'month' ? `${addMonths(monthOf(first), 1)}-01` : addDays(first, span === 'week' ? 7 : 1)
}

export const reportPolicy = {
  read: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its reports; admins read all.",
  ),
}

/** Returns the share of places taken, or null without places. The share is above 1 if the span is overbooked. */
export function occupancyOf({ places, taken }: { places: number; taken: number }): number | null {
  return places === 0 ? null : taken / places
}

/** Returns the share of bookings that were cancelled, or null without bookings. */
export function cancelledShare({
  bookings,
  cancelled,
}: {
  bookings: number
  cancelled: number
}): number | null {
  return bookings + cancelled === 0 ? null : cancelled / (bookings + cancelled)
}

type Preset = { label: string; from: Day; until: Day; by: By }

/** Returns the spans that are shown as tabs. The first span is the default. */
export function presets(today: Day): [Preset, ...Preset[]] {
  const month = monthOf(today)
  const year = today.slice(0, 4)
  const monthBefore = addMonths(month, -1)
  const lastOf = (of: string) => addDays(`${addMonths(of, 1)}-01`, -1)
  return [
    { label: 'This month', from: `${month}-01`, until: lastOf(month), by: 'day' },
    { label: 'Last month', from: `${monthBefore}-01`, until: lastOf(monthBefore), by: 'day' },
    {
      label: 'Last 12 weeks',
      from: addDays(firstOf('week', today), -77),
      until: addDays(firstOf('week', today), 6),
      by: 'week',
    },
    { label: 'This year', from: `${year}-01-01`, until: `${year}-12-31`, by: 'month' },
    {
      label: 'Last year',
      from: `${Number(year) - 1}-01-01`,
      until: `${Number(year) - 1}-12-31`,
      by: 'month',
    },
  ]
}
