import type { Booking } from '../../app/bookings/booking.ts'
import type { BookingOutcome, BookingRequest } from '../../app/bookings/booking-queue.server.ts'
import { bookingColumns } from '../../app/bookings/booking.server.ts'
import type { Transaction } from '../../app/platform/database.server.ts'

/**
 * What both peers do once they may: add up what is sold, and write the booking with its event and its mail, in as
 * many round trips as it has steps, as an application does. No counter is kept.
 */
export async function sumAndInsert(transaction: Transaction, wish: BookingRequest): Promise<BookingOutcome> {
  const [slot] = await transaction<
    { pattern_id: string; price: number; lasts: number; left: number; is_instant: boolean }[]
  >`
    select
      p.id as pattern_id, e.price_per_person as price, coalesce(e.duration_minutes, 60) as lasts, e.is_instant,
      p.capacity - coalesce((
        select sum(b.number_of_guests) from bookings b
        where b.pattern_id = p.id and b.booking_date = ${wish.slot_date} and b.status <> 'cancelled'
      ), 0) as left
    from availability_patterns p join experiences e on e.id = p.experience_id
    where p.experience_id = ${wish.experience_id} and p.is_active and p.start_time = ${wish.start_time ?? ''}`
  const answer = { booking_id: wish.id, remaining: null, price: null }
  if (!slot || slot.left < wish.number_of_guests)
    return { ...answer, problem: 'full', remaining: slot?.left ?? 0, booking: {} as Booking }

  const [booking] = await transaction<[Booking]>`
    insert into bookings as b (
      id, reference, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at, ends_at,
      number_of_guests, guest_name, guest_email, guest_phone, price_per_person, total_price, status, idempotency_key,
      request_hash, created_at
    )
    select
      ${wish.id}, new_reference(), ${wish.vineyard_id}, ${wish.experience_id}, ${slot.pattern_id}, ${wish.slot_date},
      ${wish.start_time ?? ''}, (ends at time zone 'Europe/London')::time, starts, ends, ${wish.number_of_guests},
      ${wish.guest_name}, ${wish.guest_email}, ${wish.guest_phone}, ${slot.price}, ${wish.total_price ?? 0}, 'pending',
      ${wish.idempotency_key}, decode(${wish.request_hash}, 'hex'), ${wish.asked_at}
    from (select london_instant(${wish.slot_date}, ${wish.start_time ?? ''}) as starts) as s
      cross join lateral (select starts + make_interval(mins => ${slot.lasts}) as ends) as e
    returning ${bookingColumns(transaction)}`
  await transaction`
    select note_booking_event(
      ${wish.id}, 'created', 'guest', null, '{"status": [null, "pending"]}', 'received', ${wish.asked_at}
    )`
  return { ...answer, problem: null, booking }
}
