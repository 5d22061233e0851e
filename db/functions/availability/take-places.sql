-- Every function that takes or gives back places locks rows in one order: vineyard (edits only), experiences, slots, bookings,
-- hosts; by id within each kind.

-- Returns whether a booking has places in its slot.
create function has_places(b bookings) returns boolean
language sql immutable
return b.status <> 'cancelled';

-- Returns a slot at any time, for a single party or a single moved session. It is never open, so guests see no places in it. Its
-- starts_at is null if the clocks skip that time. The caller stores the slot.
create function slot_of_its_own(e experiences, p_day date, p_start_time time, p_guests integer, p_now timestamptz) returns slots
language plpgsql volatile
as $$
declare
  s slots;
begin
  s.starts_at := london_instant(p_day, p_start_time);
  s.ends_at := visit_end(e, s.starts_at);
  s.id := uuidv7();
  s.vineyard_id := e.vineyard_id;
  s.experience_id := e.id;
  s.slot_date := p_day;
  s.start_time := p_start_time;
  s.end_time := (s.ends_at at time zone 'Europe/London')::time;
  s.planned := p_guests;
  s.capacity := p_guests;
  s.is_closed := false;
  s.is_superseded := false;
  s.retired_at := p_now;
  s.booked := 0;
  s.overbooked := 0;
  s.held := 0;
  s.sold_before_cut := 0;
  s.version := 0;
  s.is_for_one_party := true;
  return s;
end $$;

-- Returns a slot for a single party if a closure of the experience or its vineyard applies to the visit, or if the experience
-- has no open slot on that day. Otherwise returns null, also if the clocks skip the start. The caller stores the slot.
create function own_slot(p_experience_id uuid, p_day date, p_start_time time, p_guests integer, p_now timestamptz) returns slots
language plpgsql volatile
as $$
declare
  e experiences;
  s slots;
begin
  select x.* into e from experiences x where x.id = p_experience_id;
  s := slot_of_its_own(e, p_day, p_start_time, p_guests, p_now);
  if s.starts_at is null or exists (
    select from slots o where o.experience_id = e.id and o.slot_date = p_day and is_open(o)
  ) and not exists (
    select from availability_exceptions x
    where x.vineyard_id = e.vineyard_id and x.capacity is null and x.pattern_id is null
      and coalesce(x.experience_id = e.id, true) and exception_applies(x, s.starts_at, s.ends_at)
  ) then
    return null;
  end if;
  return s;
end $$;

-- Locks slots against other bookings, and their experiences against edits.
create function lock_slots(p_slot_ids uuid[]) returns void
language plpgsql volatile
as $$
begin
  perform from experiences e
  where e.id in (select s.experience_id from slots s where s.id = any (p_slot_ids))
  order by e.id for share;
  perform from slots where id = any (p_slot_ids) order by id for no key update;
end $$;

-- Returns the value for sold_before_cut: the places booked and held if they exceed the capacity, otherwise 0.
create function sold_beyond(p_capacity integer, p_places integer) returns integer
language sql immutable
return case when p_places > p_capacity then p_places else 0 end;

-- Takes places in a slot for a booking, or with p_for_hold for a hold. The places and holds that p_booking_id has in this
-- slot count as free, and these holds become the booking's places. A party that stays within its own places fits even into a
-- full slot. p_start_time is the start that the client saw; if it differs from the booking's own start, this is a move. Cut-off
-- and horizon do not limit staff. Locks the slot, then its host.
-- Returns the outcome, the places left for this party if the slot is full, and whether the party is overbooked.
create function take_places(
  p_slot_id uuid, p_guests integer, p_way take_way, p_booking_id uuid, p_as_staff boolean, p_now timestamptz,
  p_start_time time default null, p_for_hold boolean default false
)
returns table (outcome take_outcome, remaining integer, is_overbooked boolean)
language plpgsql volatile
as $$
declare
  s slots;
  e experiences;
  own bookings;
  own_holds holds[];
  own_booked integer := 0;
  own_held integer := 0;
  own_overheld integer := 0;
  free integer;
  free_at_host integer;
  is_moved boolean;
  is_undisturbed boolean;
  stays boolean;
begin
  perform lock_slots(array[p_slot_id]);
  select * into s from slots where id = p_slot_id;
  if s.held + s.overbooked > 0 then
    perform release_expired_holds(p_slot_id, p_now);
    select * into s from slots where id = p_slot_id;
    own_holds := array(
      select h from holds h
      where h.slot_id = p_slot_id and h.ended_at is null and is_held_for(h, p_booking_id)
      order by h.id
    );
    own_held := (select coalesce(sum(h.number_of_guests), 0) from unnest(own_holds) h where not h.is_overbooked);
    own_overheld := (select coalesce(sum(h.number_of_guests), 0) from unnest(own_holds) h where h.is_overbooked);
  end if;
  select * into e from experiences where id = s.experience_id;
  select * into own from bookings where id = p_booking_id and slot_id = p_slot_id;
  own_booked := case when has_places(own) then own.number_of_guests else 0 end;
  is_moved := coalesce(p_start_time <> own.start_time, false);
  is_undisturbed := p_way = 'put_back' and own.cancelled_at_version is not distinct from s.version;
  -- Staff can still book a hold whose slot was closed or moved meanwhile. A visitor can still book a hold that moved with its
  -- whole session to a slot of its own, at the new time.
  stays := not is_moved and p_guests <= own_booked + case
    when p_as_staff or (is_open(s) or s.is_for_one_party) and s.start_time = coalesce(p_start_time, s.start_time)
    then own_held + own_overheld
    else 0
  end;

  outcome := case
    when s.id is null then 'gone'
    when stays or is_undisturbed then 'taken'
    when not (is_open(s) or s.is_for_one_party and p_as_staff) or s.start_time <> p_start_time then 'gone'
    when not e.is_active or not exists (
      select from vineyards v where v.id = s.vineyard_id and (v.is_visible or v.is_sandbox)
    ) then 'gone'
    when p_as_staff then 'taken'
    when s.starts_at <= p_now + make_interval(mins => e.booking_cutoff_minutes) then 'gone'
    when s.slot_date > last_bookable_day(e, p_now) then 'gone'
    else 'taken'
  end;
  if outcome <> 'taken' then
    return next;
    return;
  end if;

  free := places_left(s, p_now) + own_booked + own_held + own_overheld;
  -- Checks the capacity of the host only for a party that grows or moves, because any other party already counts there.
  if p_guests > own_booked or is_moved then
    free_at_host := free_places_at_host(
      host_of(s, e),
      case when is_undisturbed then own.starts_at when stays then own_holds[1].starts_at else s.starts_at end,
      case when is_undisturbed then own.ends_at when stays then own_holds[1].ends_at else s.ends_at end,
      p_booking_id, p_now
    );
  end if;

  if p_guests <= least(free, free_at_host) and not (is_undisturbed or stays) then
    is_overbooked := false;
  elsif (stays or is_undisturbed) and (own_overheld > 0 or p_guests <= coalesce(free_at_host, p_guests)) then
    is_overbooked := coalesce(own.is_overbooked, own_overheld > 0);
  elsif p_way = 'on_purpose' then
    is_overbooked := true;
  else
    outcome := 'full';
    remaining := greatest(0, least(free, free_at_host));
    return next;
    return;
  end if;

  if own_held + own_overheld > 0 and not p_for_hold then
    update holds h set ended_at = p_now, outcome = 'booked' where h.id in (select o.id from unnest(own_holds) o);
  end if;
  s.held := s.held - own_held + case when p_for_hold and not is_overbooked then p_guests else 0 end;
  s.overbooked := s.overbooked - own_overheld;
  if own.is_overbooked then
    s.overbooked := s.overbooked - own_booked;
  else
    s.booked := s.booked - own_booked;
  end if;
  if is_overbooked then
    s.overbooked := s.overbooked + p_guests;
  elsif not p_for_hold then
    s.booked := s.booked + p_guests;
  end if;
  update slots set
    booked = s.booked,
    overbooked = s.overbooked,
    held = s.held,
    -- Only a party that had its places already, or that staff overbook, may exceed the capacity. The constraint refuses others.
    sold_before_cut = case when stays or is_undisturbed or is_overbooked then sold_beyond(s.capacity, s.booked + s.held) else 0 end,
    -- An Undo in an undisturbed slot restores the state to which this version belongs, so the version stays.
    version = version + (not stays and not is_undisturbed)::integer
  where id = p_slot_id;
  return next;
end $$;

-- Takes places again when staff undo a call-off or the move of a session, even if the slot's capacity is smaller by now. The
-- caller has locked the slot.
create function put_back_places(p_slot_id uuid, p_guests integer, p_is_overbooked boolean, p_of_hold boolean) returns void
language sql volatile
as $$
  update slots s set
    booked = s.booked + case when p_is_overbooked or p_of_hold then 0 else p_guests end,
    overbooked = s.overbooked + case when p_is_overbooked then p_guests else 0 end,
    held = s.held + case when p_of_hold and not p_is_overbooked then p_guests else 0 end,
    sold_before_cut = sold_beyond(s.capacity, s.booked + s.held + case when p_is_overbooked then 0 else p_guests end),
    version = s.version + 1
  where s.id = p_slot_id
$$;

-- Gives back the places of a booking in a slot, or with p_of_hold the places of a hold. The caller has locked the slot.
-- Returns the new version of the slot, or null without a slot.
create function give_back_places(p_slot_id uuid, p_guests integer, p_was_overbooked boolean, p_of_hold boolean default false)
returns bigint
language sql volatile
as $$
  update slots s set
    booked = left_over.booked,
    overbooked = left_over.overbooked,
    held = left_over.held,
    sold_before_cut = sold_beyond(s.capacity, left_over.booked + left_over.held)
  from (
    select
      greatest(0, booked - case when not p_of_hold and not p_was_overbooked then p_guests else 0 end) as booked,
      greatest(0, overbooked - case when not p_of_hold and p_was_overbooked then p_guests else 0 end) as overbooked,
      greatest(0, held - case when p_of_hold then p_guests else 0 end) as held
    from slots
    where id = p_slot_id
  ) as left_over
  where s.id = p_slot_id
  returning s.version
$$;

-- Takes the places of a booking again: in its slot, or at its host if the booking has no slot. The outcomes are those of
-- take_places.
create function take_places_again(b bookings, p_guests integer, p_way take_way, p_now timestamptz)
returns table (outcome take_outcome, remaining integer, is_overbooked boolean)
language plpgsql volatile
as $$
declare
  free integer;
begin
  if b.slot_id is not null then
    return query select t.* from take_places(b.slot_id, p_guests, p_way, b.id, true, p_now, b.start_time) t;
    return;
  end if;
  if has_places(b) and p_guests <= b.number_of_guests then
    outcome := 'taken';
    is_overbooked := b.is_overbooked;
    return next;
    return;
  end if;
  free := free_places_of_host(b.experience_id, b.starts_at, b.ends_at, b.id, p_now);
  is_overbooked := coalesce(free < p_guests, false);
  outcome := case when is_overbooked and p_way <> 'on_purpose' then 'full' else 'taken' end;
  remaining := greatest(0, free);
  return next;
end $$;

-- Ends holds in slots that the caller has locked, gives their places back, and deletes the data of their guests. Returns how
-- many places become free.
create function end_holds(p_hold_ids uuid[], p_outcome text, p_now timestamptz) returns integer
language sql volatile
as $$
  with ended as (
    update holds h set outcome = p_outcome, ended_at = least(h.expires_at, p_now)
    where h.id = any (p_hold_ids) and h.ended_at is null
    returning h.id, h.slot_id, h.number_of_guests, h.is_overbooked
  ),
  forgotten as (
    update octo_bookings o set details = '{}' from ended where o.id = ended.id
  ),
  unconfirmed as (
    delete from guest_holds g using ended where g.id = ended.id
  ),
  freed as (
    select slot_id,
      coalesce(sum(number_of_guests) filter (where not is_overbooked), 0)::int as held,
      coalesce(sum(number_of_guests) filter (where is_overbooked), 0)::int as overbooked
    from ended group by 1
  ),
  given_back as (
    update slots s set
      held = greatest(0, s.held - f.held),
      overbooked = greatest(0, s.overbooked - f.overbooked),
      sold_before_cut = sold_beyond(s.capacity, s.booked + greatest(0, s.held - f.held))
    from freed f
    where s.id = f.slot_id
    returning s.id
  )
  select coalesce(sum(held + overbooked), 0)::int from freed where (select count(*) from given_back) >= 0
$$;

-- Releases the expired holds of a slot. Returns how many places become free.
create function release_expired_holds(p_slot_id uuid, p_now timestamptz) returns integer
language plpgsql volatile
as $$
begin
  perform from slots where id = p_slot_id and held + overbooked > 0 for no key update;
  if not found then
    return 0;
  end if;
  -- This is a statement of its own, so that it sees what was committed before the lock.
  return end_holds(
    array(select h.id from holds h where h.slot_id = p_slot_id and h.ended_at is null and h.expires_at <= p_now), 'expired', p_now
  );
end $$;
