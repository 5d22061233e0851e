import { addDays, addMonths, type Day, monthOf, weekdayNumber } from '../platform/days.ts'

/*
 * Totals exist for whole weeks, months and years; the days around them are read one by one.
 */

export type ReportSpan = 'day' | 'week' | 'month' | 'year'

/** Consecutive spans of one kind: the first days of the first and the last, and the day after the last (`until`). */
export type SpanPart = { span: ReportSpan; from: Day; last: Day; until: Day }

/** Returns the first day of the span that contains a day; weeks begin on Monday. */
export function firstOf(span: ReportSpan, day: Day): Day {
  if (span === 'day') return day
  if (span === 'week') return addDays(day, 1 - weekdayNumber(day))
  return span === 'month' ? `${monthOf(day)}-01` : `${day.slice(0, 4)}-01-01`
}

/** Returns the first day of the span that begins `times` spans later. */
export function after(span: ReportSpan, first: Day, times = 1): Day {
  if (span === 'day' || span === 'week') return addDays(first, (span === 'week' ? 7 : 1) * times)
  return `${addMonths(monthOf(first), (span === 'month' ? 1 : 12) * times)}-01`
}

/**
 * Cuts a range of days (both included) into as few parts as these spans allow, the largest first. The rest are days.
 */
export function cutUp(from: Day, until: Day, [span = 'day', ...smaller]: ReportSpan[]): SpanPart[] {
  if (from > until) return []
  const begun = firstOf(span, from)
  const first = begun === from ? begun : after(span, begun)
  const end = firstOf(span, addDays(until, 1))
  if (first >= end) return span === 'day' ? [] : cutUp(from, until, smaller)
  return [
    { span, from: first, last: after(span, end, -1), until: end },
    ...cutUp(from, addDays(first, -1), smaller),
    ...cutUp(end, until, smaller),
  ]
}

/** A part to add or to subtract. */
export type SignedPart = SpanPart & { sign: 1 | -1 }

/**
 * The same for totals that can also be subtracted: of a nearly whole year, reads the year less the months and days that are
 * not part of the range.
 */
export function cutOutOfYears(from: Day, until: Day): SignedPart[] {
  const signed = (sign: 1 | -1, parts: SpanPart[]) => parts.map((part) => ({ ...part, sign }))
  const end = addDays(until, 1)
  const [first, last] = [nearestYear(from), nearestYear(end)]
  if (first >= last) return signed(1, cutUp(from, until, ['month']))
  const upTo = (one: Day, other: Day) => cutUp(one, addDays(other, -1), ['month'])
  return [
    ...signed(1, cutUp(first, addDays(last, -1), ['year'])),
    ...(from < first ? signed(1, upTo(from, first)) : signed(-1, upTo(first, from))),
    ...(last < end ? signed(1, upTo(last, end)) : signed(-1, upTo(end, last))),
  ]
}

/** Returns the 1 January nearest to a day. */
function nearestYear(day: Day): Day {
  const begun = firstOf('year', day)
  return day.slice(5) <= '07-01' ? begun : after('year', begun)
}
