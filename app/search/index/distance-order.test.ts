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

test('entries without a position come last, in their given order', () => {
  const near = { latitude: 51.28, longitude: 1.08 }
  const at = (latitude: number, longitude: number) => pointOf({ latitude, longitude })
  const entries = [
    { id: 'first unknown', point: null },
    { id: 'Penzance', point: at(50.12, -5.54) },
    { id: 'second unknown', point: null },
    { id: 'Dover', point: at(51.13, 1.31) },
  ]
  const { rows, within } = nearest({ rows: [0, 1, 2, 3], entries }, near, 40, 0, 4)
  expect(within).toBe(1)
  expect(rows.map((row) => entries[row]?.id)).toEqual([
    'Dover',
    'Penzance',
    'first unknown',
    'second unknown',
  ])
})
