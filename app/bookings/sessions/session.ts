import type { z } from 'zod'

import type { RowOf } from '../../platform/api/fields.server.ts'
import type { party, session } from './session.shapes.ts'

/**
 * One start of an experience as staff see it. `capacity` is null if the start is no longer planned (closed, removed or
 * moved) but still has bookings; `id` is null for bookings without a slot; `waiting` is the number of pending parties.
 */
export type Session = RowOf<typeof session>

/** A booking in the list of a day's parties, as the API sends it. `ends_on` is the next day for a visit past midnight. */
export type Party = z.infer<typeof party>

/** Returns the number of guests beyond the capacity of a session. */
export function overBy({ capacity, guests }: Pick<Session, 'capacity' | 'guests'>): number {
  return Math.max(0, guests - (capacity ?? 0))
}

/** Returns how many guests came to these sessions, and how many did not. */
export function cameTo(sessions: Pick<Session, 'guests' | 'no_shows'>[]): { came: number; missed: number } {
  const missed = sessions.reduce((sum, { no_shows }) => sum + no_shows, 0)
  return { came: sessions.reduce((sum, { guests }) => sum + guests, 0) - missed, missed }
}

/** Returns the number of taken places and of all places in these sessions. */
export function placesOf(sessions: Pick<Session, 'capacity' | 'guests'>[]): {
  taken: number
  places: number
} {
  return {
    taken: sessions.reduce((sum, { guests }) => sum + guests, 0),
    places: sessions.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0),
  }
}
