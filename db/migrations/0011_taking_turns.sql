-- Acts on bookings lock in one order, so that no two can wait for each other: patterns, legacy rows, the booking, its
-- host, the counters; within a kind by key. Edits of availability begin with the vineyard and the patterns.

-- Whoever closes, cuts or deactivates has these for update first: after this nothing moves below a booking. Many
-- may share a pattern, whose counters stand elsewhere; a legacy row is its own counter.
create function lock_slots(p_pattern_ids uuid[], p_availability_ids uuid[]) returns void
language plpgsql volatile
as $$
begin
  if num_nonnulls(variadic p_pattern_ids) > 0 then
    perform from availability_patterns where id = any (p_pattern_ids) order by id for share;
  end if;
  if num_nonnulls(variadic p_availability_ids) > 0 then
    perform from availability where id = any (p_availability_ids) order by id for no key update;
  end if;
end $$;

-- A booking locked behind its own slot and, where it is to move, the one it moves to. Null where there is none, or none
-- of that vineyard. One that moved while we waited is tried again by the caller, from the start.
create function lock_booking(p_booking_id uuid, p_vineyard_id uuid, p_pattern_id uuid, p_availability_id uuid) returns bookings
language plpgsql volatile
as $$
declare
  seen bookings;
  held bookings;
begin
  select * into seen from bookings b
  where b.id = p_booking_id and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id);
  if not found then
    return null;
  end if;
  perform lock_slots(array[seen.pattern_id, p_pattern_id], array[seen.availability_id, p_availability_id]);
  select * into held from bookings b where b.id = p_booking_id for update;
  if (held.pattern_id, held.availability_id) is distinct from (seen.pattern_id, seen.availability_id) then
    raise exception 'booking % moved meanwhile', p_booking_id using errcode = 'serialization_failure';
  end if;
  return held;
end $$;

-- Bookings under one host meet in its row before they count who is there.
create function meet_at_host(p_host_id uuid) returns void
language sql volatile
as $$
  update hosts set taken_turns = taken_turns + 1 where id = p_host_id
$$;

-- Takes places in a slot for a booking that has none there, as a guest or as staff find it; staff may say that
-- they overbook. p_start_time, where given, is the start the slot must still have.
-- problem null: taken, with the slot's times. 'gone': no such slot. 'full': remaining says how many are left.
create function take_room(
  p_booking_id uuid, p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time,
  p_guests integer, p_as_staff boolean, p_overbook boolean, p_now timestamptz
)
returns table (
  problem text, remaining integer, overbooked boolean,
  slot_date date, start_time time, end_time time, starts_at timestamptz, ends_at timestamptz
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  slot record;
  taken boolean;
begin
  for attempt in 1..3 loop
    perform from slot_inventory i where i.pattern_id = p_pattern_id and i.slot_date = p_slot_date for update;
    select s.* into slot
    from slots_for(p_experience_id, p_slot_date, p_slot_date, p_now, p_as_staff, p_booking_id) s
    where s.pattern_id is not distinct from p_pattern_id and s.availability_id is not distinct from p_availability_id
      and s.start_time = coalesce(p_start_time, s.start_time);
    if not found then
      return query select 'gone', null::int, false, null::date, null::time, null::time, null::timestamptz, null::timestamptz;
      return;
    end if;
    if slot.remaining < p_guests and not p_overbook then
      return query select 'full', slot.remaining, false, null::date, null::time, null::time, null::timestamptz, null::timestamptz;
      return;
    end if;
    if slot.remaining < p_guests then
      perform overbook_places(p_pattern_id, p_availability_id, p_slot_date, slot.capacity, p_guests);
      taken := true;
    elsif p_pattern_id is null then
      taken := take_legacy_places(p_availability_id, p_guests);
    else
      taken := take_places(p_pattern_id, p_slot_date, slot.capacity, p_guests);
    end if;
    -- Otherwise the counter came into being after we looked. Now it can be locked.
    continue when not taken;
    return query select null::text, null::int, slot.remaining < p_guests,
      slot.slot_date, slot.start_time, slot.end_time, slot.starts_at, slot.ends_at;
    return;
  end loop;
  raise exception 'the places of a slot were never as they were read' using errcode = 'serialization_failure';
end $$;

-- Books a party into a slot: places, booking, event and mail, or none of them, in one round trip.
-- p_request: id, vineyard_id, experience_id, pattern_id | availability_id, slot_date, number_of_guests,
-- price_per_person (as it was shown), guest_name, guest_email, guest_phone, special_requests, user_id,
-- idempotency_key, request_hash (hex).
-- Returns one row. problem null: booked. 'repeated': the same request was booked before. 'key_reused': the key
-- belongs to another request, booking_id names that one's booking. 'gone' (no such slot), 'full' (remaining says how many
-- are left, 0 where none), 'price' (price_per_person is today's), 'group_size': nothing was written.
create function place_booking(p_request jsonb, p_now timestamptz)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  r record;
  e experiences;
  slot record;
  earlier record;
  places_taken boolean;
begin
  select * into r from jsonb_to_record(p_request) as t (
    id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date,
    number_of_guests integer, price_per_person numeric, guest_name text, guest_email text, guest_phone text,
    special_requests text, user_id uuid, idempotency_key uuid, request_hash text
  );

  select b.id, b.request_hash = decode(r.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;

  perform lock_slots(array[r.pattern_id], array[r.availability_id]);

  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id and v.is_visible
  where x.id = r.experience_id and x.vineyard_id = r.vineyard_id and x.is_active;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;
  if e.price_per_person is distinct from r.price_per_person then
    return query select 'price', null::uuid, null::int, e.price_per_person;
    return;
  end if;
  if r.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int, null::numeric;
    return;
  end if;

  if e.host_id is not null then
    perform meet_at_host(e.host_id);
  end if;

  select s.* into slot from slots_of(r.experience_id, r.slot_date, r.slot_date, p_now) s
  where s.pattern_id is not distinct from r.pattern_id and s.availability_id is not distinct from r.availability_id;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;

  if slot.remaining < r.number_of_guests then
    places_taken := false;
  elsif r.pattern_id is not null then
    places_taken := take_places(r.pattern_id, r.slot_date, slot.capacity, r.number_of_guests);
  else
    places_taken := take_legacy_places(r.availability_id, r.number_of_guests);
  end if;

  if places_taken then
    insert into bookings (
      id, reference, user_id, vineyard_id, experience_id, pattern_id, availability_id, booking_date,
      start_time, end_time, starts_at, ends_at, number_of_guests, guest_name, guest_email, guest_phone,
      special_requests, price_per_person, total_price, currency, status, idempotency_key, request_hash,
      created_at, updated_at
    )
    select
      r.id, new_reference(), r.user_id, e.vineyard_id, e.id, r.pattern_id, r.availability_id, slot.slot_date,
      slot.start_time, slot.end_time, slot.starts_at, slot.ends_at, r.number_of_guests, r.guest_name, r.guest_email,
      r.guest_phone, coalesce(r.special_requests, ''), e.price_per_person, e.price_per_person * r.number_of_guests,
      e.currency, case when e.is_instant then 'confirmed' else 'pending' end, r.idempotency_key,
      decode(r.request_hash, 'hex'), p_now, p_now
    on conflict (idempotency_key) do nothing;
    if found then
      perform note_booking_event(
        r.id, 'created', 'guest', r.user_id, jsonb_build_object('status', jsonb_build_array(null, 'pending')),
        case when e.is_instant then null else 'received' end, p_now
      );
      if e.is_instant then
        perform note_booking_event(
          r.id, 'status', 'system', null, jsonb_build_object('status', jsonb_build_array('pending', 'confirmed')),
          'confirmed', p_now
        );
      end if;
      return query select null::text, r.id, null::int, null::numeric;
      return;
    end if;
    -- The same key was booked while we took the places: they go back, the first booking stands.
    if r.pattern_id is not null then
      update slot_inventory i set booked = i.booked - r.number_of_guests
      where i.pattern_id = r.pattern_id and i.slot_date = r.slot_date;
    else
      update availability a set available_slots = available_slots + r.number_of_guests, taken = taken - r.number_of_guests
      where a.id = r.availability_id;
    end if;
  end if;

  -- Refused, or beaten by ourselves: a request with our key that was booked meanwhile is the answer to this one.
  select b.id, b.request_hash = decode(r.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;
  return query
  select case when count(*) > 0 then 'full' else 'gone' end, null::uuid, coalesce(max(s.remaining), 0), null::numeric
  from slots_of(r.experience_id, r.slot_date, r.slot_date, p_now) s
  where s.pattern_id is not distinct from r.pattern_id and s.availability_id is not distinct from r.availability_id;
end $$;

-- Cancels a booking that the caller holds: state, places, event and mail.
create function cancel_places(b bookings, p_actor text, p_actor_id uuid, p_now timestamptz) returns void
language plpgsql volatile
as $$
begin
  update bookings set status = 'cancelled' where id = b.id;
  perform give_places_back(b);
  perform note_booking_event(
    b.id, 'status', p_actor, p_actor_id, jsonb_build_object('status', jsonb_build_array(b.status, 'cancelled')),
    'cancelled', p_now
  );
end $$;

-- A guest cancels: only what is neither cancelled nor completed, only before the cut-off, and only once.
-- problem null: cancelled now. 'absent', 'final' (cancelled or completed already), 'late' (past the cut-off).
create function cancel_booking_as_guest(p_booking_id uuid, p_now timestamptz)
returns table (problem text)
language plpgsql volatile
as $$
declare
  before bookings;
  cutoff integer;
begin
  before := lock_booking(p_booking_id, null, null, null);
  if before.id is null then
    return query select 'absent';
    return;
  end if;
  if before.status in ('cancelled', 'completed') then
    return query select 'final';
    return;
  end if;
  select cancellation_cutoff_minutes into cutoff from experiences where id = before.experience_id;
  if p_now >= before.starts_at - make_interval(mins => cutoff) then
    return query select 'late';
    return;
  end if;
  perform cancel_places(before, 'guest', before.user_id, p_now);
  return query select null::text;
end $$;

-- Books by experience, day and start, as a caller does who knows no slot id; otherwise as place_booking.
-- p_request besides: start_time, and in the place of price_per_person the party's total_price.
create function place_booking_by_start(p_request jsonb, p_now timestamptz)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language sql volatile
as $$
  select placed.*
  from jsonb_to_record(p_request) as r (
    experience_id uuid, slot_date date, start_time time, number_of_guests integer, total_price numeric
  )
  left join availability_patterns p
    on p.experience_id = r.experience_id and p.is_active and p.start_time = r.start_time
    and r.slot_date between p.valid_from and coalesce(p.valid_until, 'infinity')
    and extract(isodow from r.slot_date)::smallint = any (p.days_of_week)
  left join availability a
    on p.id is null and a.experience_id = r.experience_id
    and a.start_time at time zone 'Europe/London' = r.slot_date + r.start_time
  cross join lateral place_booking(
    p_request || jsonb_build_object(
      'pattern_id', p.id, 'availability_id', a.id, 'price_per_person', r.total_price / r.number_of_guests
    ),
    p_now
  ) as placed
$$;
