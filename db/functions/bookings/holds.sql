-- Returns whether a hold counts at p_now. Expired holds do not count, even before they are released.
create function is_live(h holds, p_now timestamptz) returns boolean
language sql stable
return h.ended_at is null and h.expires_at > p_now;

-- Returns whether a booking may use a hold: the booking has the hold's id, or the hold was made to move this booking.
create function is_held_for(h holds, p_booking_id uuid) returns boolean
language sql stable
return h.id = p_booking_id or h.for_booking_id = p_booking_id;

-- Returns how long a hold of this kind may last, or null for a group hold, which ends at 6 PM on a day that staff choose.
create function longest_hold(p_kind hold_kind) returns interval
language sql immutable
return case p_kind::text when 'short' then interval '60 minutes' end;

-- Holds places in a slot. Cut-off and horizon limit API keys and visitors, but neither staff nor a booking that moves
-- (for_booking_id). With beyond_limits, staff may exceed the limits of the party, as for a booking; with is_overbooked, they
-- may exceed the capacity. p_hold has the fields of holds. problem: null, 'absent', 'group_size', 'gone', or 'full' (then
-- remaining has the places left).
create function hold_places(p_hold jsonb, p_vineyard_id uuid, p_now timestamptz)
returns table (problem hold_problem, remaining integer, hold_id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted holds := jsonb_populate_record(null::holds, p_hold);
  as_staff constant boolean := wanted.actor not in ('key', 'visitor');
  v_slot_id uuid;
  own slots;
  e experiences;
  places record;
begin
  v_slot_id := case when as_staff then slot_in_scope(
    p_vineyard_id, wanted.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time, p_now
  ) else stored_slot(wanted.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time) end;
  perform lock_slots(array[v_slot_id]);
  select x.* into e from experiences x
  where x.id = wanted.experience_id and x.is_active and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  wanted.beyond_limits := as_staff and coalesce(wanted.beyond_limits, false);
  problem := case
    when e.id is null then 'absent'
    -- A party that moves may keep its size even if the limits have changed.
    when wanted.for_booking_id is null and not is_staff_party_size(e, wanted.number_of_guests, wanted.beyond_limits) then 'group_size'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  if wanted.beyond_limits and num_nonnulls(wanted.pattern_id, wanted.availability_id) = 0
    and not coalesce((select is_open(s) from slots s where s.id = v_slot_id), false) then
    own := own_slot(e.id, wanted.slot_date, wanted.start_time, wanted.number_of_guests, p_now);
    insert into slots select own.* where own.id is not null;
    v_slot_id := own.id;
  end if;
  select t.* into places
  from take_places(
    v_slot_id, wanted.number_of_guests, case when wanted.is_overbooked then 'on_purpose'::take_way else 'ordinary' end, null,
    as_staff, p_now, wanted.start_time, true
  ) t;
  if places.outcome <> 'taken' then
    delete from slots where id = own.id;
    return query select places.outcome::text::hold_problem, places.remaining, null::uuid;
    return;
  end if;

  return query
  insert into holds as h (
    id, vineyard_id, experience_id, slot_id, pattern_id, availability_id, slot_date, start_time, end_time, starts_at, ends_at,
    number_of_guests, price_per_person, currency, actor, actor_id, for_booking_id, created_at, expires_at, kind, group_hold_id,
    is_overbooked, beyond_limits
  )
  select
    coalesce(wanted.id, gen_random_uuid()), e.vineyard_id, e.id, s.id, s.pattern_id,
    case when s.pattern_id is null then s.id end, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at,
    wanted.number_of_guests, e.price_per_person, e.currency, wanted.actor, wanted.actor_id, wanted.for_booking_id, p_now,
    wanted.expires_at, coalesce(wanted.kind, 'short'), wanted.group_hold_id, places.is_overbooked, wanted.beyond_limits
  from slots s
  where s.id = v_slot_id
  returning null::hold_problem, null::int, h.id;
end $$;

-- Locks the slot of a hold, and p_slot_ids, and then reads the hold. Every change of a hold's slot, party or outcome locks the
-- slot first, so none of them can change meanwhile. Returns null if the vineyard has no such hold. Fails if the hold changed
-- its slot while the function waited for the lock; the caller then starts again.
create function lock_hold(p_hold_id uuid, p_vineyard_id uuid, p_slot_ids uuid[] default '{}') returns holds
language plpgsql volatile
as $$
declare
  unlocked holds;
  h holds;
begin
  select * into unlocked from holds where id = p_hold_id and (p_vineyard_id is null or vineyard_id = p_vineyard_id);
  if found then
    perform lock_slots(p_slot_ids || unlocked.slot_id);
    select * into h from holds where id = p_hold_id;
    if h.slot_id <> unlocked.slot_id then
      raise exception 'hold % changed meanwhile', p_hold_id using errcode = 'serialization_failure';
    end if;
  end if;
  return h;
end $$;

-- Changes the slot, the party or the experience of a live hold, or changes nothing. Takes the new places before it releases the
-- old ones. Cut-off and horizon limit the new slot. The price changes only with the experience. p_to has fields of holds;
-- missing fields stay unchanged. problem: null, 'absent', 'ended', 'group_size', 'gone', or 'full' (then remaining has the
-- places left).
create function change_hold(p_hold_id uuid, p_to jsonb, p_vineyard_id uuid, p_now timestamptz)
returns table (problem hold_change_problem, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  unlocked holds;
  h holds;
  wanted holds;
  v_slot_id uuid;
  e experiences;
  places record;
begin
  select * into unlocked from holds x where x.id = p_hold_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  wanted := jsonb_populate_record(unlocked, p_to);
  v_slot_id := stored_slot(wanted.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time);
  h := lock_hold(p_hold_id, p_vineyard_id, array[v_slot_id]);
  select x.* into e from experiences x
  where x.id = wanted.experience_id and x.vineyard_id = h.vineyard_id and x.is_active;
  problem := case
    when e.id is null then 'absent'
    when not is_party_size(e, wanted.number_of_guests) then 'group_size'
    when not is_live(h, p_now) then 'ended'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  select t.* into places
  from take_places(v_slot_id, wanted.number_of_guests, 'ordinary', h.id, false, p_now, wanted.start_time, true) t;
  if places.outcome <> 'taken' then
    return query select places.outcome::text::hold_change_problem, places.remaining;
    return;
  end if;
  if v_slot_id <> h.slot_id then
    perform give_back_places(h.slot_id, h.number_of_guests, false, true);
  end if;
  update holds x set
    (experience_id, slot_id, pattern_id, availability_id, slot_date, start_time, end_time, starts_at, ends_at) = (
      select s.experience_id, s.id, s.pattern_id, case when s.pattern_id is null then s.id end, s.slot_date, s.start_time,
        s.end_time, s.starts_at, s.ends_at
      from slots s where s.id = v_slot_id
    ),
    number_of_guests = wanted.number_of_guests,
    price_per_person = case when e.id = h.experience_id then h.price_per_person else e.price_per_person end
  where x.id = h.id;
  return next;
end $$;

-- Extends a live hold until p_until, but never beyond the longest time for its kind. Never shortens a hold. problem: null,
-- 'absent' or 'ended'.
create function extend_hold(p_hold_id uuid, p_until timestamptz, p_vineyard_id uuid, p_now timestamptz)
returns table (problem hold_change_problem)
language plpgsql volatile
as $$
declare
  h holds := lock_hold(p_hold_id, p_vineyard_id);
begin
  update holds x set expires_at = greatest(x.expires_at, least(p_until, x.created_at + longest_hold(x.kind)))
  where x.id = h.id and is_live(x, p_now);
  return query select case when h.id is null then 'absent'::hold_change_problem when not found then 'ended' end;
end $$;

-- Releases a hold before it expires. problem: null (ended now or before), 'absent' or 'booked'.
create function release_hold(p_hold_id uuid, p_vineyard_id uuid, p_now timestamptz) returns table (problem release_problem)
language plpgsql volatile
as $$
declare
  h holds := lock_hold(p_hold_id, p_vineyard_id);
begin
  perform end_holds(array[h.id], case when h.expires_at > p_now then 'released' else 'expired' end, p_now);
  return query select case when h.id is null then 'absent'::release_problem when h.outcome = 'booked' then 'booked' end;
end $$;

-- Books a hold at its price and time; the booking gets the id of the hold. An expired hold is booked if its places are still
-- free. p_guest has the guest's fields of booking_request. problem: null, 'repeated' (booked before), 'absent', 'ended'
-- (released, or used to move a booking), 'gone', 'group_size', or 'full' (then remaining has the places left).
create function book_hold(
  p_hold_id uuid, p_guest jsonb, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem hold_booking_problem, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  h holds := lock_hold(p_hold_id, p_vineyard_id);
  r booking_request := jsonb_populate_record(null::booking_request, p_guest);
  booked record;
begin
  problem := case
    when h.id is null then 'absent'
    when h.outcome = 'booked' and h.for_booking_id is null then 'repeated'
    when h.outcome in ('released', 'booked') then 'ended'
  end;
  if problem is not null then
    booking_id := case when problem = 'repeated' then h.id end;
    return next;
    return;
  end if;

  r.id := h.id;
  r.experience_id := h.experience_id;
  r.pattern_id := h.pattern_id;
  r.availability_id := h.availability_id;
  r.slot_date := h.slot_date;
  r.start_time := h.start_time;
  r.number_of_guests := h.number_of_guests;
  r.price_per_person := h.price_per_person;
  -- A group keeps its size, even if the largest party has become smaller since.
  r.beyond_limits := h.beyond_limits or h.group_hold_id is not null;
  select * into booked from create_staff_booking(r, p_vineyard_id, p_actor, p_actor_id, false, p_now);
  if booked.problem is null then
    update holds set outcome = 'booked' where id = h.id and outcome = 'expired';
  end if;
  problem := case booked.problem when 'absent' then 'gone' else booked.problem end;
  booking_id := booked.booking_id;
  remaining := booked.remaining;
  return next;
end $$;
