import type { z } from 'zod'

import type { RowOf } from '../../platform/api/fields.server.ts'
import type { party, session } from './session.shapes.ts'

/**
 * One start of an experience as staff see it. `capacity` is null when it is no longer planned (closed, cut or moved) but
 * still booked; `id` is null for bookings outside slots; `waiting` counts the parties that are not confirmed yet.
 */
export type Session = RowOf<typeof session>

/** A booking in the list of a day's parties, as the API sends it. `ends_on` is the day after if the visit runs past midnight. */
export type Party = z.infer<typeof party>

/** How many guests a session is overbooked by. */
export function overBy({ capacity, guests }: Pick<Session, 'capacity' | 'guests'>): number {
  return Math.max(0, guests - (capacity ?? 0))
}

/** How many guests came to these sessions, and how many did not. */
export function cameTo(sessions: Pick<Session, 'guests' | 'no_shows'>[]): { came: number; missed: number } {
  const missed = sessions.reduce((sum, { no_shows }) => sum + no_shows, 0)
  return { came: sessions.reduce((sum, { guests }) => sum + guests, 0) - missed, missed }
}

/** The places of these sessions: taken, and in total. */
export function placesOf(sessions: Pick<Session, 'capacity' | 'guests'>[]): {
  taken: number
  places: number
} {
  return {
    taken: sessions.reduce((sum, { guests }) => sum + guests, 0),
    places: sessions.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0),
  }
}
