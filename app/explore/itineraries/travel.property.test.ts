import fc from 'fast-check'
import { expect, test } from 'vitest'

import { kilometresBetween } from '../../catalogue/vineyards/position.ts'
import { earlyBy } from '../../bookings/booking-terms.ts'
import { taxiRideOf, walkOf } from '../../catalogue/stations/station.ts'
import { driveRange, estimateLeg } from './drive.ts'
import { planDay } from './plan-day.ts'
import { legWithoutCar, type Reachable, trainMinutes } from './travel.ts'

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const position = fc.record({ latitude: degrees(50.7, 51.2), longitude: degrees(-0.4, 0.6) })
const stations = fc
  .array(position, { minLength: 1, maxLength: 6 })
  .map((all) => all.map((at, n) => ({ ...at, code: `S${n}`, name: `Stop ${n}`, kind: 'rail' as const })))

/** Generates stations, and positions with the nearest station within 15 km of each. */
const world = (count: number) =>
  fc.record({ stations, at: fc.array(position, { minLength: count, maxLength: count }) }).map((given) => ({
    ...given,
    points: given.at.map((at): Reachable => {
      const [station] = given.stations.toSorted((a, b) => kilometresBetween(a, at) - kilometresBetween(b, at))
      return { ...at, station: station && kilometresBetween(station, at) <= 15 ? station : null }
    }),
  }))

/** Returns the position at this bearing (in radians) and distance from another position. */
const moved = (at: Reachable, bearing: number, kilometres: number): Reachable => ({
  ...at,
  latitude: at.latitude + (kilometres * Math.cos(bearing)) / 111.2,
  longitude:
    at.longitude + (kilometres * Math.sin(bearing)) / (111.2 * Math.cos((at.latitude * Math.PI) / 180)),
})

const minute = fc.integer({ min: 9 * 60, max: 19 * 60 })

// Negative control: with the shortest minutes of each part in legWithoutCar, the plan arrives too early and this test fails.
test('a plan without a car never arrives earlier than possible and never returns after the end of the day', () => {
  let planned = 0
  fc.assert(
    fc.property(
      world(5),
      fc.array(
        fc.record({ lasts: fc.integer({ min: 30, max: 120 }), starts: fc.array(minute, { maxLength: 4 }) }),
        {
          minLength: 4,
          maxLength: 4,
        },
      ),
      minute,
      fc.integer({ min: 120, max: 720 }),
      ({ points }, offers, from, length) => {
        const [home, ...others] = points as [Reachable, ...Reachable[]]
        const until = from + length
        const candidates = offers.map((offer, n) => ({ vineyard_id: `v${n}`, ...offer }))
        const far = { kilometres: Infinity, minutes: Infinity, by: 'estimate' as const }
        const legs = others.map((a) => others.map((b) => legWithoutCar(a, b) ?? far))
        const ways = others.map((other) => [legWithoutCar(home, other), legWithoutCar(other, home)] as const)
        const homeward = ways.map(([out, back]) =>
          Math.max(out?.minutes ?? Infinity, back?.minutes ?? Infinity),
        )
        const visits = planDay(candidates, legs, { from, until, most: 4 }, homeward)
        const slowest = (leg: ReturnType<typeof legWithoutCar> | undefined) =>
          (leg?.parts ?? []).reduce((total, { minutes }) => total + minutes.most, 0)
        let free = from
        for (const [n, { candidate, start }] of visits.entries()) {
          planned++
          const before = visits[n - 1]
          const way = before ? legs[before.candidate]?.[candidate] : ways[candidate]?.[0]
          expect(way).toBeTruthy()
          expect(way?.minutes).not.toBe(Infinity)
          expect(start).toBeGreaterThanOrEqual(free + slowest(way) + earlyBy)
          expect(candidates[candidate]?.starts).toContain(start)
          free = start + (candidates[candidate]?.lasts ?? 0)
        }
        const last = visits.at(-1)
        if (last) expect(free + slowest(ways[last.candidate]?.[1])).toBeLessThanOrEqual(until)
      },
    ),
    { numRuns: 300 },
  )
  expect(planned).toBeGreaterThan(0)
})

// Negative control: without the blur in walkOrTaxi, this test fails.
test('a leg from an unverified vineyard allows for every position within a kilometre', () => {
  const offset = fc.record({ bearing: degrees(0, 2 * Math.PI), off: degrees(0, 0.99) })
  fc.assert(
    fc.property(world(2), offset, ({ points }, { bearing, off }) => {
      const [from, to] = points as [Reachable, Reachable]
      const first = legWithoutCar({ ...from, rough: 'v' }, to)?.parts?.[0]
      if (!first || first.by === 'train') return
      const end = first.to === null ? to : (from.station ?? to)
      const straight = kilometresBetween(moved(from, bearing, off), end)
      const { minutes } = first.by === 'foot' ? walkOf(straight) : taxiRideOf(straight)
      expect(first.minutes.least).toBeLessThanOrEqual(minutes.least)
      expect(first.minutes.most).toBeGreaterThanOrEqual(minutes.most)
    }),
    { numRuns: 300 },
  )
})

test('the way between two visits at one unverified vineyard takes no time', () => {
  const at: Reachable = { latitude: 51, longitude: 0, station: null, rough: 'v' }
  expect(legWithoutCar(at, at)).toMatchObject({ minutes: 0, parts: [] })
  expect(legWithoutCar(at, { ...at, rough: 'w' })?.minutes).toBeGreaterThan(0)
})

test('the parts of a leg together take as long as the leg, their ranges are valid, and no walk takes more than 45 minutes', () => {
  fc.assert(
    fc.property(world(2), ({ points }) => {
      const [from, to] = points as [Reachable, Reachable]
      const leg = legWithoutCar(from, to)
      if (!leg) return
      const parts = leg.parts ?? []
      for (const { by, minutes } of parts) {
        expect(minutes.least).toBeLessThanOrEqual(minutes.most)
        if (by === 'foot') expect(minutes.most).toBeLessThanOrEqual(45)
      }
      const most = parts.reduce((total, { minutes }) => total + minutes.most, 0)
      expect(leg.minutes).toBeGreaterThanOrEqual(most)
      expect(leg.minutes).toBeLessThan(most + 1)
      if (parts.some(({ by }) => by === 'train')) expect(from.station?.code).not.toBe(to.station?.code)
    }),
  )
})

test('a longer distance never makes a train journey shorter', () => {
  const straight = fc.double({ min: 0, max: 300, noNaN: true })
  fc.assert(
    fc.property(straight, straight, (a, b) => {
      const [near, far] = [trainMinutes(Math.min(a, b)), trainMinutes(Math.max(a, b))]
      expect(near.least).toBeLessThanOrEqual(far.least)
      expect(near.most).toBeLessThanOrEqual(far.most)
      expect(near.least).toBeLessThanOrEqual(near.most)
    }),
  )
})

test('a measured road lengthens a walk, and turns a walk that becomes too long into a taxi ride', () => {
  const at = (longitude: number): Reachable => ({ latitude: 51, longitude, station: null })
  const [from, to] = [at(0), at(0.02)]
  const by = (kilometres: number) =>
    legWithoutCar(from, to, () => ({ kilometres, minutes: 6 }))?.parts?.map((part) => part.by)
  expect([by(1.5), by(2.9), by(3.1)]).toEqual([['foot'], ['foot'], ['taxi']])
})

test('without stations, a far vineyard cannot be reached', () => {
  const at = (longitude: number): Reachable => ({ latitude: 51, longitude, station: null })
  expect(legWithoutCar(at(0), at(1))).toBeNull()
})

test('the range of a drive contains the planned minutes, and a longer drive never has a shorter range', () => {
  const drive = (kilometres: number) => {
    const from = { latitude: 51, longitude: 0 }
    return estimateLeg(from, { latitude: 51 + kilometres / 111.2, longitude: 0 })
  }
  const straight = fc.double({ min: 0, max: 300, noNaN: true })
  fc.assert(
    fc.property(straight, straight, (a, b) => {
      const [near, far] = [drive(Math.min(a, b)), drive(Math.max(a, b))]
      for (const leg of [near, { ...near, by: 'road' as const }]) {
        expect(driveRange(leg).least).toBeLessThanOrEqual(leg.minutes)
        expect(driveRange(leg).most).toBeGreaterThanOrEqual(leg.minutes)
      }
      expect(driveRange(near).least).toBeLessThanOrEqual(driveRange(far).least)
      expect(driveRange(near).most).toBeLessThanOrEqual(driveRange(far).most)
    }),
  )
})
