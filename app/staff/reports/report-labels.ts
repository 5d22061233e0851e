import {
  type Day,
  formatDate,
  formatDay,
  formatDayBrief,
  formatDayInList,
  formatMonth,
  formatMonthBrief,
  monthOf,
} from '../../platform/days.ts'
import { formatPounds } from '../../platform/money.ts'
import { countOf } from '../../platform/text/counts.ts'
import type { By } from './report.ts'
import type { Demand, Figures, Report, ReportLine } from './report.shapes.ts'

export const spanLabels: Record<By, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  experience: 'Experience',
}

export const demandReasons: Record<Demand['reason'], string> = {
  full: 'Too few places left',
  gone: 'The time no longer exists',
  late: 'Too late to book online',
  price: 'The price had changed',
  group_size: 'The party was too small or too large',
  none_found: 'A search found nothing',
}

/** Returns the title of a line: 'Sat 13 Jun 2026', 'Week of 8 June 2026', 'June 2026', or the experience's title. */
export function titleOf({ key, title }: Pick<ReportLine, 'key' | 'title'>, by: By): string {
  if (title !== null) return title
  if (by === 'day') return formatDayInList(key)
  return by === 'week' ? `Week of ${formatDate(key)}` : formatMonth(monthOf(key))
}

/** Returns a short title of a line for the axis of a chart. */
export function briefTitleOf({ key, title }: Pick<ReportLine, 'key' | 'title'>, by: By, today: Day): string {
  if (title !== null) return title
  return by === 'month' ? formatMonthBrief(monthOf(key)) : formatDayBrief(key, today)
}

/** Returns the span of a report, such as '1 June 2026 to 30 June 2026', or a single day. */
export function formatSpan({ from, until }: Pick<Report, 'from' | 'until'>): string {
  return from === until ? formatDay(from) : `${formatDate(from)} to ${formatDate(until)}`
}

/** Returns the heading of the page, such as '£120.00 earned and £60.00 expected from 9 guests'. */
export function headlineOf({ bookings, guests, earned, expected }: Figures): string {
  if (bookings === 0) return 'No bookings on these days'
  const amounts = [
    (earned > 0 || expected === 0) && `${formatPounds(earned)} earned`,
    expected > 0 && `${formatPounds(expected)} expected`,
  ].filter(Boolean)
  return `${amounts.join(' and ')} from ${countOf(guests, 'guest')}`
}

/** Returns a share such as '62%', or a dash if there is no share. */
export function formatShare(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)}%`
}

/** Returns a number of days such as '5 days', '1 day' or 'same day', or a dash if there are no bookings. */
export function formatLead(days: number | null): string {
  if (days === null) return '–'
  const whole = Math.round(days)
  return whole === 0 ? 'same day' : countOf(whole, 'day')
}
