import { addDays, addMonths, type Day, monthOf, weekdayNumber } from '../platform/days.ts'

/*
 * Totals are stored by week, month and year. A report adds up whole ones, and reads the days around them singly.
 */

export type ReportSpan = 'day' | 'week' | 'month' | 'year'

/** Consecutive whole spans: `from` and `last` are the first days of the first and last, `until` is the day after them. */
export type SpanPart = { span: ReportSpan; from: Day; last: Day; until: Day }

/** Returns the first day of the span that contains a day. Weeks begin on Monday. */
export function firstOf(span: ReportSpan, day: Day): Day {
  if (span === 'day') return day
  if (span === 'week') return addDays(day, 1 - weekdayNumber(day))
  return span === 'month' ? `${monthOf(day)}-01` : `${day.slice(0, 4)}-01-01`
}

/** Returns the first day of the next span, or of the one `times` spans later. */
export function nextSpan(span: ReportSpan, first: Day, times = 1): Day {
  if (span === 'day' || span === 'week') return addDays(first, (span === 'week' ? 7 : 1) * times)
  return `${addMonths(monthOf(first), (span === 'month' ? 1 : 12) * times)}-01`
}

/** Splits the days from one to another, both included, into as few parts as these spans (largest first) and days allow. */
export function splitSpan(from: Day, until: Day, [span = 'day', ...smaller]: ReportSpan[]): SpanPart[] {
  if (from > until) return []
  const begun = firstOf(span, from)
  const first = begun === from ? begun : nextSpan(span, begun)
  const end = firstOf(span, addDays(until, 1))
  if (first >= end) return span === 'day' ? [] : splitSpan(from, until, smaller)
  return [
    { span, from: first, last: nextSpan(span, end, -1), until: end },
    ...splitSpan(from, addDays(first, -1), smaller),
    ...splitSpan(end, until, smaller),
  ]
}

/** A part to add, or to subtract. */
export type SignedPart = SpanPart & { sign: 1 | -1 }

/** The same for counts that can be subtracted: a nearly whole year is read whole, less its other months and days. */
export function splitByYears(from: Day, until: Day): SignedPart[] {
  const signed = (sign: 1 | -1, parts: SpanPart[]) => parts.map((part) => ({ ...part, sign }))
  const end = addDays(until, 1)
  const [first, last] = [nearestYear(from), nearestYear(end)]
  if (first >= last) return signed(1, splitSpan(from, until, ['month']))
  const monthsBetween = (start: Day, stop: Day) => splitSpan(start, addDays(stop, -1), ['month'])
  return [
    ...signed(1, splitSpan(first, addDays(last, -1), ['year'])),
    ...(from < first ? signed(1, monthsBetween(from, first)) : signed(-1, monthsBetween(first, from))),
    ...(last < end ? signed(1, monthsBetween(last, end)) : signed(-1, monthsBetween(end, last))),
  ]
}

/** Returns the 1 January nearest to a day. */
function nearestYear(day: Day): Day {
  const begun = firstOf('year', day)
  return day.slice(5) <= '07-01' ? begun : nextSpan('year', begun)
}
