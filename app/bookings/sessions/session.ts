import type { z } from 'zod'

import { countPlacesLeft } from '../../availability/slot.ts'
import { countOf, formatCount } from '../../platform/text/counts.ts'
import { formatTime } from '../../platform/days.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { party, session } from './session.shapes.ts'

/**
 * One start of an experience as staff see it. `capacity` is null if the start has bookings but is no longer planned. `id` is
 * null for bookings without a slot. `waiting` is the number of pending parties.
 */
export type Session = RowOf<typeof session>

/** A booking in the list of a day's parties, as the API sends it. `ends_on` is the next day for a visit past midnight. */
export type Party = z.infer<typeof party>

/** Returns whether a party is still expected in its session. */
export function isStillOn({ status, called_off_at }: Pick<Party, 'status' | 'called_off_at'>): boolean {
  return (status === 'pending' || status === 'confirmed') && called_off_at === null
}

/** Returns whether calling off or moving a session affects a party. Parties that have arrived stay as they are. */
export function goesAlong(party: Pick<Party, 'status' | 'called_off_at' | 'attendance'>): boolean {
  return isStillOn(party) && party.attendance !== 'arrived'
}

/** Returns parties as text: '3 parties (8 guests)'. */
export function partiesSentence({ bookings, guests }: { bookings: number; guests: number }): string {
  return `${countOf(bookings, 'party', 'parties')} (${countOf(guests, 'guest')})`
}

/** Returns the number of guests beyond the capacity of a session. */
export function overBy({ capacity, guests }: Pick<Session, 'capacity' | 'guests'>): number {
  return Math.max(0, guests - (capacity ?? 0))
}

/** Returns how many guests of these sessions came, how many did not come, and how many were not marked. */
export function cameTo(sessions: Pick<Session, 'guests' | 'came' | 'not_marked'>[]) {
  const sum = (count: (session: (typeof sessions)[number]) => number) =>
    sessions.reduce((all, session) => all + count(session), 0)
  return {
    came: sum(({ came }) => came),
    missed: sum(({ guests, came, not_marked }) => guests - came - not_marked),
    unmarked: sum(({ not_marked }) => not_marked),
  }
}

/** Returns a number of guests as text, with those of visits that nobody marked: '12 (4 not marked)'. */
export function withUnmarked({ guests, not_marked }: { guests: number; not_marked: number }): string {
  return not_marked > 0 ? `${guests} (${not_marked} not marked)` : String(guests)
}

type Came = Pick<Party, 'number_of_guests' | 'arrived_guests'>

/** Returns the number of a party's guests for a table: '4' or, if fewer came, '3 of 4'. */
export function guestsFigure({ number_of_guests: booked, arrived_guests: came }: Came): string {
  return came === null ? String(booked) : `${came} of ${booked}`
}

/** Returns the number of a party's guests as text: '4 guests' or, if fewer came, '3 of 4 guests came'. */
export function guestsSentence({ number_of_guests: booked, arrived_guests: came }: Came): string {
  return came === null ? countOf(booked, 'guest') : `${came} of ${countOf(booked, 'guest')} came`
}

/** Returns how many places are taken: '8 of 12 places taken, 3 left' or, with guests in closed sessions, '8 guests booked'. */
export function takenSentence(sessions: Figures[]): string {
  const { taken, places } = placesOf(sessions)
  const called_off = sessions.reduce((sum, session) => sum + session.called_off, 0)
  const isNothingOpen = taken + places === 0
  const left = fewerLeft(sessions)
  return [
    !isNothingOpen &&
      (hasClosedGuests(sessions)
        ? `${countOf(taken, 'guest')} booked`
        : `${formatCount(taken)} of ${countOf(places, 'place')} taken`),
    left !== null && `${formatCount(left)} left`,
    called_off > 0 &&
      (isNothingOpen ? stillToChooseSentence({ called_off }) : `${countOf(called_off, 'guest')} called off`),
    isNothingOpen && called_off === 0 && 'closed',
  ]
    .filter(Boolean)
    .join(', ')
}

type Figures = Pick<Session, 'capacity' | 'guests' | 'remaining' | 'has_begun' | 'called_off'>

/** Returns 'called off, 9 guests still to choose'. */
export function stillToChooseSentence({ called_off }: Pick<Session, 'called_off'>): string {
  return `called off, ${countOf(called_off, 'guest')} still to choose`
}

/** Returns the places left in the sessions to come, or null if they equal the capacity less the guests. */
export function fewerLeft(
  sessions: Pick<Session, 'capacity' | 'guests' | 'remaining' | 'has_begun'>[],
): number | null {
  const coming = sessions.filter(({ has_begun, capacity }) => !has_begun && capacity !== null)
  const left = coming.reduce((sum, { remaining }) => sum + remaining, 0)
  const free = coming.reduce((sum, { capacity, guests }) => sum + Math.max(0, (capacity ?? 0) - guests), 0)
  return left === free ? null : left
}

/** Returns whether any of the guests are in closed sessions, whose places do not count among the day's places. */
export function hasClosedGuests(sessions: Pick<Session, 'capacity' | 'guests'>[]): boolean {
  return sessions.some(({ capacity, guests }) => capacity === null && guests > 0)
}

/** Returns '2 left: the host is with 10 others', '3 places left' or 'Full'. `left` is the number of places left. */
export function sessionPlaces(left: number, { host_guests }: Pick<Session, 'host_guests'>): string {
  const places = left > 0 ? countPlacesLeft(left) : 'Full'
  // A day that a device stored before this field existed lacks the field.
  if (!host_guests) return places
  return `${left > 0 ? `${left} left` : places}: the host is with ${countOf(host_guests, 'other')}`
}

/** Returns the number of taken places and of all places in these sessions. */
export function placesOf(sessions: Pick<Session, 'capacity' | 'guests'>[]) {
  return {
    taken: sessions.reduce((sum, { guests }) => sum + guests, 0),
    places: sessions.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0),
  }
}

/**
 * Returns 'Ana also guides Cellar Tour, 11:00 AM to 12:00 PM' if a session that has not begun shares its
 * guide with other sessions at that time, otherwise null. Another session without guests counts only if staff chose the
 * guide for one of the two sessions. A room may hold several sessions.
 */
export function alsoGuides({ host, ...session }: Session, sessions: Session[]): string | null {
  if (host?.kind !== 'person' || session.has_begun || !takesPlace(session)) return null
  const others = sessions.filter(
    (other) =>
      other.host?.id === host.id &&
      (other.id !== session.id || other.experience_id !== session.experience_id) &&
      takesPlace(other) &&
      (other.guests + other.group_holds.length > 0 || other.host.is_own || host.is_own) &&
      isAtOneTime(session, other),
  )
  const named = others.map(
    ({ title, start_time, end_time }) =>
      `${title}, ${formatTime(start_time ?? '')} to ${formatTime(end_time ?? '')}`,
  )
  return named.length === 0 ? null : `${host.name} also guides ${named.join(', and ')}`
}

const takesPlace = ({ capacity, guests }: Pick<Session, 'capacity' | 'guests'>) =>
  capacity !== null || guests > 0

type Span = Pick<Session, 'slot_date' | 'start_time' | 'end_time'>

function isAtOneTime(one: Span, other: Span): boolean {
  // A session that ends past midnight lasts until the end of its day.
  const end = ({ start_time, end_time }: Span) =>
    start_time && end_time && (end_time > start_time ? end_time : '24:00:00')
  const [oneEnd, otherEnd] = [end(one), end(other)]
  if (!one.start_time || !other.start_time || !oneEnd || !otherEnd) return false
  return one.slot_date === other.slot_date && one.start_time < otherEnd && other.start_time < oneEnd
}
