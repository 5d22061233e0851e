import { addDays, type Day, formatDate, formatDayBrief, isDay } from '../platform/days.ts'
import type { DraftStart } from './plan.shapes.ts'

/*
 * A season consists of the days on which a weekly start is valid. A season is between two dates or, every year, between two days
 * of the year. If a recurring season ends earlier in the year than it begins, its last day is in the next year, but it belongs to
 * the year in which it begins. SQL `valid_days_of` has the same rules.
 */

type YearlySeason = NonNullable<DraftStart['yearly_season']>
type Season = Pick<DraftStart, 'valid_from' | 'valid_until' | 'yearly_season'>
type SeasonDates = { from: Day; until: Day }

/** How many years the editor lists. Later years are listed only if their dates were changed. */
const yearsListed = 4

/**
 * Returns the usual dates of the season that begins in a year, or null if the season has no day in that year. In common years, a
 * season from 29 February begins on 1 March, and a season until 29 February ends on 28 February.
 */
export function usualDates({ from, until }: YearlySeason, year: number): SeasonDates | null {
  const lastYear = until < from ? year + 1 : year
  const dates = {
    from: isDay(`${year}-${from}`) ? `${year}-${from}` : `${year}-03-01`,
    until: isDay(`${lastYear}-${until}`) ? `${lastYear}-${until}` : `${lastYear}-02-28`,
  }
  return dates.from <= dates.until ? dates : null
}

/** Returns the season with other dates in one year. null leaves the year out, undefined restores the usual dates. */
export function changeYear(
  season: YearlySeason,
  year: number,
  dates: SeasonDates | null | undefined,
): YearlySeason {
  const others = season.changes.filter((change) => change.year !== year)
  const changed =
    dates === undefined ? [] : [{ year, from: dates?.from ?? null, until: dates?.until ?? null }]
  return { ...season, changes: [...others, ...changed].toSorted((a, b) => a.year - b.year) }
}

/** A year in the editor. `dates` is null if the year is left out. `isChanged` says whether its usual dates were changed. */
export type SeasonYear = { year: number; dates: SeasonDates | null; isChanged: boolean }

/** Returns the next `yearsListed` years whose season is not over, and all later years with changed dates. */
export function seasonsAhead({ valid_from, valid_until, yearly_season }: Season, today: Day): SeasonYear[] {
  if (!yearly_season) return []
  const first = isDay(valid_from) && valid_from > today ? valid_from : today
  const start = Number(first.slice(0, 4)) - 1
  const lastChange = Math.max(start, ...yearly_season.changes.map(({ year }) => year))
  const years = Array.from({ length: Math.max(yearsListed + 2, lastChange - start + 1) }, (_, n) => start + n)
  const seasons = years.flatMap((year) => {
    const change = yearly_season.changes.find((each) => each.year === year)
    const usual = usualDates(yearly_season, year)
    const dates = change ? datesOf(change) : usual
    const span = dates ?? usual
    const isPlanned = span && !isOver(span, first) && (valid_until === null || span.from <= valid_until)
    return isPlanned ? [{ year, dates, isChanged: change !== undefined }] : []
  })
  return seasons.filter(({ isChanged }, n) => n < yearsListed || isChanged)
}

const datesOf = ({ from, until }: YearlySeason['changes'][number]): SeasonDates | null =>
  from === null || until === null ? null : { from, until }

/** Returns whether a season has ended. An end date that is still being typed does not count as past. */
const isOver = ({ until }: SeasonDates, today: Day) => isDay(until) && until < today

/** Returns '1 April' for '2026-04-01' or '04-01', and '…' for an unfinished date. */
const formatDayOfYear = (text: string, isBrief: boolean) => {
  const day = `2028-${text.slice(-5)}`
  if (!isDay(day)) return '…'
  return isBrief ? formatDayBrief(day, day) : formatDate(day).slice(0, -5)
}

const dated = (day: Day) => (isDay(day) ? formatDate(day) : '…')

/** Returns '1 April to 31 October', or '1 Apr to 31 Oct' if brief. */
export function formatSeasonDates(
  { from, until }: Pick<YearlySeason, 'from' | 'until'>,
  { isBrief = false } = {},
): string {
  const [first, last] = [formatDayOfYear(from, isBrief), formatDayOfYear(until, isBrief)]
  return from === until ? first : `${first} to ${last}`
}

/**
 * Returns 'From 1 April 2026', '1 April to 31 October 2026', 'Only on 6 June 2026' or '1 April to 31 October, every year except
 * 2028; in 2027, 10 April to 31 October'. If `today` is given, leaves out past changes and, if the season recurs, a first day
 * that has passed.
 */
export function formatSeason({ valid_from, valid_until, yearly_season }: Season, today?: Day): string {
  if (yearly_season) {
    const begins = today === undefined || valid_from > today ? ` from ${dated(valid_from)}` : ''
    const ends = valid_until === null ? '' : ` until ${dated(valid_until)}`
    const changes = yearly_season.changes.filter((change) => {
      const span = datesOf(change) ?? usualDates(yearly_season, change.year)
      return today === undefined || (span !== null && !isOver(span, today))
    })
    const leftOut = changes.filter(({ from }) => from === null).map(({ year }) => String(year))
    const except = leftOut.length > 0 ? ` except ${new Intl.ListFormat('en-GB').format(leftOut)}` : ''
    const others = changes.flatMap((change) => {
      const dates = datesOf(change)
      return dates ? [`; in ${change.year}, ${formatSeasonDates(dates)}`] : []
    })
    return `${formatSeasonDates(yearly_season)}, every year${begins}${ends}${except}${others.join('')}`
  }
  if (valid_until === null) return `From ${dated(valid_from)}`
  if (valid_until === valid_from) return `Only on ${dated(valid_from)}`
  const begins = dated(valid_from)
  const sameYear = valid_from.slice(0, 4) === valid_until.slice(0, 4)
  return `${sameYear ? begins.slice(0, -5) : begins} to ${dated(valid_until)}`
}

/**
 * Makes a season recur every year between the same days. A season without an end, or of more than a year, gets April to October.
 */
export function makeYearly({ valid_from, valid_until }: Season): Season {
  const recurs =
    isDay(valid_from) && valid_until !== null && isDay(valid_until) && valid_until < addDays(valid_from, 365)
  const [from, until] = recurs ? [valid_from.slice(5), valid_until.slice(5)] : ['04-01', '10-31']
  return { valid_from, valid_until: null, yearly_season: { from, until, changes: [] } }
}

/** Turns a recurring season into a single season with the dates of its next recurrence. */
export function makeSingle(season: Season, today: Day): Season {
  const next = seasonsAhead(season, today).find(({ dates }) => dates !== null)?.dates
  return {
    valid_from: next?.from ?? season.valid_from,
    valid_until: next?.until ?? season.valid_until,
    yearly_season: null,
  }
}

/** Returns whether all dates of a season are filled in. */
export function isCompleteSeason({ valid_from, yearly_season }: Season): boolean {
  return (
    isDay(valid_from) &&
    (yearly_season?.changes ?? []).every(({ from, until }) => from !== '' && until !== '')
  )
}
