import type { Day, Time } from '../platform/days.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { minutesOf } from './clock.ts'
import { type TimedStop, usualStay } from './visiting-day.ts'

/**
 * Itinerary: one day among vineyards, or up to three in a row, as an ordered list of stops. A stop is one of our
 * vineyards, with an experience and a start where that is chosen, or a place of one's own. Who holds the key is its
 * *maker*; a *reader* sees it by its share link or because it is published.
 */
export type Itinerary = {
  id: string
  title: string
  summary: string | null
  visit_date: Day | null
  party: number
  begins_at: Time
  is_curated: boolean
  version: number
  stops: Stop[]
}

export type Stop = {
  id: string
  /** 0 for the first day. */
  day: number
  vineyard: StopVineyard | null
  experience: { id: string; title: string; duration_minutes: number | null } | null
  name: string | null
  note: string | null
  start_time: Time | null
  minutes: number | null
  latitude: number | null
  longitude: number | null
  /** What stands booked for it, for everybody who sees the stop; null where nothing does. */
  booked: { date: Day; start_time: Time | null } | null
  /** Only for the maker, who sees cancelled ones too. */
  booking: StopBooking | null
}

/** One that is no longer shown to visitors has neither link, picture nor address here. */
export type StopVineyard = Pick<
  Vineyard,
  | 'id'
  | 'name'
  | 'city'
  | 'region'
  | 'address'
  | 'postcode'
  | 'cover_image_url'
  | 'latitude'
  | 'longitude'
  | 'is_visible'
>

export type StopBooking = {
  id: string
  reference: string
  booking_date: Day
  start_time: Time | null
  end_time: Time | null
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed'
}

/** What a stop is called. */
export function nameOf(stop: Pick<Stop, 'name' | 'vineyard'>): string {
  return stop.vineyard?.name ?? stop.name ?? 'A stop'
}

/** When it begins, where that stands fast, and how long one stays. */
export function timed({ booked, start_time, minutes, experience }: Stop): TimedStop {
  const start = booked?.start_time ?? start_time
  return {
    start: start === null ? null : minutesOf(start),
    lasts: minutes ?? experience?.duration_minutes ?? usualStay,
  }
}

/** Where it is; 0 or missing is nowhere. */
export function positionOf(stop: Stop): { latitude: number; longitude: number } | null {
  const { latitude, longitude } = stop.vineyard ?? stop
  return latitude && longitude ? { latitude, longitude } : null
}

/** The stops of each day that has any, in their order. */
export function daysOf(stops: Stop[]): { day: number; stops: Stop[] }[] {
  const days = [...new Set(stops.map(({ day }) => day))].sort((a, b) => a - b)
  return days.map((day) => ({ day, stops: stops.filter((stop) => stop.day === day) }))
}
