import { type Day, formatDate, weekdayNames } from '../platform/days.ts'

/** 'Every day', 'Wednesday to Sunday', 'Saturday, Sunday'. ISO weekdays, 1 for Monday. */
export function formatWeekdays(days: readonly number[]): string {
  const sorted = days.toSorted((one, other) => one - other)
  const [first, last] = [sorted[0] ?? 1, sorted.at(-1) ?? 1]
  if (sorted.length === 7) return 'Every day'
  if (sorted.length > 2 && last - first === sorted.length - 1)
    return `${weekdayNames[first - 1]} to ${weekdayNames[last - 1]}`
  return sorted.map((day) => weekdayNames[day - 1]).join(', ')
}

/** 'From 1 April 2026', '1 April to 31 October 2026', '24 December 2026 to 4 January 2027', 'Only on 6 June 2026'. */
export function formatSeason(from: Day, until: Day | null): string {
  if (until === null) return `From ${formatDate(from)}`
  if (until === from) return `Only on ${formatDate(from)}`
  const begins = formatDate(from)
  const sameYear = from.slice(0, 4) === until.slice(0, 4)
  return `${sameYear ? begins.slice(0, -5) : begins} to ${formatDate(until)}`
}
