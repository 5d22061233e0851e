import type { Booking } from '../../app/bookings/booking.ts'
import type { BookingOutcome, BookingRequest } from '../../app/bookings/booking-queue.server.ts'
import { bookingColumns } from '../../app/bookings/booking.server.ts'
import type { Transaction } from '../../app/platform/database.server.ts'

/**
 * Adds up what is sold and writes the booking, its event and its email, one round trip per step, as an application would.
 * Both peers use it; they have no counters.
 */
export async function sumAndInsert(
  transaction: Transaction,
  request: BookingRequest,
): Promise<BookingOutcome> {
  const [slot] = await transaction<
    { pattern_id: string; price: number; lasts: number; left: number; is_instant: boolean }[]
  >`
    select
      p.id as pattern_id, e.price_per_person as price, coalesce(e.duration_minutes, 60) as lasts, e.is_instant,
      p.capacity - coalesce((
        select sum(b.number_of_guests) from bookings b
        where b.pattern_id = p.id and b.booking_date = ${request.slot_date} and b.status <> 'cancelled'
      ), 0) as left
    from availability_patterns p join experiences e on e.id = p.experience_id
    where p.experience_id = ${request.experience_id} and p.is_active and p.start_time = ${request.start_time ?? ''}`
  const answer = { booking_id: request.id, remaining: null, price: null }
  if (!slot || slot.left < request.number_of_guests)
    return { ...answer, problem: 'full', remaining: slot?.left ?? 0, booking: {} as Booking }

  const [booking] = await transaction<[Booking]>`
    insert into bookings as b (
      id, reference, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at, ends_at,
      number_of_guests, guest_name, guest_email, guest_phone, price_per_person, total_price, status, idempotency_key,
      request_hash, created_at
    )
    select
      ${request.id}, new_reference(), ${request.vineyard_id}, ${request.experience_id}, ${slot.pattern_id}, ${request.slot_date},
      ${request.start_time ?? ''}, (ends at time zone 'Europe/London')::time, starts, ends, ${request.number_of_guests},
      ${request.guest_name}, ${request.guest_email}, ${request.guest_phone}, ${slot.price}, ${request.total_price ?? 0}, 'pending',
      ${request.idempotency_key}, decode(${request.request_hash}, 'hex'), ${request.requested_at}
    from (select london_instant(${request.slot_date}, ${request.start_time ?? ''}) as starts) as s
      cross join lateral (select starts + make_interval(mins => ${slot.lasts}) as ends) as e
    returning ${bookingColumns(transaction)}`
  await transaction`
    select note_booking_event(
      ${request.id}, 'created', 'guest', null, '{"status": [null, "pending"]}', 'received', ${request.requested_at}
    )`
  return { ...answer, problem: null, booking }
}
