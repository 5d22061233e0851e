import {
  addDays,
  addMonths,
  type Day,
  daysOfMonth,
  formatDay,
  formatMonth,
  isDay,
  monthOf,
  weekdayNumber,
} from '../platform/days.ts'

/** How much of the calendar is looked at. */
export const calendarViews = ['month', 'week', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

/** A view around a day, as an address asks for it; what it does not say is a month, around `today`. */
export function viewAsked(asked: URLSearchParams, today: Day): { view: CalendarView; on: Day } {
  const view = calendarViews.find((one) => one === asked.get('view')) ?? 'month'
  const on = asked.get('on') ?? ''
  return { view, on: isDay(on) ? on : today }
}

/** The first and the last day that a view shows. */
export function daysOfView({ view, on }: { view: CalendarView; on: Day }): { from: Day; until: Day } {
  if (view === 'day') return { from: on, until: on }
  if (view === 'week') {
    const monday = addDays(on, 1 - weekdayNumber(on))
    return { from: monday, until: addDays(monday, 6) }
  }
  const days = daysOfMonth(monthOf(on))
  return { from: days[0] ?? on, until: days.at(-1) ?? on }
}

/** The day that the same view is around, one further or one back. */
export function stepped({ view, on }: { view: CalendarView; on: Day }, by: 1 | -1): Day {
  if (view === 'day') return addDays(on, by)
  if (view === 'week') return addDays(on, 7 * by)
  return `${addMonths(monthOf(on), by)}-01`
}

/** What the view is called. */
export function viewTitle({ view, on }: { view: CalendarView; on: Day }): string {
  if (view === 'day') return formatDay(on)
  if (view === 'month') return formatMonth(monthOf(on))
  return `Week of ${formatDay(daysOfView({ view, on }).from)}`
}
