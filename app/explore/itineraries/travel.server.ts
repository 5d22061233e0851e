import { landmassOf } from '../../catalogue/locations/landmass.server.ts'
import { listStationsNear } from '../../catalogue/stations/station.server.ts'
import { stationName } from '../../catalogue/stations/station.ts'
import type { RoughPosition } from '../../catalogue/vineyards/rough-position.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day } from '../../platform/days.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Near } from '../search/near.ts'
import { readSearchLocation } from '../search/search-location.server.ts'
import { earlyBy } from '../../bookings/booking-terms.ts'
import type { MeasureRoads } from '../../catalogue/stations/station.server.ts'
import type { Leg, Legs, Passing } from './day-times.ts'
import { estimateLeg } from './drive.ts'
import type { Travelling } from './means-of-travel.ts'
import { type DayEnds, legWithoutCar, type Reachable, type Road, sunsetOn } from './travel.ts'

/** Returns the town, postcode or railway station that a text names, and sentences about the choice. Logs database errors. */
export async function findStay(
  sql: Queryable,
  log: Log,
  text: string,
): Promise<{ near: Near | null; corrections: string[] }> {
  if (text === '') return { near: null, corrections: [] }
  const params = new URLSearchParams({ near: text })
  const { location, corrections } = await readSearchLocation(sql, log, params, '')
  return { near: location.near, corrections }
}

/** The largest distance in kilometres at which a railway station is of use without a car */
const stationReach = 15

/** The ways from the start of a day to a position, and from this position to the end of the day. */
type WayToAndFro = { place: string; out: Leg; back: Leg }

/**
 * The legs between positions. `ends` has the ways to and from each position; null if a day may begin and end anywhere.
 */
export type DayLegs = { legs: Legs; ends: (WayToAndFro | null)[] | null }

/**
 * Returns the legs between positions by the chosen means of travel. The days begin and end where the guests stay. Guests
 * without a car who chose no location to stay begin and end a day at the railway station nearest to the visit.
 */
export async function readDayLegs(
  sql: Queryable,
  measure: MeasureRoads,
  { travel, stay }: Travelling,
  positions: (RoughPosition | null)[],
): Promise<DayLegs> {
  if (travel === 'no_car') return legsWithoutCar(sql, measure, stay, positions)
  if (!stay) return { legs: await readDrives(measure, positions), ends: null }
  const home = positions.length
  const table = await readDrives(measure, [...positions, stay])
  const ends = positions.map((_, n) => toAndFro(stay.label, table[home]?.[n], table[n]?.[home]))
  return { legs: table.slice(0, home).map((row) => row.slice(0, home)), ends }
}

/** Returns the drives between positions. Estimates a drive that no routing server has measured. */
export async function readDrives(measure: MeasureRoads, positions: (Position | null)[]): Promise<Legs> {
  const known = positions.filter((position) => position !== null)
  const roads = await measure(known)
  return positions.map((from) =>
    positions.map((to) => {
      if (!from || !to) return null
      const road = roads[known.indexOf(from)]?.[known.indexOf(to)]
      return road ? { ...road, by: 'road' } : estimateLeg(from, to)
    }),
  )
}

function toAndFro(place: string, out: Leg | null | undefined, back: Leg | null | undefined) {
  return out && back ? { place, out, back } : null
}

async function legsWithoutCar(
  sql: Queryable,
  measure: MeasureRoads,
  stay: Travelling['stay'],
  positions: (RoughPosition | null)[],
): Promise<DayLegs> {
  const known = [...positions, stay].flatMap((position) => position ?? [])
  const nearest = await listStationsNear(sql, known, { rail: true, within: stationReach, most: 1 })
  const stations = nearest.flatMap(([station]) => station ?? [])
  const road = await readRoads(measure, [...known, ...stations])
  const reachable = (position: RoughPosition | null): Reachable | null =>
    position && {
      ...position,
      station: nearest[known.indexOf(position)]?.[0] ?? null,
      land: landmassOf(position),
    }
  const leg = (from: Reachable | null, to: Reachable | null) =>
    from && to ? legWithoutCar(from, to, road) : null
  const points = positions.map(reachable)
  const home = reachable(stay)
  return {
    legs: points.map((from) => points.map((to) => leg(from, to))),
    ends: points.map((point) => {
      if (stay) return toAndFro(stay.label, leg(home, point), leg(point, home))
      const station = point?.station ?? null
      const begins = station && { ...station, station }
      return station && toAndFro(stationName(station), leg(begins, point), leg(point, begins))
    }),
  }
}

/** Returns a look-up of the drives that a routing server measured between these positions. */
async function readRoads(measure: MeasureRoads, positions: Position[]): Promise<Road> {
  const key = ({ latitude, longitude }: Position) => `${latitude},${longitude}`
  const distinct = new Map(positions.map((position) => [key(position), position]))
  const keys = [...distinct.keys()]
  const table = await measure([...distinct.values()])
  return (from, to) => table[keys.indexOf(key(from))]?.[keys.indexOf(key(to))] ?? null
}

/**
 * Returns the start and end of a day, in steps of five minutes; null if a way is unknown. `ways` has the ways to and from each
 * stop. `at` is the position of the first stop, for which the sunset is calculated.
 */
export function endsOfDay(
  passings: Passing[],
  ways: DayLegs['ends'],
  { date, at }: { date: Day | null; at: Position | null | undefined },
): DayEnds | null {
  const [first, last, out, back] = [passings[0], passings.at(-1), ways?.[0], ways?.at(-1)]
  if (!first || !last || !out || !back) return null
  return {
    sunset: date && at ? sunsetOn(date, at) : null,
    out: {
      from: out.place,
      leg: out.out,
      leaves: Math.floor((first.starts - earlyBy - out.out.minutes) / 5) * 5,
    },
    back: {
      to: back.place,
      leg: back.back,
      arrives: Math.ceil((last.leaves + back.back.minutes) / 5) * 5,
    },
  }
}
