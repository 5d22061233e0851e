-- Returns the minutes before the start after which a guest may not move or cancel a booking. Guests whose session was called
-- off, or moved by the vineyard, may do so until the start.
create function guest_cutoff(b bookings, p_minutes integer) returns integer
language sql immutable
return case when b.called_off_at is null and b.session_move_id is null then p_minutes else 0 end;

-- Returns the time until which a guest may move or cancel a booking, or null if the booking has no start.
create function guest_deadline(b bookings) returns timestamptz
language sql stable
return (
  select b.starts_at - make_interval(mins => guest_cutoff(b, e.cancellation_cutoff_minutes)) from experiences e where e.id = b.experience_id
);

-- Cancels a booking that the caller has locked: sets the status, releases the places, writes the event and the email.
-- p_details may contain the reason, the message to the guest, and the closure that caused the cancellation.
create function cancel_booking(b bookings, p_details jsonb, p_actor text, p_actor_id uuid, p_now timestamptz) returns void
language plpgsql volatile
as $$
begin
  update bookings set
    status = 'cancelled', undo_until = undo_until(p_actor, p_now),
    cancelled_at_version = give_back_places(b.slot_id, b.number_of_guests, b.is_overbooked)
  where id = b.id;
  perform note_booking_event(
    b.id, 'status', p_actor, p_actor_id,
    jsonb_build_object('status', jsonb_build_array(b.status, 'cancelled')) || (
      select coalesce(jsonb_object_agg(key, jsonb_build_array(null, value)), '{}')
      from jsonb_each(p_details) where key in ('reason', 'closure') and value <> 'null'
    ),
    'cancelled', p_now
  );
  insert into booking_event_messages (event_id, booking_id, message)
  select max(e.id), b.id, p_details ->> 'message' from booking_events e
  where e.booking_id = b.id and p_details ->> 'message' <> ''
  having count(*) > 0;
end $$;

-- Cancels a booking for its guest or seller, until the guest's deadline. The caller has locked the booking's undoable
-- emails, and then the booking. If staff cancelled the booking and can still undo this, the guest or seller becomes the
-- author of the cancellation. Returns null (cancelled now or before), 'absent', 'final' (completed) or 'late'.
create function cancel_until_deadline(b bookings, p_actor text, p_actor_id uuid, p_now timestamptz) returns cancellation_problem
language plpgsql volatile
as $$
begin
  if b.status = 'cancelled' then
    perform take_over_cancellation(b, p_actor, p_actor_id, p_now) where is_being_cancelled(b, p_now);
  elsif b.id is null or b.status = 'completed' or p_now >= guest_deadline(b) then
    return case when b.id is null then 'absent' when b.status = 'completed' then 'final' else 'late' end;
  else
    perform cancel_booking(b, '{}', p_actor, p_actor_id, p_now);
  end if;
  return null;
end $$;

-- Cancels a booking for its guest, by the rules of cancel_until_deadline. p_seen has the fields that the guest saw. If these
-- fields have changed since, the problem is 'changed'.
create function cancel_booking_as_guest(p_booking_id uuid, p_now timestamptz, p_seen jsonb)
returns table (problem cancellation_problem)
language plpgsql volatile
as $$
declare
  b bookings;
begin
  perform lock_undoable_emails(array[p_booking_id]);
  b := lock_booking(p_booking_id, null);
  problem := case
    when b.status <> 'cancelled' and not to_jsonb(b) @> p_seen then 'changed'
    else cancel_until_deadline(b, 'guest', b.user_id, p_now)
  end;
  return next;
end $$;

-- Release 2.0.0 calls this function, because its pages do not send the fields that the guest saw.
create function cancel_booking_as_guest(p_booking_id uuid, p_now timestamptz)
returns table (problem cancellation_problem)
language sql volatile
as $$ select c.problem from cancel_booking_as_guest(p_booking_id, p_now, '{}') c $$;

-- Returns whether staff have cancelled a booking and may still undo the cancellation.
create function is_being_cancelled(b bookings, p_now timestamptz) returns boolean
language sql stable
return b.status = 'cancelled' and coalesce(b.undo_until > p_now, false);

-- Locks the unsent emails about changes of these bookings that staff can still undo. Call this function before locking the
-- bookings: the worker, too, locks the guest's email first, and then the booking, to write the vineyard's email.
create function lock_undoable_emails(p_booking_ids uuid[]) returns void
language plpgsql volatile
as $$
begin
  perform from emails m
  where m.booking_id = any (p_booking_ids) and m.state = 'waiting' and m.queued_at is null and m.deliver_after is not null
  order by m.id for update;
end $$;

-- Makes the actor the author of a cancellation that staff could still undo. The cancellation is then final, and the actor's email
-- replaces the email about the cancellation by staff. The caller has locked the undoable emails, then the booking.
create function take_over_cancellation(b bookings, p_actor text, p_actor_id uuid, p_now timestamptz) returns void
language plpgsql volatile
as $$
begin
  update bookings set undo_until = null where id = b.id;
  update emails m set state = 'superseded'
  where m.booking_id = b.id and m.email_type = 'cancelled' and m.state = 'waiting' and m.queued_at is null
    and m.deliver_after is not null;
  perform note_booking_event(b.id, 'status', p_actor, p_actor_id, '{"status": ["cancelled", "cancelled"]}', 'cancelled', p_now);
end $$;

-- Returns whether an event only changed the author of a cancellation. See take_over_cancellation.
create function takes_over_cancellation(e booking_events) returns boolean
language sql immutable
return e.kind = 'status' and e.changes -> 'status' = '["cancelled", "cancelled"]';

-- Records that guests have read that their bookings are being cancelled, so that an Undo sends the confirmation again.
-- Returns the bookings that are still being cancelled. Waits for an Undo that is under way.
create function note_cancellations_read(p_booking_ids uuid[], p_now timestamptz) returns setof uuid
language plpgsql volatile
as $$
declare
  v_id uuid;
begin
  for v_id in
    select b.id from bookings b
    where b.id = any (p_booking_ids) and b.status = 'cancelled' and b.undo_until > p_now
    order by b.id for key share
  loop
    insert into cancellation_reads (event_id, read_at)
    select max(e.id), p_now from booking_events e where e.booking_id = v_id and e.kind = 'status'
    on conflict do nothing;
    return next v_id;
  end loop;
end $$;

-- Sends the email about a booking's state again after an event was undone, unless an email of that type is still unsent.
create function confirm_again(p_booking_id uuid, p_event_id bigint, p_now timestamptz) returns void
language sql volatile
as $$
  insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
  select b.id, format('undone %s', p_event_id), s.email_type, b.guest_email, email_payload(b.id, s.email_type), p_now
  from bookings b cross join lateral (select email_type_of_state(b)) as s (email_type)
  where b.id = p_booking_id and s.email_type is not null and emails_changes(b) and not exists (
    select from emails m
    where m.booking_id = b.id and m.email_type = s.email_type and m.state in ('waiting', 'failed', 'sending')
  )
$$;

-- Returns the type of the email about the current state of a booking, or null for a completed booking.
create function email_type_of_state(b bookings) returns text
language sql immutable
return case
  when b.status = 'cancelled' then 'cancelled'
  when b.status = 'completed' then null
  when b.called_off_at is not null then 'called_off'
  when b.status = 'pending' then 'received'
  else 'confirmed'
end;

-- Returns whether the last change of a booking's status is a cancellation by its guest or seller.
create function was_cancelled_by_guest(p_booking_id uuid) returns boolean
language sql stable
as $$
  select e.actor in ('guest', 'key') and e.changes -> 'status' ->> 1 = 'cancelled' from booking_events e
  where e.booking_id = p_booking_id and e.kind = 'status'
  order by e.id desc limit 1
$$;
