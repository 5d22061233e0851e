import type { Day, Time } from '../platform/days.ts'

/**
 * Session: one start of an experience as its staff see it, with the parties that come to it. `capacity` null says that it is
 * planned no more (closed, cut or moved) though somebody is booked; `id` is null for what was booked outside slots.
 */
export type Session = {
  id: string | null
  experience_id: string
  title: string
  slot_date: Day
  start_time: Time | null
  end_time: Time | null
  capacity: number | null
  /** The largest party that could still come. */
  remaining: number
  guests: number
  parties: number
  /** Of the parties, those that are not confirmed yet. */
  waiting: number
  /** Of the guests, those whose party was marked as not having come. */
  no_shows: number
  /** Whether it has begun: then nothing is left to sell. */
  has_begun: boolean
}

/** By how many people a session is over what it holds. */
export function overBy({ capacity, guests }: Pick<Session, 'capacity' | 'guests'>): number {
  return Math.max(0, guests - (capacity ?? 0))
}

/** 'Twelve came' of a day's sessions that have all begun: how many, and how many did not. */
export function cameTo(sessions: Pick<Session, 'guests' | 'no_shows'>[]): { came: number; missed: number } {
  const missed = sessions.reduce((sum, { no_shows }) => sum + no_shows, 0)
  return { came: sessions.reduce((sum, { guests }) => sum + guests, 0) - missed, missed }
}

/** The places of many sessions: taken, and there at all. */
export function placesOf(sessions: Pick<Session, 'capacity' | 'guests'>[]): {
  taken: number
  places: number
} {
  return {
    taken: sessions.reduce((sum, { guests }) => sum + guests, 0),
    places: sessions.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0),
  }
}
