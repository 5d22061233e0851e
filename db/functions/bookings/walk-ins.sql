-- Books a party at the gate as create_staff_booking does, and records that it arrived at requested_at. A device without a
-- connection may send the request much later. The additional problem 'early' means that the slot is on a later day.
create function create_walk_in(
  r booking_request, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem staff_booking_problem, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  slot_date constant date := coalesce(
    r.slot_date, (select s.slot_date from slots s where s.id = r.availability_id and s.pattern_id is null)
  );
  created record;
begin
  if slot_date > london_today(p_now) then
    return query select 'early'::staff_booking_problem, null::uuid, null::int;
    return;
  end if;
  select c.* into created from create_staff_booking(r, p_vineyard_id, p_actor, p_actor_id, p_overbook, p_now) c;
  if created.problem is null then
    update bookings b set attendance = 'arrived', marked_at = least(coalesce(r.requested_at, p_now), p_now)
    where b.id = created.booking_id;
    perform note_booking_event(
      created.booking_id, 'marked', p_actor, p_actor_id, '{"attendance": [null, "arrived"]}', null, p_now
    );
  end if;
  return query select created.problem, created.booking_id, created.remaining;
end $$;

-- Cancels a walk-in that was a mistake. Nobody can undo this cancellation. problem: null (cancelled now or before),
-- 'absent', or 'paid' (the payments have to be corrected first).
create function undo_walk_in(
  p_booking_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem walk_in_undo_problem, reference text)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  b bookings;
begin
  perform lock_undoable_emails(array[p_booking_id]);
  b := lock_booking(p_booking_id, p_vineyard_id);
  if b.id is null or b.channel <> 'walk_in' then
    return query select 'absent'::walk_in_undo_problem, null;
  elsif b.status = 'cancelled' then
    perform take_over_cancellation(b, p_actor, p_actor_id, p_now) where is_being_cancelled(b, p_now);
    return query select null::walk_in_undo_problem, b.reference::text;
  elsif (select m.taken > m.refunds from money_of(b) m) then
    return query select 'paid'::walk_in_undo_problem, null;
  else
    perform cancel_booking(b, '{}', p_actor, p_actor_id, p_now);
    update bookings set undo_until = null where id = b.id;
    return query select null::walk_in_undo_problem, b.reference::text;
  end if;
end $$;
