import {
  formatMinutes,
  isWalkable,
  longestWalk,
  needsFerry,
  roughly,
  type MeasuredDrive,
  type Range,
  type Station,
  stationName,
  taxiRideOf,
  walkOf,
} from '../../catalogue/stations/station.ts'
import type { RoughPosition } from '../../catalogue/vineyards/rough-position.ts'
import { kilometresBetween, type Position } from '../../catalogue/vineyards/position.ts'
import { clockOf, type Day } from '../../platform/days.ts'
import { type Leg, type LegPart, type Legs, type Minutes, minutesOf } from './day-times.ts'
import type { Travel } from './means-of-travel.ts'

/**
 * A position with its nearest railway station, if one is near, and the number of its landmass, if it is known. The station is on
 * the same landmass.
 */
export type Reachable = RoughPosition & { station: Station | null; land?: number | null }

/** Returns the drive that a routing server measured between two positions, if any. */
export type Road = (from: Position, to: Position) => MeasuredDrive | null

/** The longest taxi ride of a plan without a car, in kilometres of straight line */
const farthestTaxi = 15

// Trains run at 50 to 110 km/h, and lines are up to 50 % longer than the straight line. As we have no timetable, the
// longest time includes an hour's wait and, beyond 15 km, half an hour for a change.
const rail = { slow: 50, fast: 110, longer: 1.5, wait: 60, change: 30, changesBeyond: 15 }

/** Returns the minutes by train between stations at this straight-line distance, including the longest wait. */
export function trainMinutes(straight: number): Range {
  const change = straight > rail.changesBeyond ? rail.change : 0
  return {
    least: (straight / rail.fast) * 60,
    most: ((straight * rail.longer) / rail.slow) * 60 + rail.wait + change,
  }
}

/** Returns the accuracy of a straight line in kilometres. The way between two visits at one vineyard is exact. */
function blurBetween(from: RoughPosition, to: RoughPosition): number {
  if (from.rough === to.rough) return 0
  return [from, to].filter(({ rough }) => rough).length * roughly
}

/**
 * Returns a walk, or a taxi ride if the walk may take too long; null if the ride would be too far.
 */
function walkOrTaxi(from: RoughPosition, to: RoughPosition, name: string | null, road: Road): LegPart | null {
  const straight = kilometresBetween(from, to)
  const options = { blur: blurBetween(from, to), road: road(from, to) }
  const walk = walkOf(straight, options)
  if (isWalkable(walk)) return { by: 'foot', to: name, minutes: walk.minutes }
  if (straight > farthestTaxi) return null
  return { by: 'taxi', to: name, minutes: taxiRideOf(straight, options).minutes }
}

/**
 * Returns the leg without a car: on foot, by taxi, or by train with a walk or a taxi at both ends. Null if none of these is
 * possible, or if only a ferry leads there. The leg's minutes are the longest that it may take.
 */
export function legWithoutCar(from: Reachable, to: Reachable, road: Road = () => null): Leg | null {
  if (needsFerry(from.land, to.land)) return null
  const direct = walkOrTaxi(from, to, null, road)
  const parts = direct ? [direct] : byTrain(from, to, road)
  if (!parts) return null
  return {
    kilometres: kilometresBetween(from, to),
    minutes: Math.ceil(parts.reduce((total, { minutes }) => total + minutes.most, 0)),
    by: 'estimate',
    parts: parts.filter(({ minutes }) => minutes.most > 0),
  }
}

/** The leg to a stop that the chosen means of travel cannot reach. It takes infinitely long, so no plan includes the stop. */
export const unreachable = { kilometres: Infinity, minutes: Infinity, by: 'estimate' } as const

/** Returns the legs, with each unknown leg replaced by `unreachable`. */
export function withUnreachable(legs: Legs): Legs {
  return legs.map((row) => row.map((leg) => leg ?? unreachable))
}

function byTrain(from: Reachable, to: Reachable, road: Road): LegPart[] | null {
  const [departs, arrives] = [from.station, to.station]
  if (!departs || !arrives || departs.code === arrives.code) return null
  const access = walkOrTaxi(from, departs, stationName(departs), road)
  const egress = walkOrTaxi(arrives, to, null, road)
  if (!access || !egress) return null
  const minutes = trainMinutes(kilometresBetween(departs, arrives))
  return [access, { by: 'train', to: stationName(arrives), minutes }, egress]
}

const means = { foot: 'on foot', train: 'by train', taxi: 'by taxi' } as const

/** Returns the parts as text, such as '5–10 minutes on foot to Lewes station, then 10–75 minutes by train to …'. */
export function formatParts(parts: LegPart[]): string {
  return parts
    .map(({ by, to, minutes }) => `${formatMinutes(minutes)} ${means[by]}${to ? ` to ${to}` : ''}`)
    .join(', then ')
}

const degree = Math.PI / 180

/** Returns the sunset in London's time, accurate to about two minutes, by the formulas of the Astronomical Almanac. */
export function sunsetOn(day: Day, { latitude, longitude }: Position): Minutes {
  // The days since noon on 1 January 2000, and the angles that give the sun's position.
  const days = Date.parse(`${day}T12:00:00Z`) / 86_400_000 - 10_957.5
  const anomaly = (357.529 + 0.985_600_28 * days) * degree
  const mean = 280.459 + 0.985_647_36 * days
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * degree
  const tilt = 23.439 * degree
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic)) / degree
  // The sundial is this many degrees ahead of the clock. A degree is four minutes.
  const ahead = ((((mean - ascension + 180) % 360) + 360) % 360) - 180
  // Refraction and the sun's own size delay the sunset until its centre is 0.833 degrees below the horizon.
  const half = Math.acos(
    (Math.sin(-0.833 * degree) - Math.sin(latitude * degree) * Math.sin(declination)) /
      (Math.cos(latitude * degree) * Math.cos(declination)),
  )
  const minutes = 720 + 4 * (half / degree - longitude - ahead)
  return minutesOf(clockOf(new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)).slice(11))
}

/** Returns whether a leg that begins at `leaves` may include a walk after sunset. */
export function walksAfter(sunset: Minutes, leaves: Minutes, parts: LegPart[]): boolean {
  let at = leaves
  return parts.some(({ by, minutes }) => {
    at += minutes.most
    return by === 'foot' && at > sunset
  })
}

/** The start and end of a day: where and at what time the guests set out, and where and at what time they are back */
export type DayEnds = {
  sunset?: Minutes | null
  out: { from: string; leg: Leg; leaves: Minutes }
  back: { to: string; leg: Leg; arrives: Minutes }
}

/** Sentences that say how the times of a plan are calculated, and what travellers should know */
export const travelSentences = {
  drive:
    'Times by car are estimated from straight lines, or from roads where we could measure them. The plan allows for a usual drive, not for the longest, so leave early where lanes or traffic are slow. Drivers shouldn’t drink. Ask each vineyard what it offers them instead.',
  no_car: `We have no timetables. Times are estimated from straight lines, or from roads where we could measure them, and the plan allows for the longest times. Times by train may include an hour’s wait and a change, and times by taxi a wait of 15 minutes. Walks take at most ${longestWalk} minutes. The plan takes no ferries. Please check your trains, above all the last one back, and book taxis ahead.`,
} as const satisfies Record<Travel, string>
