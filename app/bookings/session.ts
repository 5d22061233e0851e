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
}
