import { policy } from '../../people/sign-in/policy.ts'
import { type RoughPosition, roughPositionOf } from '../../catalogue/vineyards/rough-position.ts'
import { type BookingStatus, statusDetails } from '../../bookings/booking.ts'
import type { Day, Time } from '../../platform/days.ts'
import { addPounds } from '../../platform/money.ts'
import type { Travelling } from './means-of-travel.ts'
import type { ItineraryDetails } from './edit-form.ts'
import type { DayEnds } from './travel.ts'
import type { StopSent } from './itinerary.shapes.ts'
import {
  type Leg,
  type Legs,
  minutesOf,
  type Passing,
  passThrough,
  type TimedStop,
  usualStay,
} from './day-times.ts'

/** The rights to itineraries. The edit key of an itinerary is enough to change the itinerary without signing in. */
export const itineraryPolicy = {
  own: policy(['visitor'], 'Visitors who signed in by email have their itineraries on every device.'),
  curate: policy(['admin'], 'Only admins create, change, publish and delete curated itineraries.'),
}

/**
 * An itinerary has one to three days and an ordered list of stops. A stop is a vineyard, perhaps with an experience and a start,
 * or something else with a name, such as a pub. Anyone with an edit key is the itinerary's *maker*. A *reader* opens the
 * itinerary through its share link, or because it is published.
 */
export type Itinerary = ItineraryDetails &
  Travelling & { id: string; is_curated: boolean; version: number; stops: Stop[] }

/** A stop of an itinerary. A hidden vineyard is shown by name only, without link, picture or address. */
export type Stop = Omit<StopSent, 'place' | 'vineyard_id' | 'experience_id'> & {
  /** The day and start of the stop's booking, for readers too. Null without a booking, and if the booking is cancelled. */
  booked?: { date: Day; start_time: Time | null } | null
  /** The booking, even if cancelled. Only the maker gets it. */
  booking?: {
    id: string
    reference: string
    status: BookingStatus
    called_off_at: string | null
    is_being_cancelled: boolean
    number_of_guests: number
    is_erased: boolean
  } | null
  /** The price for the party in pounds: as booked, or the present price if not booked. Set only on an itinerary's page. */
  price?: number | null
  /** The food on offer, as the vineyard states it. Set only on an itinerary's page. */
  food?: string | null
}

export function nameOf(stop: Pick<Stop, 'name' | 'vineyard'>): string {
  return stop.vineyard?.name ?? stop.name ?? 'A stop'
}

/** Returns the vineyards of the stops with an upcoming booking, and whether each vineyard has confirmed the booking. */
export function bookedStops(stops: Stop[]): { vineyard: string; is_confirmed: boolean }[] {
  return stops.flatMap((stop) =>
    stop.booking && statusDetails[stop.booking.status].isUpcoming
      ? [{ vineyard: nameOf(stop), is_confirmed: stop.booking.status === 'confirmed' }]
      : [],
  )
}

/** Returns the fixed start of a stop, if any, and its length in minutes. */
export function timed({
  booked,
  start_time,
  minutes,
  experience,
}: Pick<Stop, 'booked' | 'start_time' | 'minutes' | 'experience'>): TimedStop {
  const start = booked?.start_time ?? start_time
  return {
    start: start === null ? null : minutesOf(start),
    lasts: minutes ?? experience?.duration_minutes ?? usualStay,
  }
}

/** Returns the position of a stop; null when a coordinate is missing or 0. */
export function positionOf({ vineyard, latitude, longitude }: Stop): RoughPosition | null {
  if (vineyard) return roughPositionOf(vineyard)
  return latitude && longitude ? { latitude, longitude } : null
}

/** Returns the stops grouped by day; days without stops are left out. */
export function daysOf<Stop extends { day: number }>(stops: Stop[]): { day: number; stops: Stop[] }[] {
  const days = Map.groupBy(stops, ({ day }) => day)
  return [...days].sort(([a], [b]) => a - b).map(([day, stops]) => ({ day, stops }))
}

/** A day's stops with their times and the way to each. `ends` are known if the day begins at a known location. */
export type TimedDay = {
  day: number
  points: { stop: Stop; passing: Passing; leg: Leg | null }[]
  ends?: DayEnds | null
}

/** Returns a day with the times of its stops. `legs[from][to]` is the drive between two of the stops. */
export function timeDay(
  { day, stops }: { day: number; stops: Stop[] },
  legs: Legs,
  begins_at: Time,
): TimedDay {
  const passings = passThrough(stops.map(timed), legs, minutesOf(begins_at))
  const points = stops.map((stop, n) => ({
    stop,
    passing: passings[n] as Passing,
    leg: legs[n - 1]?.[n] ?? null,
  }))
  return { day, points }
}

/**
 * The cost of a day. `total` is the price in pounds of all visits with a price, or null if there are none; `priced` counts these
 * visits. `unpriced` has the names of the visits without a price.
 */
export type DayCost = {
  total: number | null
  /** The number of guests of every visit with a price. Null if the visits are for different numbers of guests. */
  guests: number | null
  priced: number
  unpriced: string[]
  /** Whether there are stops that are not vineyards */
  others: boolean
}

/** Returns the number of guests of a stop's booking, or the party of the itinerary if the stop is not booked. */
export function guestsAt({ booked, booking }: Pick<Stop, 'booked' | 'booking'>, party: number): number {
  return booked && booking ? booking.number_of_guests : party
}

/** Adds up the prices of the visits in pounds, without rounding errors. */
export function costOfDay(stops: Stop[], party: number): DayCost {
  const prices = stops.flatMap(({ price }) => price ?? [])
  const guests = new Set(stops.flatMap((stop) => (stop.price == null ? [] : guestsAt(stop, party))))
  return {
    total: prices.length === 0 ? null : addPounds(prices),
    guests: guests.size === 1 ? ([...guests][0] ?? null) : null,
    priced: prices.length,
    unpriced: stops.filter(({ vineyard, price }) => vineyard && price == null).map(nameOf),
    others: stops.some(({ vineyard }) => !vineyard),
  }
}
