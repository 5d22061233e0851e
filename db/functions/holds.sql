-- Whether a hold counts at p_now. An expired hold counts nowhere, released or not.
create function is_live(h holds, p_now timestamptz) returns boolean
language sql stable
return h.ended_at is null and h.expires_at > p_now;

create function is_in_slot(h holds, p_pattern_id uuid, p_availability_id uuid, p_slot_date date) returns boolean
language sql stable
return h.pattern_id = p_pattern_id and h.slot_date = p_slot_date or h.availability_id = p_availability_id;

-- Whether a booking may use the hold: the new booking with its id, or the booking that moves there.
create function is_held_for(h holds, p_booking_id uuid) returns boolean
language sql stable
return h.id = p_booking_id or h.for_booking_id = p_booking_id;

-- The places held in a slot at p_now.
create function held_places(p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_now timestamptz) returns integer
language sql stable
return (
  select coalesce(sum(h.number_of_guests), 0)::int from holds h
  where is_in_slot(h, p_pattern_id, p_availability_id, p_slot_date) and is_live(h, p_now)
);

-- A booking's live holds in a slot, and their places.
create function own_holds(
  p_booking_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_now timestamptz
)
returns table (ids uuid[], guests integer)
language sql stable
as $$
  select array_agg(h.id), coalesce(sum(h.number_of_guests), 0)::int from holds h
  where is_held_for(h, p_booking_id) and is_in_slot(h, p_pattern_id, p_availability_id, p_slot_date) and is_live(h, p_now)
$$;

-- Ends holds whose counters the caller has locked, and forgets the guests of those that were not booked. Returns how many
-- places that frees.
create function end_holds(p_hold_ids uuid[], p_outcome text, p_now timestamptz) returns integer
language sql volatile
as $$
  with ended as (
    update holds h set outcome = p_outcome, ended_at = least(h.expires_at, p_now)
    where h.id = any (p_hold_ids) and h.ended_at is null
    returning h.id, h.pattern_id, h.availability_id, h.slot_date, h.number_of_guests
  ),
  forgotten as (
    update octo_bookings o set details = '{}' from ended where o.id = ended.id and p_outcome <> 'booked'
  ),
  unconfirmed as (
    delete from guest_holds g using ended where g.id = ended.id and p_outcome <> 'booked'
  ),
  freed as (
    select pattern_id, availability_id, slot_date, sum(number_of_guests)::int as guests from ended group by 1, 2, 3
  ),
  counter as (
    update slot_inventory i set held = i.held - f.guests
    from freed f where i.pattern_id = f.pattern_id and i.slot_date = f.slot_date
  ),
  legacy as (
    update availability a set held = a.held - f.guests from freed f where a.id = f.availability_id
  )
  select coalesce(sum(guests), 0)::int from freed
$$;

-- Locks the counter of a slot that has holds and releases the expired ones. Returns how many places that frees.
create function release_expired_holds(p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_now timestamptz)
returns integer
language plpgsql volatile
as $$
begin
  if p_pattern_id is not null then
    perform from slot_inventory i where i.pattern_id = p_pattern_id and i.slot_date = p_slot_date and i.held > 0 for update;
  else
    perform from availability a where a.id = p_availability_id and a.held > 0 for no key update;
  end if;
  if not found then
    return 0;
  end if;
  -- A new statement, so that it sees what was committed before the lock.
  return end_holds(array(
    select h.id from holds h
    where is_in_slot(h, p_pattern_id, p_availability_id, p_slot_date) and h.ended_at is null and h.expires_at <= p_now
  ), 'expired', p_now);
end $$;

-- Holds places in a slot for staff, or for a booking that moves (for_booking_id): without cut-off and horizon, which limit
-- API keys and visitors. p_hold has the fields of holds. problem: null, 'absent', 'group_size', 'gone' or 'full' (remaining).
create function hold_places(p_hold jsonb, p_vineyard_id uuid, p_now timestamptz)
returns table (problem text, remaining integer, hold_id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted holds := jsonb_populate_record(null::holds, p_hold);
  e experiences;
  slot record;
begin
  perform lock_slots(array[wanted.pattern_id], array[wanted.availability_id]);
  select x.* into e from experiences x
  where x.id = wanted.experience_id and x.is_active and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent', null::int, null::uuid;
    return;
  end if;
  -- A party that moves keeps its size, whatever the limits are by now.
  if wanted.for_booking_id is null
    and wanted.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::int, null::uuid;
    return;
  end if;

  perform lock_host(e.host_id);
  if wanted.pattern_id is null then
    select london_today(a.start_time) into wanted.slot_date from availability a where a.id = wanted.availability_id;
  end if;
  select t.* into slot from take_slot_places(
    null, e.id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time, wanted.number_of_guests,
    wanted.actor not in ('key', 'visitor'), false, p_now
  ) t;
  if slot.problem is not null then
    return query select slot.problem, slot.remaining, null::uuid;
    return;
  end if;
  update slot_inventory i set booked = i.booked - wanted.number_of_guests, held = i.held + wanted.number_of_guests
  where i.pattern_id = wanted.pattern_id and i.slot_date = wanted.slot_date;
  update availability a set
    available_slots = a.available_slots + wanted.number_of_guests, taken = a.taken - wanted.number_of_guests,
    held = a.held + wanted.number_of_guests
  where a.id = wanted.availability_id;

  return query
  insert into holds as h (
    id, vineyard_id, experience_id, pattern_id, availability_id, slot_date, start_time, end_time, starts_at, ends_at,
    number_of_guests, price_per_person, currency, actor, actor_id, for_booking_id, created_at, expires_at
  )
  values (
    coalesce(wanted.id, gen_random_uuid()), e.vineyard_id, e.id, wanted.pattern_id, wanted.availability_id, slot.slot_date, slot.start_time, slot.end_time,
    slot.starts_at, slot.ends_at, wanted.number_of_guests, e.price_per_person, e.currency, wanted.actor, wanted.actor_id,
    wanted.for_booking_id, p_now, wanted.expires_at
  )
  returning null::text, null::int, h.id;
end $$;

-- Locks a hold through its slot, its host and its counter. Null if the vineyard has no such hold. Fails if the hold changed
-- its slot while this waited; the caller then starts again.
create function lock_hold(p_hold_id uuid, p_vineyard_id uuid) returns holds
language plpgsql volatile
as $$
declare
  h holds;
  unlocked holds;
begin
  select * into h from holds where id = p_hold_id and (p_vineyard_id is null or vineyard_id = p_vineyard_id);
  unlocked := h;
  if found then
    perform lock_slots(array[h.pattern_id], array[h.availability_id]);
    perform lock_host(e.host_id) from experiences e where e.id = h.experience_id and e.host_id is not null;
    perform from slot_inventory i where i.pattern_id = h.pattern_id and i.slot_date = h.slot_date for update;
    select * into h from holds where id = p_hold_id;
    if (h.pattern_id, h.availability_id, h.slot_date) is distinct from
      (unlocked.pattern_id, unlocked.availability_id, unlocked.slot_date) then
      raise exception 'hold % changed meanwhile', p_hold_id using errcode = 'serialization_failure';
    end if;
  end if;
  return h;
end $$;

-- Changes the slot, the party or the experience of a live hold: takes the new places before it releases the old ones, or
-- changes nothing. Cut-off and horizon limit the new slot. The price stays, except for another experience. p_to has the
-- fields of holds; those missing stay. problem: null, 'absent', 'ended', 'group_size', 'gone' or 'full' (remaining).
create function change_hold(p_hold_id uuid, p_to jsonb, p_vineyard_id uuid, p_now timestamptz)
returns table (problem text, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  unlocked holds;
  h holds;
  wanted holds;
  e experiences;
  slot record;
  same_counter boolean;
begin
  select * into unlocked from holds x where x.id = p_hold_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent', null::int;
    return;
  end if;
  wanted := jsonb_populate_record(unlocked, p_to);
  perform lock_slots(
    array[unlocked.pattern_id, wanted.pattern_id], array[unlocked.availability_id, wanted.availability_id]
  );
  select x.* into e from experiences x
  where x.id = wanted.experience_id and x.vineyard_id = unlocked.vineyard_id and x.is_active;
  if not found then
    return query select 'absent', null::int;
    return;
  end if;
  if wanted.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::int;
    return;
  end if;
  -- By id, as every batch locks them.
  perform lock_host(o.host_id)
  from (
    select distinct x.host_id from experiences x
    where x.id in (unlocked.experience_id, wanted.experience_id) and x.host_id is not null order by 1
  ) as o;
  if wanted.pattern_id is null then
    select london_today(a.start_time) into wanted.slot_date from availability a where a.id = wanted.availability_id;
  end if;

  -- Read twice: the counter of the target may not exist before, and then counts are certain.
  for attempt in 1..2 loop
    select s.* into slot from slots_for(e.id, wanted.slot_date, wanted.slot_date, p_now, false, p_hold_id) s
    where s.pattern_id is not distinct from wanted.pattern_id and s.availability_id is not distinct from wanted.availability_id
      and s.start_time = wanted.start_time;
    if not found then
      return query select 'gone', null::int;
      return;
    end if;
    if attempt = 1 then
      perform lock_counters(
        unlocked.pattern_id, unlocked.slot_date, wanted.pattern_id, wanted.slot_date, slot.capacity
      );
      select * into h from holds x where x.id = p_hold_id;
      if (h.pattern_id, h.availability_id, h.slot_date) is distinct from
        (unlocked.pattern_id, unlocked.availability_id, unlocked.slot_date) then
        raise exception 'hold % changed meanwhile', p_hold_id using errcode = 'serialization_failure';
      end if;
      if not is_live(h, p_now) then
        return query select 'ended', null::int;
        return;
      end if;
      perform release_expired_holds(wanted.pattern_id, wanted.availability_id, wanted.slot_date, p_now);
    end if;
  end loop;
  same_counter := (h.pattern_id, h.availability_id) is not distinct from (wanted.pattern_id, wanted.availability_id)
    and h.slot_date = wanted.slot_date;
  -- A smaller party always fits.
  if slot.remaining < wanted.number_of_guests and not (same_counter and wanted.number_of_guests <= h.number_of_guests) then
    return query select 'full', slot.remaining;
    return;
  end if;

  update slot_inventory i set held = i.held + wanted.number_of_guests - case when same_counter then h.number_of_guests else 0 end,
    capacity = slot.capacity, kept = case when same_counter and wanted.number_of_guests <= h.number_of_guests
      then least(i.kept, i.booked + i.held) else 0 end
  where i.pattern_id = wanted.pattern_id and i.slot_date = wanted.slot_date;
  update availability a set held = a.held + wanted.number_of_guests - case when same_counter then h.number_of_guests else 0 end
  where a.id = wanted.availability_id;
  if not same_counter then
    update slot_inventory i set held = i.held - h.number_of_guests, kept = least(i.kept, i.booked + i.held - h.number_of_guests)
    where i.pattern_id = h.pattern_id and i.slot_date = h.slot_date;
    update availability a set held = a.held - h.number_of_guests where a.id = h.availability_id;
  end if;
  update holds x set
    experience_id = e.id, pattern_id = wanted.pattern_id, availability_id = wanted.availability_id,
    slot_date = slot.slot_date, start_time = slot.start_time, end_time = slot.end_time, starts_at = slot.starts_at,
    ends_at = slot.ends_at, number_of_guests = wanted.number_of_guests,
    price_per_person = case when e.id = h.experience_id then h.price_per_person else e.price_per_person end
  where x.id = h.id;
  return query select null::text, null::int;
end $$;

-- Keeps a live hold for longer, never for less: until p_until, but at most an hour after it was made. problem: null,
-- 'absent' or 'ended'.
create function extend_hold(p_hold_id uuid, p_until timestamptz, p_vineyard_id uuid, p_now timestamptz)
returns table (problem text)
language plpgsql volatile
as $$
declare
  h holds := lock_hold(p_hold_id, p_vineyard_id);
begin
  update holds x set expires_at = greatest(x.expires_at, least(p_until, x.created_at + interval '60 minutes'))
  where x.id = h.id and is_live(x, p_now);
  return query select case when h.id is null then 'absent' when not found then 'ended' end;
end $$;

-- Releases a hold before it expires. problem: null (it has ended, also if it had before), 'absent' or 'booked'.
create function release_hold(p_hold_id uuid, p_vineyard_id uuid, p_now timestamptz) returns table (problem text)
language plpgsql volatile
as $$
declare
  h holds := lock_hold(p_hold_id, p_vineyard_id);
begin
  perform end_holds(array[h.id], case when h.expires_at > p_now then 'released' else 'expired' end, p_now);
  return query select case when h.id is null then 'absent' when h.outcome = 'booked' then 'booked' end;
end $$;

-- Books a hold at its price; the booking gets its id. An expired hold is booked if its places are still free. p_guest has
-- the guest's fields of booking_request. problem: null, 'repeated' (was booked before), 'absent', 'ended' (released, or
-- used to move a booking), 'gone', 'group_size' or 'full' (remaining).
create function book_hold(
  p_hold_id uuid, p_guest jsonb, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  h holds := lock_hold(p_hold_id, p_vineyard_id);
  r booking_request := jsonb_populate_record(null::booking_request, p_guest);
  booked record;
begin
  if h.id is null then
    return query select 'absent', null::uuid, null::int;
    return;
  end if;
  if h.outcome = 'booked' and h.for_booking_id is null then
    return query select 'repeated', h.id, null::int;
    return;
  end if;
  if h.outcome in ('released', 'booked') then
    return query select 'ended', null::uuid, null::int;
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
  select * into booked from create_staff_booking(r, p_vineyard_id, p_actor, p_actor_id, false, p_now);
  if booked.problem is null then
    update holds set outcome = 'booked' where id = h.id and outcome = 'expired';
  end if;
  return query select case booked.problem when 'absent' then 'gone' else booked.problem end, booked.booking_id, booked.remaining;
end $$;
