import { createHash } from 'node:crypto'

import { addDays, type Day, weekdayNumber } from '../../../app/platform/days.ts'
import type { DemoExperience } from './estate.ts'

export type Season = 'year' | 'summer' | 'winter' | 'harvest' | 'advent'

/** First and last day as MM-dd. A winter ends in the next year. */
const spans: Record<Season, [string, string]> = {
  year: ['01-01', '12-31'],
  summer: ['04-01', '10-31'],
  winter: ['11-01', '03-31'],
  harvest: ['09-12', '10-25'],
  advent: ['11-15', '12-23'],
}

/** Returns a season from last year to two years ahead, because guests can book a year ahead. Leaves out past ones. */
export function spansOf(season: Season, today: Day) {
  const [first, last] = spans[season]
  const thisYear = Number(today.slice(0, 4))
  return [-1, 0, 1, 2]
    .map((n) => thisYear + n)
    .map((year) => ({
      year,
      valid_from: `${year}-${first}`,
      valid_until: `${last < first ? year + 1 : year}-${last}`,
    }))
    .filter(({ valid_until }) => valid_until >= today)
}

/** Returns the patterns of an experience. Their ids depend on their content, so that links to slots survive a reload. */
export function patternsOf(experience: DemoExperience, today: Day) {
  return experience.timetable.flatMap(({ season, days, starts, capacity }) =>
    spansOf(season, today).flatMap(({ year, valid_from, valid_until }) =>
      starts.map((start_time) => ({
        id: idFrom(`${experience.id} ${season} ${year} ${days.join('')} ${start_time}`),
        experience_id: experience.id,
        days_of_week: days,
        start_time,
        capacity,
        valid_from,
        valid_until,
      })),
    ),
  )
}

/** Returns the first day with a weekday (ISO) at least this many days ahead. */
export function comingWeekday(today: Day, weekday: number, daysAhead: number): Day {
  const from = addDays(today, daysAhead)
  return addDays(from, (weekday - weekdayNumber(from) + 7) % 7)
}

/** Returns a UUID (version 8) that is the same for the same text. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
