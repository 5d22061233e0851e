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
} from '../../platform/days.ts'

export const calendarViews = ['month', 'week', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Returns the view and the day that a URL asks for. The default is the month of `today`. */
export function readView(search: URLSearchParams, today: Day): { view: CalendarView; on: Day } {
  const view = calendarViews.find((each) => each === search.get('view')) ?? 'month'
  const on = search.get('on') ?? ''
  return { view, on: isDay(on) ? on : today }
}

/** Returns the first and last day that a view shows. */
export function daysOfView({ view, on }: { view: CalendarView; on: Day }): { from: Day; until: Day } {
  if (view === 'day') return { from: on, until: on }
  if (view === 'week') {
    const monday = addDays(on, 1 - weekdayNumber(on))
    return { from: monday, until: addDays(monday, 6) }
  }
  const days = daysOfMonth(monthOf(on))
  return { from: days[0] ?? on, until: days.at(-1) ?? on }
}

/** Returns a day in the next view, or in the previous view if `by` is -1. */
export function stepView({ view, on }: { view: CalendarView; on: Day }, by: 1 | -1): Day {
  if (view === 'day') return addDays(on, by)
  if (view === 'week') return addDays(on, 7 * by)
  return `${addMonths(monthOf(on), by)}-01`
}

/** Returns the title of a view, such as 'Monday 8 June 2026', 'June 2026' or 'Week of Monday 8 June 2026'. */
export function viewTitle({ view, on }: { view: CalendarView; on: Day }): string {
  if (view === 'day') return formatDay(on)
  if (view === 'month') return formatMonth(monthOf(on))
  return `Week of ${formatDay(daysOfView({ view, on }).from)}`
}
