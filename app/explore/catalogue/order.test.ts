import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stretchInOrder } from './order.ts'

const key = fc.oneof(
  fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY),
  fc.double({ min: 0, max: 4, noNaN: true }),
)

test('a stretch is what it would be if everything were put in order', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 80 }), fc.nat(90), fc.nat(30), (keys, from, size) => {
      const [first, last] = [Math.min(from, keys.length), Math.min(from + size, keys.length)]
      const all = [...keys.keys()].toSorted((a, b) => {
        const [one = 0, other = 0] = [keys[a], keys[b]]
        return one === other ? a - b : one < other ? -1 : 1
      })
      expect([...stretchInOrder(Float64Array.from(keys), first, last)]).toEqual(all.slice(first, last))
    }),
    { numRuns: 2000, seed: 4 },
  )
})

test('a stretch of very many is found without putting all in order', () => {
  const keys = Float64Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 100_003)
  const stretch = stretchInOrder(keys, 50_000, 50_024)
  const sorted = keys.toSorted()
  expect([...stretch].map((n) => keys[n])).toEqual([...sorted.subarray(50_000, 50_024)])
})
