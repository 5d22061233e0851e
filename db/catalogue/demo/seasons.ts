import { createHash } from 'node:crypto'

import { addDays, type Day, weekdayNumber } from '../../../app/platform/days.ts'
import type { DemoExperience, Season } from './estate.ts'

/** The first and the last day of each season as MM-dd. A winter ends in the next year. */
const spans: Record<Exclude<Season, 'year'>, [from: string, until: string]> = {
  summer: ['04-01', '10-31'],
  winter: ['11-01', '03-31'],
  harvest: ['09-12', '10-25'],
  advent: ['11-15', '12-23'],
}

/** Returns the validity of a pattern: in this season of every year, beginning with the year of `today`. */
export function validityOf(season: Season, today: Day) {
  const [from, until] = season === 'year' ? [] : spans[season]
  return {
    valid_from: `${today.slice(0, 4)}-01-01`,
    valid_until: null,
    yearly_season: from && until ? { from, until, changes: [] } : null,
  }
}

/** Returns the patterns of an experience. Their ids depend on their content, so that links to slots survive a reload. */
export function patternsOf(experience: DemoExperience, today: Day) {
  return experience.timetable.flatMap(({ season, days, starts, capacity }) =>
    starts.map((start_time) => ({
      id: idFrom(`${experience.id} ${season} ${days.join('')} ${start_time}`),
      experience_id: experience.id,
      days_of_week: days,
      start_time,
      capacity,
      ...validityOf(season, today),
    })),
  )
}

/** Returns the first day with this weekday (ISO) that is at least this many days ahead. */
export function comingWeekday(today: Day, weekday: number, daysAhead: number): Day {
  const from = addDays(today, daysAhead)
  return addDays(from, (weekday - weekdayNumber(from) + 7) % 7)
}

/** Returns a UUID (version 8) that is always the same for the same text. */
export function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
