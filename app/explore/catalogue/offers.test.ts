import { expect, test } from 'vitest'
import { none } from './codes.ts'
import { detail, endOfPatterns, offer, Offers, pattern } from './offers.ts'

/** One experience of price `n` with `n % 3` patterns of capacity `n`. */
function rowsOf(n: number) {
  const patterns = Array.from({ length: n % 3 }, (_, p) => [n, 0, 0, p, 600 + p, 127, 0, 9999, n + 1])
  const numbers = [n, 1, 2, 3, n, 60, 1, 8, 0, 365, 0, patterns.length, ...patterns.flat()]
  const rows = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) rows.writeInt32BE(number, at * 4)
  return { types: [n % 2 ? 'tour' : null], rows }
}

function read({ offers, details, types }: Offers, at: number) {
  const one = at + 1
  const rest = offers[one + offer.details] ?? 0
  const capacities: number[] = []
  for (let p = rest + detail.length; p < endOfPatterns(details, rest); p += pattern.length)
    capacities.push(details[p + pattern.capacity] ?? 0)
  return {
    size: offers[at],
    type:
      offers[one + offer.type] === none ? null : types.find('tour') === offers[one + offer.type] && 'tour',
    price: offers[one + offer.price],
    id: details[rest + detail.id],
    horizon: details[rest + detail.horizon],
    capacities,
  }
}

const expected = (n: number) => ({
  size: 1,
  type: n % 2 ? 'tour' : null,
  price: n,
  id: n,
  horizon: 365,
  capacities: Array.from({ length: n % 3 }, () => n + 1),
})

test('what is written is read again, also after most of it went and the gaps were closed', () => {
  const offers = new Offers()
  const parts = Array.from({ length: 5000 }, (_, n) => offers.add(rowsOf(n)))
  expect(read(offers, parts[17] ?? 0)).toEqual(expected(17))

  for (const [n, at] of parts.entries()) {
    if (n % 5 === 0) continue
    offers.remove(at)
    parts[n] = none
  }
  const before = offers.offers.length
  offers.tidy(parts)
  expect(offers.offers.length).toBeLessThan(before / 2)
  for (const [n, at] of parts.entries()) if (at !== none) expect(read(offers, at)).toEqual(expected(n))
  const again = offers.add(rowsOf(8))
  expect(read(offers, again)).toEqual(expected(8))
  expect(read(offers, parts[4995] ?? 0)).toEqual(expected(4995))
})
