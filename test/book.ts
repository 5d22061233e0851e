import { randomUUID } from 'node:crypto'

import { createBooking } from '../app/bookings/new-bookings/create-booking.server.ts'
import { holdPlaces } from '../app/bookings/new-bookings/hold.server.ts'
import type { Queryable, Sql } from '../app/platform/database/database.server.ts'
import { makeExperience, makePattern } from './make.ts'

type Experience = { id: string; vineyard_id: string; price_per_person: number }
type Slot = { pattern_id: string; slot_date: string } | { availability_id: string; slot_date: string }

/** Returns a visitor's request for `createBooking`. */
export function guestBookingRequest(
  experience: Experience,
  slot: Slot,
  number_of_guests = 2,
  idempotency_key = randomUUID(),
) {
  const { slot_date } = slot
  return {
    slot: 'pattern_id' in slot ? slot : { availability_id: slot.availability_id },
    slot_date,
    number_of_guests,
    price_per_person: experience.price_per_person,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    special_requests: '',
    idempotency_key,
  }
}

const requestBooking = (sql: Queryable, experience: Experience, slot: Slot, guests: number, now: Date) =>
  createBooking(sql, experience, guestBookingRequest(experience, slot, guests), now)

/** Books as a visitor and returns the booking's id. Throws if the booking is rejected. */
export async function book(...wanted: Parameters<typeof requestBooking>): Promise<string> {
  const booking = await requestBooking(...wanted)
  if (!booking.ok) throw new Error(`refused: ${JSON.stringify(booking.problem)}`)
  return booking.value.id
}

/** Books as a visitor. Returns the problem, or null if the booking was made. */
export async function tryBooking(...wanted: Parameters<typeof requestBooking>): Promise<string | null> {
  const booking = await requestBooking(...wanted)
  return booking.ok ? null : booking.problem.kind
}

/**
 * Holds places as an admin from one instant to another, and returns the id of the hold. Throws if the hold is rejected.
 */
export async function hold(
  sql: Queryable,
  { id: experience_id }: { id: string },
  { pattern_id, availability_id, slot_date }: AnySlot,
  number_of_guests: number,
  [from, expires_at]: [from: Date, expires_at: Date],
): Promise<string> {
  const slot = pattern_id ? { pattern_id, slot_date } : { availability_id: availability_id ?? '' }
  const request = { experience_id, slot, number_of_guests, expires_at }
  const held = await holdPlaces(sql, request, { by: { actor: 'admin', actor_id: randomUUID() } }, from)
  if (!held.ok) throw new Error(`refused: ${JSON.stringify(held.problem)}`)
  return held.value.id
}

type AnySlot = { pattern_id?: string | null; availability_id?: string | null; slot_date: string }
type Fields = Parameters<typeof makeExperience>[1]

/** Makes an experience with `capacity` places every day at 14:30. `on(day)` names the slot of this day. */
export async function makeDailyExperience(
  sql: Sql,
  { capacity = 10, experience = {} as Fields, pattern = {} as Fields } = {},
) {
  const made = await makeExperience(sql, { max_group_size: null, ...experience })
  const planned = await makePattern(sql, { capacity, ...pattern, experience_id: made.id })
  return {
    experience: made,
    pattern: planned,
    on: (slot_date: string) => ({ pattern_id: planned.id, slot_date }),
  }
}

/** Makes a legacy slot. `start_time` is an instant in ISO 8601. */
export async function makeLegacySlot(
  sql: Sql,
  experience: Experience,
  start_time: string,
  available_slots: number,
) {
  const [row] = await sql<[{ id: string }]>`
    insert into availability ${sql({ experience_id: experience.id, start_time, available_slots })} returning id`
  return { availability_id: row.id, slot_date: start_time.slice(0, 10) }
}

/** Returns the fields of a booking, the counters of its slot, the kinds of its events and the types of its emails. */
export async function bookingState(sql: Sql, id: string) {
  const [row] = await sql`
    select b.status, b.is_overbooked, b.booking_date, b.start_time, b.number_of_guests as guests, b.total_price,
      coalesce(i.booked, a.taken) as booked, coalesce(i.overbooked, a.overbooked) as overbooked,
      (select array_agg(e.kind order by e.id) from booking_events e where e.booking_id = b.id) as events,
      (select array_agg(m.email_type order by m.event_id) from emails m where m.booking_id = b.id) as mails
    from bookings b
      left join slots i on i.id = b.slot_id
      left join availability a on a.id = b.availability_id
    where b.id = ${id}`
  return row
}
