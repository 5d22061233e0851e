-- Staff or the system set a status: any of the four. p_vineyard_id is the winemaker's, null for an admin: a booking of
-- another vineyard is absent. p_seen is the status the screen showed: where a booking was cancelled since, nothing
-- revives it by mistake. Leaving 'cancelled' takes places again like a new party; with p_overbook beyond what is there.
-- problem null: it has the status now, said again or not. 'absent'; 'changed' (status is what it became meanwhile);
-- 'gone': its slot is no more; 'full': remaining says how many are left there.
create function change_booking_status(
  p_booking_id uuid, p_vineyard_id uuid, p_status text, p_seen text, p_actor text, p_actor_id uuid, p_overbook boolean,
  p_now timestamptz
)
returns table (problem text, status text, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  seen text := coalesce(p_seen, (select b.status from bookings b where b.id = p_booking_id));
  before bookings;
  host uuid;
  room record;
begin
  before := lock_booking(p_booking_id, p_vineyard_id, null, null);
  if before.id is null then
    return query select 'absent', null::text, null::int;
    return;
  end if;
  if before.status = p_status then
    return query select null::text, p_status, null::int;
    return;
  end if;
  if before.status <> seen then
    return query select 'changed', before.status, null::int;
    return;
  end if;

  if p_status = 'cancelled' then
    perform cancel_places(before, p_actor, p_actor_id, p_now);
    return query select null::text, p_status, null::int;
    return;
  end if;

  if before.status = 'cancelled' then
    select e.host_id into host from experiences e where e.id = before.experience_id;
    perform meet_at_host(host);
    if num_nonnulls(before.pattern_id, before.availability_id) = 1 then
      select t.* into room from take_room(
        before.id, before.experience_id, before.pattern_id, before.availability_id, before.booking_date, before.start_time,
        before.number_of_guests, true, p_overbook, p_now
      ) t;
    else
      select case when h.remaining < before.number_of_guests and not p_overbook then 'full' end as problem, h.remaining,
        h.remaining < before.number_of_guests as overbooked into room
      from host_room(host, before.starts_at, before.ends_at, before.id) as h (remaining);
    end if;
    if room.problem is not null then
      return query select room.problem, before.status, room.remaining;
      return;
    end if;
    update bookings b set is_overbooked = room.overbooked where b.id = before.id;
    if room.overbooked then
      perform note_booking_event(
        before.id, 'overbooked', p_actor, p_actor_id,
        jsonb_build_object('number_of_guests', jsonb_build_array(0, before.number_of_guests)), null, p_now
      );
    end if;
  end if;

  update bookings b set status = p_status where b.id = before.id;
  perform note_booking_event(
    before.id, 'status', p_actor, p_actor_id, jsonb_build_object('status', jsonb_build_array(before.status, p_status)),
    case when p_status = 'confirmed' then 'confirmed' end, p_now
  );
  return query select null::text, p_status, null::int;
end $$;

-- The largest party a host could take besides: what bounds a booking outside slots.
create function host_room(p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_without uuid) returns integer
language sql stable
return coalesce((
  select greatest(0, h.capacity - host.people)
  from hosts h cross join lateral host_crowd(h.id, p_starts_at, p_ends_at, p_without) as host
  where h.id = p_host_id
), 10000);

-- What differs between two states of a booking, as an event keeps it. No personal values.
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

-- Moves a booking to another slot or another party, or both: new places before old ones, never both, never neither. It
-- keeps its status and the price per person it was booked at. p_actor 'guest' is held by the cut-offs, staff are not.
-- p_to: pattern_id and slot_date | availability_id | neither (the slot stays), number_of_guests (absent: the party stays).
-- problem null: moved. 'absent', 'final' (cancelled or completed), 'late' (past the cancellation cut-off), 'group_size',
-- 'unchanged', 'gone' (no such slot), 'full' (remaining: what it could have there, its own places reckoned as free).
create function move_booking(
  p_booking_id uuid, p_vineyard_id uuid, p_to jsonb, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted record;
  before bookings;
  after bookings;
  e experiences;
  as_staff boolean := p_actor <> 'guest';
  new_slot boolean;
  same_counter boolean;
  same_slot boolean;
  slot record;
  room record;
begin
  select * into wanted from jsonb_to_record(p_to) as t (
    pattern_id uuid, availability_id uuid, slot_date date, number_of_guests integer
  );
  before := lock_booking(p_booking_id, p_vineyard_id, wanted.pattern_id, wanted.availability_id);
  if before.id is null then
    return query select 'absent', null::int;
    return;
  end if;
  if before.status in ('cancelled', 'completed') then
    return query select 'final', null::int;
    return;
  end if;
  select x.* into e from experiences x where x.id = before.experience_id;
  if not as_staff and p_now >= before.starts_at - make_interval(mins => e.cancellation_cutoff_minutes) then
    return query select 'late', null::int;
    return;
  end if;

  new_slot := num_nonnulls(wanted.pattern_id, wanted.availability_id) > 0;
  wanted.number_of_guests := coalesce(wanted.number_of_guests, before.number_of_guests);
  if not new_slot then
    wanted.pattern_id := before.pattern_id;
    wanted.availability_id := before.availability_id;
    wanted.slot_date := before.booking_date;
  elsif wanted.pattern_id is null then
    select london_today(a.start_time) into wanted.slot_date from availability a where a.id = wanted.availability_id;
  end if;
  if wanted.number_of_guests <> before.number_of_guests
    and wanted.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::int;
    return;
  end if;

  perform meet_at_host(e.host_id);
  same_counter := (wanted.pattern_id, wanted.availability_id) is not distinct from (before.pattern_id, before.availability_id)
    and (wanted.pattern_id is null or wanted.slot_date = before.booking_date);
  if same_counter then
    perform from slot_inventory i where i.pattern_id = before.pattern_id and i.slot_date = before.booking_date for update;
  end if;
  select s.* into slot
  from slots_for(e.id, wanted.slot_date, wanted.slot_date, p_now, as_staff, before.id) s
  where s.pattern_id is not distinct from wanted.pattern_id and s.availability_id is not distinct from wanted.availability_id
    and (new_slot or s.start_time = before.start_time);
  -- A pattern may have moved to another start since: then the same slot is another one.
  same_slot := same_counter and coalesce(slot.start_time = before.start_time, true);

  after := before;
  after.number_of_guests := wanted.number_of_guests;
  after.total_price := before.price_per_person * wanted.number_of_guests;
  if same_slot and after.number_of_guests = before.number_of_guests then
    return query select 'unchanged', null::int;
    return;
  end if;

  if same_slot and after.number_of_guests < before.number_of_guests then
    -- Fewer people always fit, in a closed slot too.
    perform resize_places(before, after.number_of_guests, before.is_overbooked);
  else
    if slot.starts_at is null and as_staff and num_nonnulls(wanted.pattern_id, wanted.availability_id) = 0 then
      -- A booking outside slots is bounded by its host alone.
      select before.booking_date as slot_date, before.start_time, before.end_time, before.starts_at, before.ends_at,
        null::integer as capacity, host_room(e.host_id, before.starts_at, before.ends_at, before.id) as remaining into slot;
    elsif slot.starts_at is null then
      return query select 'gone', null::int;
      return;
    end if;
    if slot.remaining < after.number_of_guests and not p_overbook then
      return query select 'full', slot.remaining;
      return;
    end if;
    if same_counter then
      after.is_overbooked := slot.remaining < after.number_of_guests;
      perform resize_places(
        before, after.number_of_guests, after.is_overbooked, case when after.is_overbooked then null else slot.capacity end
      );
      room := slot;
    else
      perform lock_counters(before.pattern_id, before.booking_date, wanted.pattern_id, wanted.slot_date, slot.capacity);
      select t.* into room from take_room(
        before.id, e.id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, null,
        after.number_of_guests, as_staff, p_overbook, p_now
      ) t;
      if room.problem is not null then
        return query select room.problem, room.remaining;
        return;
      end if;
      perform give_places_back(before);
      after.is_overbooked := room.overbooked;
    end if;
    after.pattern_id := wanted.pattern_id;
    after.availability_id := wanted.availability_id;
    after.booking_date := room.slot_date;
    after.start_time := room.start_time;
    after.end_time := room.end_time;
    after.starts_at := room.starts_at;
    after.ends_at := room.ends_at;
  end if;

  update bookings b set
    (pattern_id, availability_id, booking_date, start_time, end_time, starts_at, ends_at, number_of_guests, total_price, is_overbooked)
    = (select
      after.pattern_id, after.availability_id, after.booking_date, after.start_time, after.end_time, after.starts_at,
      after.ends_at, after.number_of_guests, after.total_price, after.is_overbooked)
  where b.id = before.id;
  if after.is_overbooked and not same_slot or after.is_overbooked and after.number_of_guests > before.number_of_guests then
    perform note_booking_event(
      before.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(before.number_of_guests, after.number_of_guests)), null, p_now
    );
  end if;
  perform note_booking_event(
    before.id, 'moved', p_actor, p_actor_id, booking_differences(before, after), 'moved', p_now
  );
  return query select null::text, null::int;
end $$;

-- Locks the counters a move goes between, the smaller key first. The one it goes to is made where it is not there yet: two
-- moves that make and lock each other's counters in their own order would wait for ever.
create function lock_counters(
  p_from_pattern uuid, p_from_date date, p_to_pattern uuid, p_to_date date, p_to_capacity integer
) returns void
language plpgsql volatile
as $$
declare
  counter record;
begin
  for counter in
    select * from (values (p_from_pattern, p_from_date), (p_to_pattern, p_to_date)) as c (pattern_id, slot_date)
    where c.pattern_id is not null order by c.pattern_id, c.slot_date
  loop
    insert into slot_inventory as i (pattern_id, slot_date, capacity)
    values (counter.pattern_id, counter.slot_date, p_to_capacity)
    on conflict (pattern_id, slot_date) do nothing;
    perform from slot_inventory i where i.pattern_id = counter.pattern_id and i.slot_date = counter.slot_date for update;
  end loop;
end $$;
