import type { Transaction } from '../../app/platform/database.server.ts'
import type { Placed, Wish } from '../booking/site.ts'

/**
 * What both peers do once they may: add up what is sold, and write the booking with its event and its mail, in as
 * many round trips as it has steps, as an application does. No counter is kept.
 */
export async function sumAndInsert(transaction: Transaction, wish: Wish, now: Date): Promise<Placed> {
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
    where p.experience_id = ${wish.experience_id} and p.is_active and p.start_time = ${wish.start_time}`
  if (!slot || slot.left < wish.number_of_guests)
    return { problem: 'full', booking_id: '', remaining: slot?.left ?? 0 }

  await transaction`
    insert into bookings (
      id, reference, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at, ends_at,
      number_of_guests, guest_name, guest_email, guest_phone, price_per_person, total_price, status, idempotency_key,
      request_hash, created_at
    )
    select
      ${wish.id}, new_reference(), ${wish.vineyard_id}, ${wish.experience_id}, ${slot.pattern_id}, ${wish.slot_date},
      ${wish.start_time}, (ends at time zone 'Europe/London')::time, starts, ends, ${wish.number_of_guests},
      ${wish.guest_name}, ${wish.guest_email}, ${wish.guest_phone}, ${slot.price}, ${wish.total_price}, 'pending',
      ${wish.idempotency_key}, decode(${wish.request_hash}, 'hex'), ${now}
    from (select london_instant(${wish.slot_date}, ${wish.start_time}) as starts) as s
      cross join lateral (select starts + make_interval(mins => ${slot.lasts}) as ends) as e`
  await transaction`
    select note_booking_event(
      ${wish.id}, 'created', 'guest', null, '{"status": [null, "pending"]}', 'received', ${now}
    )`
  return { problem: null, booking_id: wish.id }
}
