import type { Day, Time } from '../platform/days.ts'

/** Whom a message is for: everybody of a day, or of one session of it. */
export type Audience = {
  day: Day
  experience_id?: string | undefined
  start_time?: Time | undefined
}

/** A message to the guests of a day, with how far it has come to each of them. */
export type GuestMessage = {
  id: string
  message: string
  sent_at: Date
  guests: { booking_id: string; guest_name: string; guest_phone: string; state: string }[]
}
