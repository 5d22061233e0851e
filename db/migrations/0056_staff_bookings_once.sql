-- One form of staff is one booking: two presses at once wait for one another, and the second finds what the first made.
-- problem besides: 'other', where the key was used for another booking.
create function place_staff_booking_once(
  w booking_wish, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
declare
  placed record;
begin
  perform pg_advisory_xact_lock(hashtextextended(w.idempotency_key::text, 0));
  select p.* into placed from place_staff_booking(w, p_vineyard_id, p_actor, p_actor_id, p_overbook, p_now) p;
  if placed.problem = 'repeated' and not exists (
    select from bookings b where b.id = placed.booking_id and b.request_hash = decode(w.request_hash, 'hex')
  ) then
    return query select 'other', null::uuid, null::int;
    return;
  end if;
  return query select placed.problem, placed.booking_id, placed.remaining;
end $$;
