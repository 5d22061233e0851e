import { expect, test } from 'vitest'
import { none } from './codes.ts'
import {
  capacityOf,
  detail,
  endOfPatterns,
  idLength,
  offer,
  Offers,
  pattern,
  planOf,
  runsOn,
  startOf,
} from './offers.ts'

/** One experience of price `n` with `n % 3` patterns of capacity `n`. */
function rowsOf(n: number) {
  const patterns = Array.from({ length: n % 3 }, (_, p) => [n, 0, 0, p, 600 + p, 127, 0, 9999, n + 1])
  const numbers = [n, 1, 2, 3, n, 60, 1, 8, 0, 365, 0, patterns.length, ...patterns.flat()]
  const rows = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) rows.writeInt32BE(number, at * 4)
  return { types: [n % 2 ? 'tour' : null], rows }
}

function read({ offers, details, ids, types }: Offers, at: number) {
  const one = at + 1
  const rest = offers[one + offer.details] ?? 0
  const capacities: number[] = []
  const named: (number | undefined)[] = [ids[details[rest + detail.ids] ?? 0]]
  for (let p = rest + detail.length; p < endOfPatterns(details, rest); p += pattern.length)
    capacities.push(capacityOf(details[p + pattern.plan] ?? 0))
  for (const _ of capacities) named.push(ids[(details[rest + detail.ids] ?? 0) + idLength * named.length + 3])
  return {
    size: offers[at],
    type:
      offers[one + offer.type] === none ? null : types.find('tour') === offers[one + offer.type] && 'tour',
    price: offers[one + offer.price],
    named,
    horizon: details[rest + detail.horizon],
    capacities,
  }
}

const expected = (n: number) => ({
  size: 1,
  type: n % 2 ? 'tour' : null,
  price: n,
  named: [n, ...Array.from({ length: n % 3 }, (_, p) => p)],
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

test('a start, its weekdays and its capacity are told apart again, up to the largest of each', () => {
  for (const start of [0, 1, 1439])
    for (const weekdays of [1, 64, 127])
      for (const capacity of [1, 8192, 10_000]) {
        const plan = planOf(start, weekdays, capacity) | 0
        expect([startOf(plan), capacityOf(plan)]).toEqual([start, capacity])
        for (const weekday of [1, 2, 4, 8, 16, 32, 64])
          expect(runsOn(plan, weekday)).toBe((weekdays & weekday) !== 0)
      }
})
