import { type Filters, isPriceNarrowed, partyOf } from '../filters.ts'
import { afterOffer, none, offer, type Offers } from './offers.ts'

/** What a filter asks of one experience, as numbers. Null where it does not matter. */
export type Wish = {
  type: number | null
  leastPrice: number
  mostPrice: number
  minutes: number
  most: number | null
  /** The people that one group must take; only a day asks for that. */
  party: number | null
}

/** The wish of these filters; null where they ask nothing of experiences, undefined where nothing can answer. */
export function wishOf(filters: Filters, { types }: Offers): Wish | null | undefined {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const narrowed = isPriceNarrowed(filters)
  if (!narrowed && [type, date, minDuration, maxGroupSize].every((value) => value === null)) return null
  const code = type === null ? null : types.find(type)
  if (code === undefined) return undefined
  return {
    type: code,
    leastPrice: narrowed ? minPrice * 100 : Number.NEGATIVE_INFINITY,
    mostPrice: narrowed ? maxPrice * 100 : Number.POSITIVE_INFINITY,
    minutes: minDuration === null ? 0 : minDuration * 60,
    most: maxGroupSize,
    party: date === null ? null : partyOf(filters),
  }
}

/** Without a maximum the form offers ten. */
const mostWithoutMaximum = 10

/** Whether the experience that begins at `at` fulfils the wish, its places apart. */
export function suits(words: Int32Array, at: number, wish: Wish): boolean {
  const get = (field: number) => words[at + field] ?? 0
  if (wish.type !== null && get(offer.type) !== wish.type) return false
  if (get(offer.price) < wish.leastPrice || get(offer.price) > wish.mostPrice) return false
  if (get(offer.minutes) < wish.minutes) return false
  const most = get(offer.most)
  if (wish.most !== null && (most === none || most > wish.most)) return false
  if (wish.party === null) return true
  return wish.party >= get(offer.least) && wish.party <= (most === none ? mostWithoutMaximum : most)
}

/** Whether one experience of the vineyard whose part begins at `at` fulfils the wish. */
export function anySuits(words: Int32Array, at: number, wish: Wish): boolean {
  let next = at + 1
  for (let left = words[at] ?? 0; left > 0; left--) {
    if (suits(words, next, wish)) return true
    next = afterOffer(words, next)
  }
  return false
}
