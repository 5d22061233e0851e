-- Returns whether resellers may sell an experience. A vineyard's own keys see the same experiences.
create function is_sold_by_resellers(e experiences, v vineyards) returns boolean
language sql stable
return e.sold_by_resellers and e.is_active and e.is_instant and v.is_verified and (v.is_visible or v.is_sandbox);

-- Returns whether a key may see and change a booking: the booking was made with a key of the same owner.
create function is_of_owner(o octo_bookings, p_key_id uuid) returns boolean
language sql stable
return o.api_key_id = any (keys_of_same_owner(p_key_id));

-- Holds places for a reseller. p_hold has the fields of holds, p_octo those of octo_bookings. problem: null, 'repeated'
-- (this request made the hold before), 'other' (the id is taken), or a problem of check_held_places or hold_places.
create function reserve_octo_booking(p_hold jsonb, p_octo jsonb, p_request_hash text, p_vineyard_id uuid, p_now timestamptz)
returns table (problem octo_problem, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted octo_bookings := jsonb_populate_record(null::octo_bookings, p_octo);
  earlier octo_bookings;
begin
  perform pg_advisory_xact_lock(hashtextextended(wanted.id::text, 0));
  select o.* into earlier from octo_bookings o where o.id = wanted.id;
  problem := case
    when earlier.vineyard_id = p_vineyard_id and is_of_owner(earlier, wanted.api_key_id)
      and earlier.request_hash = decode(p_request_hash, 'hex') then 'repeated'
    when earlier.id is not null or exists (select from holds h where h.id = wanted.id)
      or exists (select from bookings b where b.id = wanted.id) then 'other'
    when not exists (
      select from experiences e join vineyards v on v.id = e.vineyard_id
      where e.id = (p_hold ->> 'experience_id')::uuid and is_sold_by_resellers(e, v)
    ) then 'absent'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  perform require_key_reaches(wanted.api_key_id, p_vineyard_id);
  select c.problem, c.remaining into problem, remaining
  from check_held_places(jsonb_populate_record(null::holds, p_hold), wanted.api_key_id, p_now) c;
  if problem is null then
    select h.problem, h.remaining into problem, remaining from hold_places(p_hold, p_vineyard_id, p_now) h;
  end if;
  if problem is null then
    insert into octo_bookings (
      id, vineyard_id, api_key_id, reseller_reference, unit_items, details, request_hash, updated_at
    ) values (
      wanted.id, p_vineyard_id, wanted.api_key_id, wanted.reseller_reference, wanted.unit_items, wanted.details,
      decode(p_request_hash, 'hex'), p_now
    );
  end if;
  return next;
end $$;

-- Locks a key. Returns the reseller's booking with this id if the key may change it, otherwise null.
create function octo_booking_for(p_id uuid, p_vineyard_id uuid, p_key_id uuid) returns octo_bookings
language plpgsql volatile
as $$
declare
  o octo_bookings;
begin
  perform require_key_reaches(p_key_id, p_vineyard_id);
  select x.* into o from octo_bookings x where x.id = p_id and x.vineyard_id = p_vineyard_id and is_of_owner(x, p_key_id);
  return o;
end $$;

-- Replaces the details that a reseller sent about a booking. p_octo has fields of octo_bookings; missing fields stay.
create function write_octo_booking(p_id uuid, p_octo jsonb, p_now timestamptz) returns void
language sql volatile
as $$
  update octo_bookings o set
    reseller_reference = n.reseller_reference, unit_items = n.unit_items, details = n.details,
    cancellation_reason = n.cancellation_reason, updated_at = p_now
  from octo_bookings before cross join lateral jsonb_populate_record(before, p_octo) n
  where o.id = p_id and before.id = p_id
$$;

-- Extends a hold until p_until. problem: null, 'absent' or 'ended'.
create function extend_octo_booking(
  p_id uuid, p_until timestamptz, p_vineyard_id uuid, p_key_id uuid, p_now timestamptz
)
returns table (problem octo_problem)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  o octo_bookings := octo_booking_for(p_id, p_vineyard_id, p_key_id);
begin
  select e.problem into problem from extend_hold(o.id, p_until, p_vineyard_id, p_now) e;
  if problem is null then
    perform write_octo_booking(o.id, '{}', p_now);
  end if;
  return next;
end $$;

-- Changes a hold. p_to is as for change_hold, or null to leave the places as they are. p_octo is as for write_octo_booking.
-- problem: those of check_held_places and change_hold.
create function change_octo_hold(
  p_id uuid, p_to jsonb, p_until timestamptz, p_octo jsonb, p_vineyard_id uuid, p_key_id uuid, p_now timestamptz
)
returns table (problem octo_problem, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  o octo_bookings := octo_booking_for(p_id, p_vineyard_id, p_key_id);
begin
  if p_to is not null then
    select c.problem, c.remaining into problem, remaining
    from holds h
      cross join lateral jsonb_populate_record(h, p_to) as wanted
      cross join lateral check_held_places(wanted, p_key_id, p_now) c
    where h.id = o.id;
    if problem is null then
      select c.problem, c.remaining into problem, remaining from change_hold(o.id, p_to, p_vineyard_id, p_now) c;
    end if;
  end if;
  if problem is null then
    -- Calls extend_hold even without p_until, because this function locks the hold and checks that the hold is live.
    select e.problem into problem from extend_hold(o.id, coalesce(p_until, p_now), p_vineyard_id, p_now) e;
  end if;
  if problem is null then
    perform write_octo_booking(o.id, p_octo, p_now);
  end if;
  return next;
end $$;

-- Books a hold, after changing its party if p_guests differs, or changes nothing. p_guest has the guest's fields of
-- booking_request. problem: those of change_hold and book_hold; 'repeated' if the hold is booked already.
create function confirm_octo_booking(
  p_id uuid, p_guests integer, p_guest jsonb, p_octo jsonb, p_vineyard_id uuid, p_key_id uuid, p_now timestamptz
)
returns table (problem octo_problem, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  o octo_bookings := octo_booking_for(p_id, p_vineyard_id, p_key_id);
  h holds := lock_hold(o.id, p_vineyard_id);
begin
  problem := case
    when h.outcome = 'booked' then 'repeated'
    when not coalesce(is_live(h, p_now), true) then 'ended'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  -- If the booking is refused, the change of the party is rolled back.
  begin
    if p_guests <> h.number_of_guests then
      select c.problem, c.remaining into problem, remaining
      from change_hold(h.id, jsonb_build_object('number_of_guests', p_guests), p_vineyard_id, p_now) c;
    end if;
    if problem is null then
      select b.problem, b.remaining into problem, remaining from book_hold(
        o.id, p_guest || jsonb_build_object('channel', 'reseller', 'api_key_id', p_key_id), p_vineyard_id, 'key', p_key_id, p_now
      ) b;
    end if;
    if problem is not null then
      raise exception 'refused' using errcode = 'CV003';
    end if;
  exception when sqlstate 'CV003' then
    return next;
    return;
  end;
  perform write_octo_booking(o.id, p_octo, p_now);
  return next;
end $$;

-- Changes a booking that is neither cancelled nor completed. p_to is as for move_booking, which checks the cut-off, or null to
-- leave the slot and the party as they are. p_guest has the guest's fields of bookings. problem: those of move_booking.
create function change_octo_booking(
  p_id uuid, p_to jsonb, p_guest jsonb, p_octo jsonb, p_vineyard_id uuid, p_key_id uuid, p_now timestamptz
)
returns table (problem octo_problem, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  o octo_bookings := octo_booking_for(p_id, p_vineyard_id, p_key_id);
  b bookings;
begin
  if p_to is not null then
    select nullif(m.problem, 'unchanged'), m.remaining into problem, remaining
    from move_booking(o.id, p_vineyard_id, p_to, 'key', p_key_id, false, p_now) m;
    if problem is not null then
      return next;
      return;
    end if;
  end if;
  b := lock_booking(o.id, p_vineyard_id);
  problem := case
    when b.id is null then 'absent'
    when b.status not in ('pending', 'confirmed') or b.erased_at is not null then 'final'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  update bookings x set
    guest_name = n.guest_name, guest_email = n.guest_email, guest_phone = n.guest_phone,
    special_requests = n.special_requests, external_reference = n.external_reference, emails_guest = n.emails_guest
  from jsonb_populate_record(b, p_guest) n
  where x.id = b.id;
  perform write_octo_booking(o.id, p_octo, p_now);
  return next;
end $$;

-- Releases a hold, or cancels a booking until the cut-off, as its guest may, even after the vineyard opted out. A cancellation
-- by staff that can still be undone becomes the seller's. A hold that has ended stays as it is. problem: null, 'absent',
-- 'final' (completed) or 'late'.
create function cancel_octo_booking(p_id uuid, p_reason text, p_vineyard_id uuid, p_key_id uuid, p_now timestamptz)
returns table (problem octo_problem)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  o octo_bookings;
  h holds;
  b bookings;
  is_changed boolean;
begin
  perform require_key_works(p_key_id);
  select x.* into o from octo_bookings x where x.id = p_id and x.vineyard_id = p_vineyard_id and is_of_owner(x, p_key_id);
  if not found then
    problem := 'absent';
  elsif exists (select from holds x where x.id = o.id and x.outcome = 'booked') then
    perform lock_undoable_emails(array[o.id]);
    b := lock_booking(o.id, p_vineyard_id);
    is_changed := b.status <> 'cancelled' or is_being_cancelled(b, p_now);
    problem := cancel_until_deadline(b, 'key', p_key_id, p_now);
  else
    h := lock_hold(o.id, p_vineyard_id);
    if h.outcome = 'booked' then
      -- The emails of a booking must be locked before its slot, so the caller starts again.
      raise exception 'hold % was booked meanwhile', p_id using errcode = 'serialization_failure';
    end if;
    is_changed := is_live(h, p_now);
    perform end_holds(array[h.id], 'released', p_now) where is_changed;
  end if;
  perform write_octo_booking(o.id, jsonb_build_object('cancellation_reason', coalesce(p_reason, '')), p_now)
  where problem is null and is_changed;
  return next;
end $$;

-- Deletes the details that resellers sent about holds, p_days after a hold ended without a booking. Returns how many rows were
-- deleted.
create function delete_old_octo_bookings(p_days integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with gone as (
    delete from octo_bookings o using holds h
    where h.id = o.id and h.outcome in ('released', 'expired') and london_today(h.ended_at) + p_days <= london_today(p_now)
    returning 1
  )
  select count(*)::int from gone
$$;

-- The seller behind each key: its reseller, or the name of the vineyard's key.
create view key_sellers as
select k.id as key_id, coalesce(r.name, k.name) as seller from api_keys k left join resellers r on r.id = k.reseller_id;

-- Returns the reseller that sold a booking, or the name of the vineyard's key; null for other channels.
create function seller_of(b bookings) returns text
language sql stable
return (select k.seller from key_sellers k where k.key_id = b.api_key_id);
