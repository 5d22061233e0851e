import { type Filters, isPriceNarrowed, partyOf } from '../filters.ts'
import { none } from './codes.ts'
import { offer, type Offers } from './offers.ts'

/** No experience costs as much. In pence, and far from where 32 bits end. */
const anyPrice = 2 ** 30

/** What a filter asks of one experience, as whole numbers. Null where it does not matter. */
export type ExperienceFilter = {
  type: number | null
  leastPrice: number
  mostPrice: number
  minutes: number
  most: number | null
  /** The people that one group must take; only a day asks for that. */
  party: number | null
}

/** The wish of these filters; null where they ask nothing of experiences, undefined where nothing can answer. */
export function experienceFilter(filters: Filters, { types }: Offers): ExperienceFilter | null | undefined {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const narrowed = isPriceNarrowed(filters)
  if (!narrowed && [type, date, minDuration, maxGroupSize].every((value) => value === null)) return null
  const code = type === null ? null : types.find(type)
  if (code === undefined) return undefined
  return {
    type: code,
    leastPrice: narrowed ? Math.ceil(minPrice * 100) : 0,
    mostPrice: narrowed ? Math.floor(maxPrice * 100) : anyPrice,
    minutes: minDuration === null ? 0 : minDuration * 60,
    most: maxGroupSize,
    party: date === null ? null : partyOf(filters),
  }
}

/** Without a maximum the form offers ten. */
const mostWithoutMaximum = 10

/** Whether the experience that begins at `at` fulfils the wish, its places apart. */
export function matchesFilter(offers: Int32Array, at: number, filter: ExperienceFilter): boolean {
  if (filter.type !== null && offers[at + offer.type] !== filter.type) return false
  const price = offers[at + offer.price] ?? 0
  if (price < filter.leastPrice || price > filter.mostPrice) return false
  if ((offers[at + offer.minutes] ?? 0) < filter.minutes) return false
  const most = offers[at + offer.most] ?? none
  if (filter.most !== null && (most === none || most > filter.most)) return false
  if (filter.party === null) return true
  return (
    filter.party >= (offers[at + offer.least] ?? 0) &&
    filter.party <= (most === none ? mostWithoutMaximum : most)
  )
}

/** Whether one experience of the vineyard whose part begins at `at` fulfils the wish. */
export function anyMatches(offers: Int32Array, at: number, filter: ExperienceFilter): boolean {
  const end = at + 1 + (offers[at] ?? 0) * offer.length
  for (let one = at + 1; one < end; one += offer.length) if (matchesFilter(offers, one, filter)) return true
  return false
}
