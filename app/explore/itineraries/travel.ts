import {
  formatMinutes,
  isWalkable,
  longestWalk,
  type MeasuredDrive,
  type Range,
  type Station,
  stationName,
  taxiRideOf,
  walkOf,
} from '../../catalogue/stations/station.ts'
import { kilometresBetween, type Position } from '../../catalogue/vineyards/position.ts'
import type { Leg, LegPart, Legs, Minutes } from './day-times.ts'
import type { Near } from '../search/near.ts'

/** How the people of a plan may travel, as its form says. */
export const travels = { drive: 'One of us drives', no_car: 'Without a car' } as const
export type Travel = keyof typeof travels

/** How the people of an itinerary travel, at a glance. */
export const waysToTravel: Record<Travel, string> = { drive: 'By car', no_car: 'Without a car' }

/** How the people of a plan travel, and the place where its days begin and end. */
export type Travelling = { travel: Travel; stay: Near | null }

export function isTravel(text: string): text is Travel {
  return Object.hasOwn(travels, text)
}

/** A position with its nearest railway station, if one is near. */
export type Reachable = Position & { station: Station | null }

/** Returns the drive that a routing server measured between two positions, if any. */
export type Road = (from: Position, to: Position) => MeasuredDrive | null

/** Without a car, taxis are taken for at most this many kilometres of straight line. */
const farthestTaxi = 15

// Trains run at 50 to 110 km/h, and lines are up to 50 % longer than the straight line. Without a timetable, the longest time
// holds an hour's wait, and half an hour for a change beyond 15 km.
const rail = { slow: 50, fast: 110, longer: 1.5, wait: 60, change: 30, changesBeyond: 15 }

/** Returns the minutes by train between stations at this straight-line distance, including the longest wait. */
export function trainMinutes(straight: number): Range {
  const change = straight > rail.changesBeyond ? rail.change : 0
  return {
    least: (straight / rail.fast) * 60,
    most: ((straight * rail.longer) / rail.slow) * 60 + rail.wait + change,
  }
}

/** Returns the walk if it may not take too long, or else the ride in a taxi; null if the taxi would drive too far. */
function walkOrTaxi(from: Position, to: Position, name: string | null, road: Road): LegPart | null {
  const straight = kilometresBetween(from, to)
  const measured = road(from, to)
  const walk = walkOf(straight, { road: measured })
  if (isWalkable(walk)) return { by: 'foot', to: name, minutes: walk.minutes }
  if (straight > farthestTaxi) return null
  return { by: 'taxi', to: name, minutes: taxiRideOf(straight, { road: measured }).minutes }
}

/**
 * Returns the leg without a car: on foot, by taxi, or by train with a walk or a taxi at both ends. Null if none of these is
 * possible. The leg's minutes are the longest that it may take.
 */
export function legWithoutCar(from: Reachable, to: Reachable, road: Road = () => null): Leg | null {
  const direct = walkOrTaxi(from, to, null, road)
  const parts = direct ? [direct] : byTrain(from, to, road)
  if (!parts) return null
  return {
    kilometres: kilometresBetween(from, to),
    minutes: Math.ceil(sum(parts.map(({ minutes }) => minutes.most))),
    by: 'estimate',
    parts: parts.filter(({ minutes }) => minutes.most > 0),
  }
}

/** The leg to a stop that people with these means cannot reach, so that no plan has it. */
export const unreachable = { kilometres: Infinity, minutes: Infinity, by: 'estimate' } as const

/** Returns the legs with unreachable ones in place of unknown ones. */
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

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const means = { foot: 'on foot', train: 'by train', taxi: 'by taxi' } as const

/** Returns '5–10 minutes on foot to Lewes station, then 10–75 minutes by train to …'. */
export function formatParts(parts: LegPart[]): string {
  return parts
    .map(({ by, to, minutes }) => `${formatMinutes(minutes)} ${means[by]}${to ? ` to ${to}` : ''}`)
    .join(', then ')
}

/** The ends of a day: when to set out from where at the latest, and when to be back at the latest. */
export type DayEnds = {
  out: { from: string; leg: Leg; leaves: Minutes }
  back: { to: string; leg: Leg; arrives: Minutes }
}

/** What the times of a plan are reckoned from, and what its people should know about the way. */
export const travelSentences = {
  drive: 'Drivers shouldn’t drink: ask each vineyard what it pours for them.',
  no_car: `We know no timetables. Times are reckoned from straight lines, or from roads where we could measure them, and the plan allows for the longest. A train’s time may include an hour’s wait and a change, a taxi’s a wait of 15 minutes. Walks take at most ${longestWalk} minutes. Please check your trains, above all the last one back, and book taxis ahead.`,
} as const satisfies Record<Travel, string>
