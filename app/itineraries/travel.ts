import { kilometresBetween, type Position } from '../vineyards/position.ts'

/** The way between two stops by car. `by` tells an estimate from what a routing server reckoned over real roads. */
export type Leg = { kilometres: number; minutes: number; by: 'estimate' | 'road' }

// Country roads are about three tenths longer than the way of a crow. The first miles are lanes, what comes after is
// mostly faster; getting out of one car park and into the next takes five minutes unless it is next door.
const detour = 1.3
const lanes = { kilometres: 15, speed: 45 }
const beyond = { speed: 75 }
const parking = { minutes: 5, perKilometre: 10 }

/** A guess from the distance alone, never less for a longer way. */
export function estimateLeg(from: Position, to: Position): Leg {
  const kilometres = kilometresBetween(from, to) * detour
  const slow = Math.min(kilometres, lanes.kilometres)
  const minutes =
    Math.min(parking.minutes, kilometres * parking.perKilometre) +
    (slow / lanes.speed) * 60 +
    ((kilometres - slow) / beyond.speed) * 60
  return { kilometres, minutes: Math.ceil(minutes), by: 'estimate' }
}

/** Legs from every place to every other: `legs[from][to]`, null where one of the two has no known position. */
export type Legs = (Leg | null)[][]

export function estimateLegs(places: (Position | null)[]): Legs {
  return places.map((from) => places.map((to) => (from && to ? estimateLeg(from, to) : null)))
}
