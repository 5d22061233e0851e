import { formatType } from '../../catalogue/experiences/experience.ts'
import { type FactFilterName, factFilterLabel, factFilterNames } from '../../catalogue/facts/fact-filters.ts'
import { countOf } from '../../platform/text/counts.ts'
import { type Day, formatChipDay, isDay } from '../../platform/days.ts'
import { cleanLine } from '../../platform/text/text.ts'

/**
 * The filters of a search. One experience must match all filters on experiences. Prices are inclusive, in pounds per person;
 * null means no limit.
 */
export type Filters = {
  region: string | null
  type: string | null
  date: Day | null
  /** The number of guests. If it is null, a search by day assumes one guest. Other searches use the number only to sort. */
  guests: number | null
  minPrice: number
  maxPrice: number
  /** The least duration in hours. An experience without a duration counts as one hour. */
  minDuration: number | null
  /** The highest maximum group size that an experience may have. An experience without a maximum never matches. */
  maxGroupSize: number | null
  /** Facts about the visit that must suit the visitor. Each fact counts as one filter. */
  facts: readonly FactFilterName[]
}

/** The regions and types that visible vineyards have, sorted. */
export type FilterOptions = { regions: string[]; types: string[] }

export const priceRange = { min: 0, max: 500, step: 10 } as const
export const durations = [1, 2, 3, 4, 6] as const
const longestDuration = 24
export const groupSizes = [2, 4, 6, 8, 10, 20] as const
export const mostGuests = 1000
/** At this size and above, the filter is off (specification §9). */
const unlimitedGroupSize = 50
const longestValue = 201

export const noFilters: Filters = {
  region: null,
  type: null,
  date: null,
  guests: null,
  minPrice: priceRange.min,
  maxPrice: priceRange.max,
  minDuration: null,
  maxGroupSize: null,
  facts: [],
}

/**
 * Returns the filters in the URL. If a parameter is repeated, the first one counts. An invalid value becomes the nearest valid
 * one or is left out, with a sentence in `corrections`. If `options` is null, any region and type is accepted.
 */
export function readFilters(
  params: URLSearchParams,
  today: Day,
  options: FilterOptions | null,
): { filters: Filters; corrections: string[] } {
  const corrections: string[] = []
  // Postgres rejects NUL. A control character is replaced, so that the value becomes unknown instead of empty.
  const value = (name: string) =>
    cleanLine((params.get(name) ?? '').slice(0, 10 * longestValue).replace(/[^\P{Cc}\s]/gu, '\uFFFD')).slice(
      0,
      longestValue,
    )
  const correct = (sentence: string) => {
    corrections.push(sentence)
    return null
  }

  const region = readOption(value('region'), options?.regions)
  if (region === undefined) correct('We have no vineyards in that region, so all regions are shown.')
  const type = readOption(value('type'), options?.types)
  if (type === undefined) correct('No vineyard offers that type of experience, so all types are shown.')

  const filters: Filters = {
    region: region ?? null,
    type: type ?? null,
    date: readDate(value('date'), today, correct),
    guests: readGuests(value('guests'), correct),
    ...readPrices(value('minPrice'), value('maxPrice'), correct),
    minDuration: readDuration(value('minDuration'), correct),
    maxGroupSize: readGroupSize(value('maxGroupSize'), correct),
    facts: factFilterNames.filter((name) => readFact(name, value(name), correct)),
  }
  return { filters, corrections }
}

/** Returns the number of active filters. The price range counts as one; the search term and the guests do not count. */
export function countActive(filters: Filters): number {
  const { region, type, date, minDuration, maxGroupSize, facts } = filters
  return [region, type, date, minDuration, maxGroupSize, isPriceNarrowed(filters) || null, ...facts].filter(
    (value) => value !== null,
  ).length
}

/** A removable filter: its label, and the filters without it. */
type Chip = { name: string; label: string; without: Filters }

/** Chips for region, price, type and date (specification §2), and for each fact about the visit. */
export function chipsOf(filters: Filters): Chip[] {
  const { region, type, date, minPrice, maxPrice, facts } = filters
  const chip = (name: string, label: string | false | null, change: Partial<Filters>): Chip[] =>
    label === false || label === null ? [] : [{ name, label, without: { ...filters, ...change } }]
  const { minPrice: least, maxPrice: most } = noFilters
  const price = isPriceNarrowed(filters) && `£${minPrice} - £${maxPrice}`
  return [
    chip('region', region, { region: null }),
    chip('price', price, { minPrice: least, maxPrice: most }),
    chip('type', type && formatType(type), { type: null }),
    chip('date', date && formatChipDay(date), { date: null }),
    ...facts.map((name) =>
      chip(name, factFilterLabel(name), { facts: facts.filter((fact) => fact !== name) }),
    ),
  ].flat()
}

/** Returns cleared filters that keep only the guests, because the guests belong to the search. */
export function withoutFilters({ guests }: Filters): Filters {
  return { ...noFilters, guests }
}

export function isPriceNarrowed({ minPrice, maxPrice }: Pick<Filters, 'minPrice' | 'maxPrice'>): boolean {
  return minPrice > priceRange.min || maxPrice < priceRange.max
}

/** Returns the number of guests for whom a day must have places: one, unless the visitor chose a number. */
export function partyOf({ guests }: Pick<Filters, 'guests'>): number {
  return guests ?? 1
}

type Correct = (sentence: string) => null

/** Returns the option in the list's spelling, whatever the case; undefined if the list lacks it. */
function readOption(text: string, known: string[] | undefined): string | null | undefined {
  if (text === '') return null
  if (!known || known.includes(text)) return text
  return known.find((option) => option.toLowerCase() === text.toLowerCase())
}

function readDate(text: string, today: Day, correct: Correct): Day | null {
  if (text === '') return null
  if (!isDay(text)) return correct('That isn’t a valid date, so all dates are shown.')
  if (text < today) return correct('That day has passed, so all dates are shown.')
  return text
}

function readGuests(text: string, correct: Correct): number | null {
  if (text === '') return null
  const number = readNumber(text)
  if (number === undefined) return correct('The number of guests isn’t a valid number, so it was left out.')
  const guests = Math.round(Math.min(Math.max(number, 1), mostGuests))
  if (guests !== number) correct(`Showing the results for ${countOf(guests, 'guest')}.`)
  return guests
}

function readPrices(least: string, most: string, correct: Correct): Pick<Filters, 'minPrice' | 'maxPrice'> {
  const { min, max, step } = priceRange
  const within = (price: number) => Math.min(Math.max(price, min), max)
  const [low, high] = [least === '' ? min : readNumber(least), most === '' ? max : readNumber(most)]
  const [first, second] = [low ?? min, high ?? max]
  const minPrice = within(Math.floor(Math.min(first, second) / step) * step)
  const maxPrice = within(Math.ceil(Math.max(first, second) / step) * step)
  if (minPrice !== low || maxPrice !== high)
    correct(
      `Prices go from £${min} to £${max} in steps of £${step}, so £${minPrice} to £${maxPrice} is shown.`,
    )
  return { minPrice, maxPrice }
}

function readDuration(text: string, correct: Correct): number | null {
  const hours = text === '' ? 0 : readNumber(text)
  if (hours === 0) return null
  if (hours === undefined || hours < 0)
    return correct('That isn’t a valid duration, so any duration is shown.')
  const nearest = Math.min(Math.max(Math.round(hours), 1), longestDuration)
  if (nearest !== hours) correct(`Showing experiences of ${formatMinDuration(nearest)}.`)
  return nearest
}

function readGroupSize(text: string, correct: Correct): number | null {
  const people = text === '' ? unlimitedGroupSize : readNumber(text)
  if (people === undefined || people <= 0)
    return correct('That isn’t a valid group size, so any size is shown.')
  if (people >= unlimitedGroupSize) return null
  const nearest = nearestOf(groupSizes, people)
  if (nearest !== people) correct(`Showing group sizes up to ${formatGroupSize(nearest)}.`)
  return nearest
}

function readFact(name: FactFilterName, text: string, correct: Correct): boolean {
  if (text !== '' && text !== 'yes')
    correct(`“${factFilterLabel(name)}” can only be on or off, so it was left out.`)
  return text === 'yes'
}

/** Returns a text such as '2+ hours'. */
export function formatMinDuration(hours: number): string {
  return `${hours}+ hours`
}

/** Returns a text such as '8 people'; for the largest option '20+ people'. */
export function formatGroupSize(people: number): string {
  return people === groupSizes.at(-1) ? `${people}+ people` : `${people} people`
}

/** Returns the number in the text; undefined unless it is a plain decimal number. */
function readNumber(text: string): number | undefined {
  return /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined
}

/** Returns the option nearest to the wanted number, the smaller of two equally near ones. */
function nearestOf(options: readonly number[], wanted: number): number {
  return options.reduce((best, option) =>
    Math.abs(option - wanted) < Math.abs(best - wanted) ? option : best,
  )
}
