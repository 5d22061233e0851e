import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest, pointOf, sortedPage } from './distance-order.ts'

const key = fc.oneof(
  fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY),
  fc.double({ min: 0, max: 4, noNaN: true }),
)

test('a page equals the same page of a full stable sort', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 80 }), fc.nat(90), fc.nat(30), (keys, from, size) => {
      const [first, last] = [Math.min(from, keys.length), Math.min(from + size, keys.length)]
      const all = [...keys.keys()].toSorted((a, b) => {
        const [one = 0, other = 0] = [keys[a], keys[b]]
        return one === other ? a - b : one < other ? -1 : 1
      })
      expect([...sortedPage(Float64Array.from(keys), first, last)]).toEqual(all.slice(first, last))
    }),
    { numRuns: 2000, seed: 4 },
  )
})

test('finds a page among 100,000 keys', () => {
  const keys = Float64Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 100_003)
  const page = sortedPage(keys, 50_000, 50_024)
  const sorted = keys.toSorted()
  expect([...page].map((n) => keys[n])).toEqual([...sorted.subarray(50_000, 50_024)])
})

test('sorted, reversed, nearly equal and unrepresentative keys give the right page', () => {
  const length = 20_000
  const kinds: ((n: number) => number)[] = [
    (n) => n,
    (n) => length - n,
    (n) => (n < length - 30 ? 7 : n % 7),
    // Every sampled key is lower than all others.
    (n) => (n % Math.floor(length / 1024) === 0 ? n % 3 : 9 + n),
    () => Number.POSITIVE_INFINITY,
  ]
  for (const kind of kinds) {
    const keys = Float64Array.from({ length }, (_, n) => kind(n))
    const all = [...keys.keys()].toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || 0 || a - b)
    for (const [from, to] of [
      [0, 24],
      [24, 48],
      [1200, 1224],
      [length - 24, length],
    ] as const)
      expect([...sortedPage(keys, from, to)]).toEqual(all.slice(from, to))
  }
})

const at = (latitude: number, longitude: number) => pointOf({ latitude, longitude })
const canterbury = { latitude: 51.28, longitude: 1.08 }
const always = { kilometres: 40, ranks: 2, rankOf: () => 0 }

test('entries without a position come last, in their given order', () => {
  const entries = [
    { id: 'first unknown', point: null },
    { id: 'Penzance', point: at(50.12, -5.54) },
    { id: 'second unknown', point: null },
    { id: 'Dover', point: at(51.13, 1.31) },
  ]
  const { rows, groups } = nearest({ rows: [0, 1, 2, 3], entries }, canterbury, always, 0, 4)
  expect(groups).toEqual([1, 0, 3, 0])
  expect(rows.map((row) => entries[row]?.id)).toEqual([
    'Dover',
    'Penzance',
    'first unknown',
    'second unknown',
  ])
})

// In hundredths of a degree, on one side of Canterbury: distances that differ only by rounding have no order.
const entry = fc.record({
  point: fc.option(
    fc
      .tuple(fc.integer({ min: 5200, max: 5500 }), fc.integer({ min: -500, max: 100 }))
      .map(([latitude, longitude]) => at(latitude / 100, longitude / 100)),
    { freq: 5 },
  ),
  isBookable: fc.boolean(),
})

test('a page equals that of the bookable and other entries within the distance, then farther away, each nearest first', () => {
  let both = 0
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 60, size: 'max' }),
      fc.nat(60),
      fc.nat(30),
      (entries, from, size) => {
        const rows = [...entries.keys()]
        const [x, y, z] = pointOf(canterbury)
        const away = (row: number) => {
          const point = entries[row]?.point
          return point
            ? 2 * 6371 * Math.asin(Math.hypot(point[0] - x, point[1] - y, point[2] - z) / 2)
            : Infinity
        }
        const isBookable = (row: number) => entries[row]?.isBookable === true
        const groups = [true, false].flatMap((near) =>
          [true, false].map((bookable) =>
            rows
              .filter((row) => away(row) <= 300 === near && isBookable(row) === bookable)
              .toSorted((a, b) => (away(a) === away(b) ? a - b : away(a) - away(b))),
          ),
        )
        const [first, last] = [Math.min(from, rows.length), Math.min(from + size, rows.length)]
        const ranking = { kilometres: 300, ranks: 2, rankOf: (row: number) => (isBookable(row) ? 0 : 1) }
        const found = nearest({ rows, entries }, canterbury, ranking, first, last)
        expect(found.rows).toEqual(groups.flat().slice(first, last))
        expect(found.groups).toEqual(groups.map(({ length }) => length))
        if (groups.every(({ length }) => length > 1)) both++
      },
    ),
    { numRuns: 500, seed: 14 },
  )
  expect(both).toBeGreaterThan(50)
})
