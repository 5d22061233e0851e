import { type Range, rideOf, traffic } from '../../catalogue/stations/station.ts'
import { kilometresBetween, type Position } from '../../catalogue/vineyards/position.ts'
import type { Leg, Legs } from './day-times.ts'

// Country roads are about 30 % longer than a straight line. The first 15 km are lanes (45 km/h), the rest is faster.
// Parking takes five minutes, less for very short drives.
const detour = 1.3
const lanes = { kilometres: 15, speed: 45 }
const beyond = { speed: 75 }
const parking = { minutes: 5, perKilometre: 10 }

/** Returns the drive estimated from the distance. The estimate never decreases with distance. */
export function estimateLeg(from: Position, to: Position): Leg {
  const kilometres = kilometresBetween(from, to) * detour
  const slow = Math.min(kilometres, lanes.kilometres)
  const minutes =
    Math.min(parking.minutes, kilometres * parking.perKilometre) +
    (slow / lanes.speed) * 60 +
    ((kilometres - slow) / beyond.speed) * 60
  return { kilometres, minutes: Math.ceil(minutes), by: 'estimate' }
}

/** Returns the range of minutes that a drive may take. The range contains the planned minutes of the leg. */
export function driveRange({ kilometres, minutes, by }: Leg): Range {
  if (by === 'road') return { least: minutes, most: minutes * traffic }
  const { least, most } = rideOf(kilometres / detour).minutes
  return { least: Math.min(least, minutes), most: Math.max(most, minutes) }
}

export function estimateLegs(positions: (Position | null)[]): Legs {
  return positions.map((from) => positions.map((to) => (from && to ? estimateLeg(from, to) : null)))
}
