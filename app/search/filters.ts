import { type Day, isDay } from '../platform/days.ts'

/**
 * What somebody looks for besides words. All that concerns experiences must hold on one and the same experience. Prices
 * are pounds a person, inclusive; null means that it does not matter.
 */
export type Filters = {
  region: string | null
  type: string | null
  date: Day | null
  /** Null where nobody said; a day is then looked at for one person. */
  guests: number | null
  minPrice: number
  maxPrice: number
  /** Whole hours. An experience of unknown length lasts one. */
  minDuration: number | null
  /** At most so many people; an experience without a maximum never fits. */
  maxGroupSize: number | null
}

/** The values that visible vineyards and their active experiences have, sorted. */
export type FilterOptions = { regions: string[]; types: string[] }

export const priceRange = { min: 0, max: 500, step: 10 } as const
export const durations = [1, 2, 3, 4, 6] as const
const longestDuration = 24
export const groupSizes = [2, 4, 6, 8, 10, 20] as const
export const mostGuests = 1000
const leastUnlimitedGroup = 50
const longestWord = 201

export const noFilters: Filters = {
  region: null,
  type: null,
  date: null,
  guests: null,
  minPrice: priceRange.min,
  maxPrice: priceRange.max,
  minDuration: null,
  maxGroupSize: null,
}

/**
 * Reads filters from an address: of repeated parameters the first, blank ones as absent, unknown ones not at all. What
 * makes no sense becomes the nearest that does, and `corrections` says so in sentences. Null options are ones that
 * could not be read: any region and type is then taken at its word.
 */
export function readFilters(
  params: URLSearchParams,
  today: Day,
  options: FilterOptions | null,
): { filters: Filters; corrections: string[] } {
  const corrections: string[] = []
  const said = (name: string) => (params.get(name) ?? '').normalize('NFC').trim().slice(0, longestWord)
  const correct = (sentence: string) => {
    corrections.push(sentence)
    return null
  }

  const region = readOption(said('region'), options?.regions)
  if (region === undefined) correct('No vineyard is listed in that region, so all regions are shown.')
  const type = readOption(said('type'), options?.types)
  if (type === undefined) correct('Nobody offers that type of experience, so all types are shown.')

  const filters: Filters = {
    region: region ?? null,
    type: type ?? null,
    date: readDate(said('date'), today, correct),
    guests: readGuests(said('guests'), correct),
    ...readPrices(said('minPrice'), said('maxPrice'), correct),
    minDuration: readDuration(said('minDuration'), correct),
    maxGroupSize: readGroupSize(said('maxGroupSize'), correct),
  }
  return { filters, corrections }
}

/** How many filters are on: the six that have a meaning by themselves, so neither words nor guests. */
export function countActive(filters: Filters): number {
  const { region, type, date, minDuration, maxGroupSize } = filters
  return [region, type, date, minDuration, maxGroupSize, isPriceNarrowed(filters) || null].filter(
    (value) => value !== null,
  ).length
}

/** Without any filter. Guests are part of the search, so they stay. */
export function withoutFilters({ guests }: Filters): Filters {
  return { ...noFilters, guests }
}

export function isPriceNarrowed({ minPrice, maxPrice }: Pick<Filters, 'minPrice' | 'maxPrice'>): boolean {
  return minPrice > priceRange.min || maxPrice < priceRange.max
}

/** The people a day must have places for. */
export function partyOf({ guests }: Pick<Filters, 'guests'>): number {
  return guests ?? 1
}

type Correct = (sentence: string) => null

/** The option as it is written in the list; undefined where the list knows none like it. */
function readOption(text: string, known: string[] | undefined): string | null | undefined {
  if (text === '') return null
  if (!known || known.includes(text)) return text
  return known.find((option) => option.toLowerCase() === text.toLowerCase())
}

function readDate(text: string, today: Day, correct: Correct): Day | null {
  if (text === '') return null
  if (!isDay(text)) return correct('That is no day of the calendar, so any date is shown.')
  if (text < today) return correct('That day has passed, so any date is shown.')
  return text
}

function readGuests(text: string, correct: Correct): number | null {
  if (text === '') return null
  const number = readNumber(text)
  if (number === undefined) return correct('The number of guests was no number, so it is left open.')
  const guests = Math.round(Math.min(Math.max(number, 1), mostGuests))
  if (guests !== number) correct(`The number of guests is taken as ${guests}.`)
  return guests
}

function readPrices(least: string, most: string, correct: Correct): Pick<Filters, 'minPrice' | 'maxPrice'> {
  const { min, max, step } = priceRange
  const within = (price: number) => Math.min(Math.max(price, min), max)
  const [low, high] = [least === '' ? min : readNumber(least), most === '' ? max : readNumber(most)]
  const [one, other] = [low ?? min, high ?? max]
  const minPrice = within(Math.floor(Math.min(one, other) / step) * step)
  const maxPrice = within(Math.ceil(Math.max(one, other) / step) * step)
  if (minPrice !== low || maxPrice !== high)
    correct(`Prices go from £${min} to £${max} in steps of £${step}: £${minPrice} to £${maxPrice} is shown.`)
  return { minPrice, maxPrice }
}

function readDuration(text: string, correct: Correct): number | null {
  const hours = text === '' ? 0 : readNumber(text)
  if (hours === 0) return null
  if (hours === undefined || hours < 0) return correct('That is no duration, so any duration is shown.')
  const nearest = Math.min(Math.max(Math.round(hours), 1), longestDuration)
  if (nearest !== hours) correct(`The duration is taken as ${formatMinDuration(nearest)}.`)
  return nearest
}

function readGroupSize(text: string, correct: Correct): number | null {
  const people = text === '' ? leastUnlimitedGroup : readNumber(text)
  if (people === undefined || people <= 0) return correct('That is no group size, so any size is shown.')
  if (people >= leastUnlimitedGroup) return null
  const nearest = nearestOf(groupSizes, people)
  if (nearest !== people) correct(`The group size is taken as ${formatGroupSize(nearest)}.`)
  return nearest
}

/** '2+ hours', as the dropdown says. */
export function formatMinDuration(hours: number): string {
  return `${hours}+ hours`
}

/** '8 people', and for the last option '20+ people'. */
export function formatGroupSize(people: number): string {
  return people === groupSizes.at(-1) ? `${people}+ people` : `${people} people`
}

/** A plain decimal number of any size; undefined for everything else. */
function readNumber(text: string): number | undefined {
  return /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined
}

/** Of two that are equally near the smaller. */
function nearestOf(options: readonly number[], wanted: number): number {
  return options.reduce((best, option) =>
    Math.abs(option - wanted) < Math.abs(best - wanted) ? option : best,
  )
}
