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
