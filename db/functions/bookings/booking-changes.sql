-- Returns how long staff may undo a change of status.
create function undo_time() returns interval
language sql immutable
return interval '30 seconds';

-- Returns the time until which an actor may undo a change of status, or null if the actor is not staff: then the change is
-- final.
create function undo_until(p_actor text, p_now timestamptz) returns timestamptz
language sql immutable
return case when p_actor in ('winemaker', 'admin') then p_now + undo_time() end;

-- Locks a booking, after its slot and the slots p_slot_ids. Returns null if the vineyard has no such booking. Fails if the
-- booking moved while the function waited for the lock; the caller then starts again.
create function lock_booking(p_booking_id uuid, p_vineyard_id uuid, p_slot_ids uuid[] default '{}') returns bookings
language plpgsql volatile
as $$
declare
  unlocked bookings;
  locked bookings;
begin
  select * into unlocked from bookings b
  where b.id = p_booking_id and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id);
  if not found then
    return null;
  end if;
  perform lock_slots(p_slot_ids || unlocked.slot_id);
  select * into locked from bookings b where b.id = p_booking_id for update;
  if locked.slot_id is distinct from unlocked.slot_id then
    raise exception 'booking % was moved meanwhile', p_booking_id using errcode = 'serialization_failure';
  end if;
  return locked;
end $$;

-- Sets the status of a booking. p_vineyard_id is null for an admin. p_expected is the status that staff saw, so that nobody
-- revives a booking that was cancelled meanwhile; p_expected is required if the guest or the seller cancelled last. A revived
-- booking takes places again. problem: null, 'absent', 'changed' (status returns the current status), 'called_off', 'erased',
-- 'gone', or 'full' (then remaining has the places left). p_details is for a cancellation.
create function set_booking_status(
  p_booking_id uuid, p_vineyard_id uuid, p_status text, p_expected text, p_details jsonb, p_actor text, p_actor_id uuid,
  p_overbook boolean, p_now timestamptz
)
returns table (problem status_problem, status text, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  expected text := coalesce(p_expected, (select b.status from bookings b where b.id = p_booking_id));
  before bookings;
  places record;
begin
  before := lock_booking(p_booking_id, p_vineyard_id);
  status := before.status;
  problem := case
    when before.id is null then 'absent'
    when before.status = p_status then null
    when before.status <> expected or p_expected is null and was_cancelled_by_guest(before.id) then 'changed'
    when before.erased_at is not null and (before.status = 'cancelled' or p_status in ('pending', 'confirmed')) then 'erased'
    when p_status <> 'cancelled' and before.status <> 'cancelled' and before.called_off_at is not null then 'called_off'
  end;
  if problem is not null or before.status = p_status then
    return next;
    return;
  end if;

  if p_status = 'cancelled' then
    perform cancel_booking(before, p_details, p_actor, p_actor_id, p_now);
    return query select null::status_problem, p_status, null::int;
    return;
  end if;

  if before.status = 'cancelled' then
    select t.* into places
    from take_places_again(
      before, before.number_of_guests, case when p_overbook then 'on_purpose'::take_way else 'ordinary' end, p_now
    ) t;
    if places.outcome <> 'taken' then
      return query select places.outcome::text::status_problem, before.status, places.remaining;
      return;
    end if;
    update bookings b set
      is_overbooked = places.is_overbooked, called_off_at = null, called_off_reason = null, called_off_message = '', informed_at = null,
      reopened_at = null, reopened_informed_at = null
    where b.id = before.id;
    if places.is_overbooked then
      perform note_booking_event(
        before.id, 'overbooked', p_actor, p_actor_id,
        jsonb_build_object('number_of_guests', jsonb_build_array(0, before.number_of_guests)), null, p_now
      );
    end if;
  end if;

  update bookings b set status = p_status, undo_until = undo_until(p_actor, p_now) where b.id = before.id;
  perform note_booking_event(
    before.id, 'status', p_actor, p_actor_id, jsonb_build_object('status', jsonb_build_array(before.status, p_status)),
    case when p_status = 'confirmed' then 'confirmed' end, p_now
  );
  return query select null::status_problem, p_status, null::int;
end $$;

-- Undoes staff's last change of a booking's status: restores the previous status, and never sends the email about the change.
-- p_expected is the status that staff saw. A cancelled booking takes its places again; if they were sold meanwhile, nothing
-- changes. A guest who has read about the cancellation is sent the confirmation again. Undoing twice has the same effect as
-- undoing once. problem: null, 'absent', 'changed' (status returns the current status), 'final' (somebody else cancelled too),
-- 'erased', 'late' (the email is on its way), 'gone', or 'full' (then remaining has the places left).
create function undo_booking_status(
  p_booking_id uuid, p_vineyard_id uuid, p_expected text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem undo_problem, status text, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before bookings;
  undone booking_events;
  v_status text;
  places record;
begin
  perform lock_undoable_emails(array[p_booking_id]);
  before := lock_booking(p_booking_id, p_vineyard_id);
  select e.* into undone from booking_events e
  where e.booking_id = before.id and e.kind in ('created', 'status', 'moved')
  order by e.id desc limit 1;
  status := before.status;
  problem := case
    when before.id is null then 'absent'
    when undone.undoes is not null and undone.changes -> 'status' ->> 0 = p_expected then null
    when before.status <> p_expected or undone.kind <> 'status' or undone.undoes is not null then 'changed'
    when before.erased_at is not null then 'erased'
    when takes_over_cancellation(undone) then 'final'
    when coalesce(before.undo_until <= p_now, true) or exists (
      select from emails m where m.event_id = undone.id and not (m.state = 'waiting' and m.queued_at is null)
    ) then 'late'
    -- A booking that a closure cancelled is restored by undoing the closure.
    when before.status = 'cancelled' and exists (
      select from availability_exceptions x where x.id::text = undone.changes -> 'closure' ->> 1
    ) then 'gone'
  end;
  if problem is not null or undone.undoes is not null then
    return next;
    return;
  end if;

  v_status := undone.changes -> 'status' ->> 0;
  if before.status = 'cancelled' then
    select t.* into places from take_places_again(before, before.number_of_guests, 'put_back', p_now) t;
    if places.outcome <> 'taken' then
      return query select places.outcome::text::undo_problem, before.status, places.remaining;
      return;
    end if;
    before.is_overbooked := places.is_overbooked;
  elsif v_status = 'cancelled' then
    before.cancelled_at_version := give_back_places(before.slot_id, before.number_of_guests, before.is_overbooked);
  end if;
  update bookings b set
    status = v_status, undo_until = null, is_overbooked = before.is_overbooked,
    cancelled_at_version = before.cancelled_at_version
  where b.id = before.id;
  insert into booking_events (booking_id, kind, actor, actor_id, changes, undoes, happened_at)
  values (
    before.id, 'status', p_actor, p_actor_id, jsonb_build_object('status', jsonb_build_array(before.status, v_status)),
    undone.id, p_now
  );
  update emails m set state = 'superseded' where m.event_id = undone.id and m.state = 'waiting';
  -- Queues again the emails that were superseded only because of the undone change.
  update emails m set state = 'waiting', queued_at = null, unanswered = 0, attempts = 0, last_error = null
  where m.booking_id = before.id and m.state = 'superseded' and m.erased_at is null
    and coalesce(m.event_id, m.after_event_id) < undone.id and coalesce(m.deliver_by > p_now, true)
    and not is_superseded(m.booking_id, m.email_type, coalesce(m.event_id, m.after_event_id));
  perform confirm_again(before.id, undone.id, p_now)
  where exists (select from cancellation_reads r where r.event_id = undone.id);
  return query select null::undo_problem, v_status, null::int;
end $$;

-- Returns the fields that differ between two states of a booking, for its history, without personal data.
create function booking_differences(before bookings, after bookings) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(old.value, new.value)), '{}')
  from jsonb_each(to_jsonb(before)) as old join jsonb_each(to_jsonb(after)) as new using (key)
  where key in (
      'pattern_id', 'availability_id', 'booking_date', 'start_time', 'end_time', 'number_of_guests', 'total_price'
    )
    and old.value <> new.value
$$;

-- Moves a booking to another slot, another party size, or both, at its original price. Uses the places of the booking's holds.
-- Takes the new places before it releases the old ones. Cut-offs limit guests and sellers, but not if the session was called
-- off and has not begun. A called-off booking moves only to an open slot, and is then no longer called off. With beyond_limits
-- in p_to, staff may exceed the limits of the party and move it to a closed start. With into_past in p_to, they may move it to
-- a slot that has begun, and nobody is emailed. session_move names the move of the whole session. seen has the fields that the
-- client saw. problem: null, 'absent', 'erased', 'final', 'late', 'group_size', 'unchanged', 'changed' (the fields in seen have
-- changed), 'past' (into_past is missing), 'gone', or 'full' (then remaining has the places left).
create function move_booking(
  p_booking_id uuid, p_vineyard_id uuid, p_to jsonb, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem move_problem, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted record;
  before bookings;
  after bookings;
  e experiences;
  target slots;
  target_id uuid;
  as_staff boolean := p_actor not in ('guest', 'key');
  way constant take_way := case when p_overbook then 'on_purpose'::take_way else 'ordinary' end;
  new_slot boolean;
  by_start boolean;
  own slots;
  same_slot boolean;
  is_past boolean;
  places record;
begin
  select * into wanted from jsonb_to_record(p_to) as t (
    pattern_id uuid, availability_id uuid, slot_date date, start_time time, number_of_guests integer, seen jsonb,
    into_past boolean, beyond_limits boolean, session_move uuid
  );
  wanted.beyond_limits := as_staff and coalesce(wanted.beyond_limits, false);
  by_start := wanted.beyond_limits and num_nonnulls(wanted.pattern_id, wanted.availability_id) = 0
    and wanted.slot_date is not null and wanted.start_time is not null;
  new_slot := num_nonnulls(wanted.pattern_id, wanted.availability_id) > 0 or by_start;
  if new_slot then
    target_id := (
      select case
        when as_staff or b.called_off_at is not null then slot_for_staff(
          b.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, case when by_start then wanted.start_time end, p_now
        )
        else stored_slot(b.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, null)
      end
      from bookings b where b.id = p_booking_id and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id)
    );
  end if;
  before := lock_booking(p_booking_id, p_vineyard_id, array[target_id]);
  select x.* into e from experiences x where x.id = before.experience_id;
  wanted.number_of_guests := coalesce(wanted.number_of_guests, before.number_of_guests);
  problem := case
    when before.id is null then 'absent'
    when before.erased_at is not null then 'erased'
    when before.status in ('cancelled', 'completed') then 'final'
    when not as_staff and case
      when before.called_off_at is not null then not may_choose(before, p_now)
      else p_now >= guest_deadline(before)
    end then 'late'
    when wanted.number_of_guests <> before.number_of_guests
      and not is_staff_party_size(e, wanted.number_of_guests, wanted.beyond_limits) then 'group_size'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  as_staff := as_staff or before.called_off_at is not null;

  select s.* into target from slots s where s.id = case when new_slot then target_id else before.slot_id end;
  if by_start and not coalesce(is_open(target), false) then
    own := own_slot(e.id, wanted.slot_date, wanted.start_time, wanted.number_of_guests, p_now);
    target := own;
  end if;
  wanted.start_time := case when new_slot then coalesce(wanted.start_time, target.start_time) else before.start_time end;
  -- If the start of the slot has changed, staying in the slot is a move too.
  same_slot := target.id is not distinct from before.slot_id and wanted.start_time is not distinct from before.start_time
    and (new_slot is false or target.id is not null);
  is_past := not same_slot and coalesce(target.starts_at <= p_now, false);
  problem := case
    -- A called-off booking must move to another, open slot. Only staff may move a booking into the past.
    when before.called_off_at is not null and (not new_slot or not coalesce(is_open(target) or target.is_for_one_party, false))
      or new_slot and p_actor in ('guest', 'key') and target.starts_at <= p_now then 'gone'
    when same_slot and wanted.number_of_guests = before.number_of_guests and before.called_off_at is null then 'unchanged'
    when not to_jsonb(before) @> coalesce(wanted.seen, '{}') then 'changed'
    when is_past and not coalesce(wanted.into_past, false) then 'past'
    when before.slot_id is null and not new_slot and not as_staff and wanted.number_of_guests > before.number_of_guests then 'gone'
  end;
  if problem is not null then
    return next;
    return;
  end if;

  after := before;
  after.number_of_guests := wanted.number_of_guests;
  after.total_price := before.price_per_person * wanted.number_of_guests;
  insert into slots select own.* where own.id is not null;
  if same_slot and after.number_of_guests < before.number_of_guests or before.slot_id is null and not new_slot then
    -- A smaller party always fits, even in a closed slot. Without a slot, only the host limits a party.
    select t.* into places from take_places_again(before, after.number_of_guests, way, p_now) t;
  else
    select t.* into places
    from take_places(target.id, after.number_of_guests, way, before.id, as_staff, p_now, wanted.start_time) t;
  end if;
  if places.outcome <> 'taken' then
    delete from slots where id = own.id;
    return query select places.outcome::text::move_problem, places.remaining;
    return;
  end if;
  after.beyond_limits := not is_party_size(e, after.number_of_guests)
    and (before.beyond_limits or after.number_of_guests <> before.number_of_guests)
    or coalesce(target.is_for_one_party and wanted.session_move is null, false) and before.session_move_id is null;
  after.is_overbooked := places.is_overbooked;
  if not same_slot or after.number_of_guests > before.number_of_guests and target.id is not null then
    if target.id is distinct from before.slot_id then
      perform give_back_places(before.slot_id, before.number_of_guests, before.is_overbooked);
    end if;
    after.slot_id := target.id;
    after.pattern_id := target.pattern_id;
    after.availability_id := case when target.pattern_id is null then target.id end;
    after.booking_date := target.slot_date;
    after.start_time := target.start_time;
    after.end_time := target.end_time;
    after.starts_at := target.starts_at;
    after.ends_at := target.ends_at;
  end if;

  update bookings b set
    called_off_at = null, called_off_reason = null, called_off_message = '', informed_at = null, reopened_at = null,
    reopened_informed_at = null, undo_until = null, session_move_id = case when same_slot then b.session_move_id else wanted.session_move end,
    move_informed_at = case when same_slot then b.move_informed_at end,
    (slot_id, pattern_id, availability_id, booking_date, start_time, end_time, starts_at, ends_at, number_of_guests, total_price, is_overbooked,
      beyond_limits)
    = (select
      after.slot_id, after.pattern_id, after.availability_id, after.booking_date, after.start_time, after.end_time, after.starts_at,
      after.ends_at, after.number_of_guests, after.total_price, after.is_overbooked, after.beyond_limits)
  where b.id = before.id;
  if after.is_overbooked and not same_slot or after.is_overbooked and after.number_of_guests > before.number_of_guests then
    perform note_booking_event(
      before.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(before.number_of_guests, after.number_of_guests)), null, p_now
    );
  end if;
  if own.id is not null or after.number_of_guests <> before.number_of_guests then
    perform note_beyond_limits(after, e, before.number_of_guests, p_actor, p_actor_id, p_now);
  end if;
  perform note_booking_event(
    before.id, 'moved', p_actor, p_actor_id,
    booking_differences(before, after) || case when is_past then '{"into_past": [false, true]}' else '{}' end::jsonb
      || case when wanted.session_move is null then '{}' else jsonb_build_object('session_move', jsonb_build_array(null, wanted.session_move)) end,
    case when not is_past then 'moved' end, p_now
  );
  return query select null::move_problem, null::int;
end $$;

-- Changes the email address of a booking and sends its emails there; the old address gets no more emails. A booking
-- allows p_limit corrections, so that its link cannot be used to email strangers. problem: null, 'absent', 'final'
-- (cancelled, completed or erased), 'same' or 'often'.
create function correct_guest_email(p_booking_id uuid, p_email text, p_limit integer, p_now timestamptz)
returns table (problem correction_problem)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before bookings;
  corrected integer;
begin
  perform lock_undoable_emails(array[p_booking_id]);
  select b.* into before from bookings b where b.id = p_booking_id for update;
  select count(*) into corrected from booking_events e where e.booking_id = p_booking_id and e.kind = 'readdressed' and e.actor = 'guest';
  problem := case
    when before.id is null then 'absent'
    -- A correction must not bring back an erased guest.
    when before.status not in ('pending', 'confirmed') or before.erased_at is not null then 'final'
    when lower(before.guest_email) = lower(p_email) then 'same'
    when corrected >= p_limit then 'often'
  end;
  if problem is not null then
    return next;
    return;
  end if;

  update bookings b set guest_email = p_email where b.id = p_booking_id;
  insert into booking_events (booking_id, kind, actor, changes, happened_at)
  values (p_booking_id, 'readdressed', 'guest', '{}', p_now);

  perform redirect_booking_emails(
    before, p_email, true, format('readdressed %s %s', p_booking_id, corrected + 1), p_now
  );
  return next;
end $$;

-- When the guest of a booking is erased, erases staff's notes and tags, and the message that staff sent with a call-off.
create or replace function forget_staff_notes() returns trigger
language plpgsql as $$
begin
  new.staff_notes := '';
  new.tags := '{}';
  new.called_off_message := '';
  return new;
end $$;

-- Clears the attendance of a booking that is moved to another time.
create or replace function clear_attendance() returns trigger
language plpgsql as $$
begin
  new.attendance := null;
  new.arrived_guests := null;
  new.marked_at := null;
  return new;
end $$;
