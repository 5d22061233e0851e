import { hash, randomUUID } from 'node:crypto'

import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Booking } from './booking.ts'
import type { BookingQueue, BookingOutcome, BookingRequest } from './booking-queue.server.ts'
import type { GuestBookingRequest } from './booking-request.ts'

/** What came of trying to book. Nothing but a placed booking leaves a trace in the database. */
export type BookingProblem =
  | { kind: 'slot'; reason: 'full' | 'gone'; remaining: number }
  | { kind: 'price'; price_per_person: number }
  | { kind: 'group_size' }
  | { kind: 'key_reused'; booking_id: string }
  | { kind: 'queue_full' }

/**
 * Takes the places and writes the booking, its event and its mail, or none of them. The same key with the same request
 * gives the booking it gave before.
 */
export function createBooking(
  queue: BookingQueue,
  experience: { id: string; vineyard_id: string },
  { slot, ...request }: GuestBookingRequest,
  now: Date,
  user_id: string | null = null,
): Promise<Result<Booking, BookingProblem>> {
  return handIn(
    queue,
    { ...request, ...slot, vineyard_id: experience.vineyard_id, experience_id: experience.id },
    now,
    user_id,
  )
}

/** The same for a caller who knows no slot id but the experience, the day and the start, and the party's total. */
export function createBookingByStart(
  queue: BookingQueue,
  wanted: Omit<GuestBookingRequest, 'slot' | 'price_per_person'> & {
    vineyard_id: string
    experience_id: string
    start_time: string
    total_price: number
    /** The visitor who is signed in, if any. */
    user_id: string | null
  },
  now: Date,
): Promise<Result<Booking, BookingProblem>> {
  return handIn(queue, wanted, now)
}

/** An earlier booking, as its own guest may be reminded of it. */
export type EarlierBooking = Pick<Booking, 'id' | 'reference' | 'booking_date' | 'booking_time'>

/**
 * Returns the booking that a reused key belongs to, if the caller proves it is theirs by its email address (reading 24).
 * Anyone may hold a key.
 */
export async function findEarlierBooking(
  sql: Queryable,
  booking_id: string,
  guest_email: string,
): Promise<EarlierBooking | undefined> {
  const [booking] = await sql<EarlierBooking[]>`
    select id, reference, booking_date, booking_time from bookings
    where id = ${booking_id} and lower(guest_email) = lower(${guest_email})`
  return booking
}

async function handIn(
  queue: BookingQueue,
  wanted: Omit<BookingRequest, 'id' | 'request_hash' | 'requested_at'>,
  now: Date,
  // Beside the request: signing in or out between two sendings of a form makes no other booking of it.
  user_id: string | null = null,
): Promise<Result<Booking, BookingProblem>> {
  const placed = await queue.book({
    ...wanted,
    ...(user_id && { user_id }),
    id: randomUUID(),
    request_hash: hashOf(wanted),
    requested_at: now,
  })
  return placed.ok ? resultOf(placed.value) : refused({ kind: placed.problem })
}

function resultOf({
  problem,
  booking,
  booking_id,
  remaining,
  price,
}: BookingOutcome): Result<Booking, BookingProblem> {
  switch (problem) {
    case null:
    case 'repeated':
      return ok(booking)
    case 'key_reused':
      return refused({ kind: 'key_reused', booking_id: booking_id ?? '' })
    case 'price':
      return refused({ kind: 'price', price_per_person: price ?? 0 })
    case 'group_size':
      return refused({ kind: 'group_size' })
    case 'gone':
    case 'full':
      return refused({ kind: 'slot', reason: problem, remaining: remaining ?? 0 })
  }
}

function hashOf(request: Record<string, unknown>): string {
  const ordered = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(ordered))
}
