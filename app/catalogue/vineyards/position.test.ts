import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPosition, kilometresBetween, type Position } from './position.ts'

test('a position needs two coordinates that differ from zero', () => {
  expect(hasPosition({ latitude: 50.8, longitude: 0.15 })).toBe(true)
  expect(hasPosition({ latitude: 0, longitude: 0.15 })).toBe(false)
  expect(hasPosition({ latitude: 50.8, longitude: 0 })).toBe(false)
  expect(hasPosition({ latitude: null, longitude: 0.15 })).toBe(false)
  expect(hasPosition({ latitude: 50.8, longitude: null })).toBe(false)
  expect(hasPosition({ latitude: 50.8 })).toBe(false)
})

const london = { latitude: 51.5074, longitude: -0.1278 }
const canterbury = { latitude: 51.28, longitude: 1.08 }
const edinburgh = { latitude: 55.9533, longitude: -3.1883 }

test('distances agree with an atlas to within half a per cent', () => {
  expect(kilometresBetween(london, edinburgh)).toBeCloseTo(534, 0)
  expect(kilometresBetween(london, canterbury) / 87.4).toBeCloseTo(1, 2)
  expect(
    kilometresBetween({ latitude: 50, longitude: 179.9 }, { latitude: 50, longitude: -179.9 }),
  ).toBeLessThan(15)
  expect(kilometresBetween({ latitude: 90, longitude: 1 }, { latitude: -90, longitude: 1 })).toBeCloseTo(
    20_015,
    0,
  )
})

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const anywhere: fc.Arbitrary<Position> = fc.record({ latitude: degrees(90), longitude: degrees(180) })

/** Returns a position as a point on a sphere with radius one. */
function pointOf({ latitude, longitude }: Position): [number, number, number] {
  const [up, along] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(up) * Math.cos(along), Math.cos(up) * Math.sin(along), Math.sin(up)]
}

test('distances are symmetric, obey the triangle inequality, match the chord, and are zero for the same position', () => {
  fc.assert(
    fc.property(anywhere, anywhere, anywhere, (a, b, c) => {
      const way = kilometresBetween(a, b)
      expect(way).toBeCloseTo(kilometresBetween(b, a), 6)
      expect(kilometresBetween(a, a)).toBe(0)
      expect(way).toBeLessThanOrEqual(kilometresBetween(a, c) + kilometresBetween(c, b) + 1e-3)
      const [p, q] = [pointOf(a), pointOf(b)]
      const chord = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
      expect(2 * 6371.0088 * Math.sin(way / 2 / 6371.0088)).toBeCloseTo(chord * 6371.0088, 3)
    }),
    { numRuns: 500, seed: 4 },
  )
})
