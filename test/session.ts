import type { Session } from '../app/bookings/sessions/session.ts'

/** Returns an empty session with twelve places, apart from `changes`. `not_marked` is computed. */
export const sampleSession = (changes: Partial<Session> & Pick<Session, 'slot_date'>): Session => ({
  id: 'x',
  experience_id: 'x',
  title: 'Walk',
  start_time: '14:00:00',
  end_time: '15:30:00',
  capacity: 12,
  remaining: 12,
  host_guests: null,
  guests: 0,
  parties: 0,
  waiting: 0,
  no_shows: 0,
  came: 0,
  not_marked: (changes.guests ?? 0) - (changes.came ?? 0) - (changes.no_shows ?? 0),
  called_off: 0,
  own_places: null,
  group_holds: [],
  host: null,
  has_begun: false,
  ...changes,
})
