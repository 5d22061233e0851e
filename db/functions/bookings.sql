-- A request to book. The slot is pattern_id and slot_date, availability_id, or slot_date and start_time; the price
-- shown is price_per_person or total_price. Cut-off and horizon are judged at asked_at.
create type booking_wish as (
  id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date, start_time time,
  number_of_guests integer, price_per_person numeric, total_price numeric, guest_name text, guest_email text,
  guest_phone text, special_requests text, user_id uuid, idempotency_key uuid, request_hash text, asked_at timestamptz
);

-- What became of a request, by its turn in the batch.
create type booking_outcome as (
  turn integer, problem text, booking_id uuid, remaining integer, price_per_person numeric
);

-- A slot that a batch may book, as of a London day, read while its pattern is locked.
create type booking_slot as (
  experience_id uuid, read_on date, pattern_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer
);

-- A request that only a lack of places can refuse, and its slot.
create type booking_candidate as (
  turn integer, id uuid, idempotency_key uuid, guests integer, price_per_person numeric, currency text, status text,
  slot booking_slot
);

-- A reference that no booking has yet: six letters and digits without look-alikes.
create function new_reference() returns text
language plpgsql volatile
as $$
declare
  signs constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  drawn text;
begin
  loop
    drawn := 'CV-'
      || substr(signs, 1 + floor(random() * 31)::int, 1) || substr(signs, 1 + floor(random() * 31)::int, 1)
      || substr(signs, 1 + floor(random() * 31)::int, 1) || substr(signs, 1 + floor(random() * 31)::int, 1)
      || '-' || substr(signs, 1 + floor(random() * 31)::int, 1) || substr(signs, 1 + floor(random() * 31)::int, 1);
    if not exists (select from bookings where reference = drawn) then
      return drawn;
    end if;
  end loop;
end $$;

create function email_payload(b bookings, e experiences, v vineyards, p_email_type text) returns jsonb
language sql stable
return jsonb_build_object(
  'bookingId', b.id,
  'guestName', b.guest_name,
  'guestEmail', b.guest_email,
  'experienceTitle', e.title,
  'vineyardName', v.name,
  'bookingDate', to_char(b.booking_date, 'FMDay, FMMonth FMDD, YYYY'),
  'bookingTime', b.booking_time,
  'numGuests', b.number_of_guests,
  'totalPrice', b.total_price,
  'vineyardAddress', v.address,
  'vineyardCity', v.city,
  'vineyardRegion', v.region,
  'vineyardPostcode', v.postcode,
  'emailType', p_email_type
);

create function email_payload(p_booking_id uuid, p_email_type text) returns jsonb
language sql stable
as $$
  select email_payload(b, e, v, p_email_type)
  from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
  where b.id = p_booking_id
$$;

-- Adds an event to a booking's history, and the email that belongs to it.
create function note_booking_event(
  p_booking_id uuid, p_kind text, p_actor text, p_actor_id uuid, p_changes jsonb, p_email_type text, p_now timestamptz
) returns void
language sql volatile
as $$
  with event as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    values (p_booking_id, p_kind, p_actor, p_actor_id, p_changes, p_now)
    returning id
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select p_booking_id, event.id, p_email_type, b.guest_email, email_payload(p_booking_id, p_email_type), p_now
  from event, bookings b
  where b.id = p_booking_id and p_email_type is not null
$$;

-- Writes the events and emails of new bookings, dated when each was made. Every booking starts as pending; one that
-- is confirmed straight away gets only the confirmation.
create function note_placed(p_bookings bookings[]) returns void
language sql volatile
as $$
  with happened as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    select b.id, step.kind, step.actor, step.actor_id, step.changes, b.created_at
    from unnest(p_bookings) as b
      cross join lateral (
        values
          (1, 'created', 'guest', b.user_id, '{"status": [null, "pending"]}'::jsonb),
          (2, 'status', 'system', null, '{"status": ["pending", "confirmed"]}'::jsonb)
      ) as step (place, kind, actor, actor_id, changes)
    where step.place = 1 or b.status = 'confirmed'
    order by step.place
    returning id, booking_id, kind
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select b.id, h.id, m.email_type, b.guest_email, email_payload(b, e, v, m.email_type), b.created_at
  from unnest(p_bookings) as b
    join happened h on h.booking_id = b.id
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id
    cross join lateral (select case b.status when 'confirmed' then 'confirmed' else 'received' end) as m (email_type)
  where h.kind = case b.status when 'confirmed' then 'status' else 'created' end
$$;

-- Bookings at one host wait for each other here before they count its guests.
create function meet_at_host(p_host_id uuid) returns void
language sql volatile
as $$
  update hosts set taken_turns = taken_turns + 1 where id = p_host_id
$$;

-- Everything that changes bookings locks in one order, which prevents deadlocks: patterns, legacy slots, the booking,
-- its host, the counters; by key within each kind. Bookings share a pattern; whoever closes, cuts or deactivates it
-- locks it for update first, so no booking slips past.
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

-- Takes places in a slot for a booking that has none there. p_start_time, if given, is the start that the slot must
-- still have. problem is null (taken), 'gone' (no such slot) or 'full' (remaining: the places left).
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
    -- The counter was created after we looked. Now it can be locked.
    continue when not taken;
    return query select null::text, null::int, slot.remaining < p_guests,
      slot.slot_date, slot.start_time, slot.end_time, slot.starts_at, slot.ends_at;
    return;
  end loop;
  raise exception 'the places of a slot were never as they were read' using errcode = 'serialization_failure';
end $$;

-- The patterns, and below the legacy slots, that a booking request may mean. Read before anything is locked.
create function patterns_meant(w booking_wish) returns setof uuid
language sql stable
begin atomic
  select p.id from availability_patterns p
  where p.experience_id = w.experience_id and p.is_active
    and (p.id = w.pattern_id or p.start_time = w.start_time)
    and w.slot_date between p.valid_from and coalesce(p.valid_until, 'infinity')
    and extract(isodow from w.slot_date)::smallint = any (p.days_of_week);
end;

create function legacy_slots_meant(w booking_wish) returns setof uuid
language sql stable
begin atomic
  select a.id from availability a
  where a.experience_id = w.experience_id
    and (a.id = w.availability_id or a.start_time at time zone 'Europe/London' = w.slot_date + w.start_time);
end;

-- Books one request, however it names its slot, and returns one row. problem is null (booked), 'repeated' (the same
-- request was booked before), 'key_reused' (the key belongs to booking_id), 'gone', 'full' (remaining), 'price'
-- (price_per_person is the price now) or 'group_size'; with these nothing was written.
create function place_booking(w booking_wish)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  slot record;
  earlier record;
  made bookings;
  places_taken boolean;
begin
  select b.id, b.request_hash = decode(w.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = w.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;

  if w.pattern_id is null and w.availability_id is null then
    select p into w.pattern_id from patterns_meant(w) p;
    if not found then
      select a into w.availability_id from legacy_slots_meant(w) a;
    end if;
  end if;
  perform lock_slots(array[w.pattern_id], array[w.availability_id]);

  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id and v.is_visible
  where x.id = w.experience_id and x.vineyard_id = w.vineyard_id and x.is_active;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;
  if coalesce(w.total_price = e.price_per_person * w.number_of_guests, w.price_per_person = e.price_per_person) is not true then
    return query select 'price', null::uuid, null::int, e.price_per_person;
    return;
  end if;
  if w.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int, null::numeric;
    return;
  end if;

  if e.host_id is not null then
    perform meet_at_host(e.host_id);
  end if;

  select s.* into slot from slots_of(w.experience_id, w.slot_date, w.slot_date, w.asked_at) s
  where s.pattern_id is not distinct from w.pattern_id and s.availability_id is not distinct from w.availability_id
    and s.start_time = coalesce(w.start_time, s.start_time);
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;

  if slot.remaining < w.number_of_guests then
    places_taken := false;
  elsif w.pattern_id is not null then
    places_taken := take_places(w.pattern_id, w.slot_date, slot.capacity, w.number_of_guests);
  else
    places_taken := take_legacy_places(w.availability_id, w.number_of_guests);
  end if;

  if places_taken then
    insert into bookings as b (
      id, reference, user_id, vineyard_id, experience_id, pattern_id, availability_id, booking_date,
      start_time, end_time, starts_at, ends_at, number_of_guests, guest_name, guest_email, guest_phone,
      special_requests, price_per_person, total_price, currency, status, idempotency_key, request_hash,
      created_at, updated_at
    )
    select
      w.id, new_reference(), w.user_id, e.vineyard_id, e.id, w.pattern_id, w.availability_id, slot.slot_date,
      slot.start_time, slot.end_time, slot.starts_at, slot.ends_at, w.number_of_guests, w.guest_name, w.guest_email,
      w.guest_phone, coalesce(w.special_requests, ''), e.price_per_person, e.price_per_person * w.number_of_guests,
      e.currency, case when e.is_instant then 'confirmed' else 'pending' end, w.idempotency_key,
      decode(w.request_hash, 'hex'), w.asked_at, w.asked_at
    on conflict (idempotency_key) do nothing
    returning b.* into made;
    if found then
      perform note_placed(array[made]);
      return query select null::text, w.id, null::int, null::numeric;
      return;
    end if;
    -- The same key was booked while we took the places: return them, the first booking stands.
    if w.pattern_id is not null then
      update slot_inventory i set booked = i.booked - w.number_of_guests
      where i.pattern_id = w.pattern_id and i.slot_date = w.slot_date;
    else
      update availability a set available_slots = available_slots + w.number_of_guests, taken = taken - w.number_of_guests
      where a.id = w.availability_id;
    end if;
  end if;

  -- If a request with the same key was booked meanwhile, its booking is the answer.
  select b.id, b.request_hash = decode(w.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = w.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;
  return query
  select case when count(*) > 0 then 'full' else 'gone' end, null::uuid, coalesce(max(s.remaining), 0), null::numeric
  from slots_of(w.experience_id, w.slot_date, w.slot_date, w.asked_at) s
  where s.pattern_id is not distinct from w.pattern_id and s.availability_id is not distinct from w.availability_id
    and s.start_time = coalesce(w.start_time, s.start_time);
end $$;

-- The slots that booking requests may mean. Each day is read once, as of the earliest request; later ones must still
-- make the cut-off by their own time. A different London day has a different horizon and is read again.
create function slots_wished(p_wishes booking_wish[], p_pattern_ids uuid[]) returns booking_slot[]
language plpgsql stable
as $$
declare
  d record;
  slots booking_slot[] := '{}';
begin
  for d in
    select w.experience_id, w.slot_date, london_today(w.asked_at) as today, min(w.asked_at) as asked_at
    from unnest(p_wishes) as w
    group by 1, 2, 3
  loop
    slots := slots || array(
      select row(
        d.experience_id, d.today, s.pattern_id, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at, s.capacity
      )::booking_slot
      from slots_of(d.experience_id, d.slot_date, d.slot_date, d.asked_at) s
      where s.pattern_id = any (p_pattern_ids)
    );
  end loop;
  return slots;
end $$;

-- The requests that only a lack of places can refuse: a pattern's slot without a host, at the current price, with a
-- new key. None at all if one key comes with two different requests, because these then depend on each other.
create function candidates_among(p_wishes booking_wish[], p_slots booking_slot[]) returns booking_candidate[]
language sql stable
as $$
  select array_agg(row(
    w.turn, w.id, w.idempotency_key, w.number_of_guests, e.price_per_person, e.currency,
    case when e.is_instant then 'confirmed' else 'pending' end, s
  )::booking_candidate)
  from unnest(p_wishes) with ordinality as w (
      id, vineyard_id, experience_id, pattern_id, availability_id, slot_date, start_time, number_of_guests, price_per_person,
      total_price, guest_name, guest_email, guest_phone, special_requests, user_id, idempotency_key, request_hash, asked_at,
      turn
    )
    join unnest(p_slots) as s
      on s.experience_id = w.experience_id and s.slot_date = w.slot_date and s.read_on = london_today(w.asked_at)
      and s.pattern_id = coalesce(w.pattern_id, s.pattern_id) and s.start_time = coalesce(w.start_time, s.start_time)
    join experiences e on e.id = w.experience_id and e.vineyard_id = w.vineyard_id and e.host_id is null
  where num_nonnulls(w.pattern_id, w.start_time) > 0 and w.availability_id is null
    and s.starts_at > w.asked_at + make_interval(mins => e.booking_cutoff_minutes)
    and coalesce(w.total_price = e.price_per_person * w.number_of_guests, w.price_per_person = e.price_per_person)
    and w.number_of_guests between e.min_group_size and coalesce(e.max_group_size, 10)
    and (select b.id from bookings b where b.idempotency_key = w.idempotency_key) is null
    and not exists (
      select from unnest(p_wishes) as q group by q.idempotency_key having count(distinct q.request_hash) > 1
    )
$$;

-- Books many requests (an array of booking_wish) in one transaction, with the same outcomes as place_booking one by
-- one. Everything is locked by key for the whole batch, so that batches of several processes never deadlock. Returns
-- one row per request, numbered by turn from 1.
create function place_bookings(p_wishes jsonb)
returns table (turn integer, problem text, booking_id uuid, remaining integer, price_per_person numeric, booking bookings)
language plpgsql volatile
set lock_timeout = '4s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  wishes booking_wish[] := array(select w from jsonb_populate_recordset(null::booking_wish, p_wishes) as w);
  patterns uuid[];
  hosts uuid[];
  candidates booking_candidate[];
  placed booking_candidate[] := '{}';
  made bookings[] := '{}';
  keys uuid[] := '{}';
  outcomes booking_outcome[] := '{}';
  at_slot record;
  room integer;
  c record;
begin
  patterns := array(select p from unnest(wishes) as w cross join lateral patterns_meant(w) as p);
  perform lock_slots(
    patterns, array(select a from unnest(wishes) as w cross join lateral legacy_slots_meant(w) as a)
  );
  hosts := array(
    select e.host_id from unnest(wishes) as w join experiences e on e.id = w.experience_id where e.host_id is not null
  );
  if cardinality(hosts) > 0 then
    perform from hosts h where h.id = any (hosts) order by h.id for no key update;
  end if;

  candidates := candidates_among(wishes, slots_wished(wishes, patterns));
  -- Creates missing counters and locks all of them by key, in one statement.
  for c in
    with counters as (
      insert into slot_inventory as i (pattern_id, slot_date, capacity)
      select (s.slot).pattern_id, (s.slot).slot_date, max((s.slot).capacity)
      from unnest(candidates) as s group by 1, 2 order by 1, 2
      on conflict (pattern_id, slot_date) do update set capacity = i.capacity
      returning i.pattern_id, i.slot_date, i.booked + i.overbooked as taken
    )
    select s as candidate, s.turn, s.id, s.idempotency_key, s.guests, row(i.pattern_id, i.slot_date) as slot,
      (s.slot).capacity - i.taken as room
    from unnest(candidates) as s
      join counters i on i.pattern_id = (s.slot).pattern_id and i.slot_date = (s.slot).slot_date
    order by i.pattern_id, i.slot_date, s.turn
  loop
    if at_slot is distinct from c.slot then
      at_slot := c.slot;
      room := c.room;
    end if;
    -- A repeated request gets the booking of the first.
    continue when c.idempotency_key = any (keys);
    if c.guests <= room then
      room := room - c.guests;
      placed := placed || c.candidate;
      keys := keys || c.idempotency_key;
      outcomes := outcomes || row(c.turn, null, c.id, null, null)::booking_outcome;
    else
      outcomes := outcomes || row(c.turn, 'full', null, greatest(0, room), null)::booking_outcome;
    end if;
  end loop;

  if cardinality(placed) > 0 then
    -- By key, too: two batches that hold each other's keys must not deadlock.
    with written as (
      insert into bookings as b (
        id, reference, user_id, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at,
        ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
        currency, status, idempotency_key, request_hash, created_at, updated_at
      )
      select
        w.id, new_reference(), w.user_id, w.vineyard_id, w.experience_id, s.pattern_id, s.slot_date, s.start_time,
        s.end_time, s.starts_at, s.ends_at, w.number_of_guests, w.guest_name, w.guest_email, w.guest_phone,
        coalesce(w.special_requests, ''), p.price_per_person, p.price_per_person * w.number_of_guests, p.currency, p.status,
        w.idempotency_key, decode(w.request_hash, 'hex'), w.asked_at, w.asked_at
      from unnest(placed) as p join unnest(wishes) as w on w.id = p.id cross join lateral (select (p.slot).*) as s
      order by w.idempotency_key
      on conflict (idempotency_key) do nothing
      returning b
    )
    select coalesce(array_agg(b), '{}') into made from written;

    -- A request whose key another process booked meanwhile takes the slow path, and so do those that it had
    -- displaced.
    if cardinality(made) < cardinality(placed) then
      outcomes := array(select o from unnest(outcomes) as o where o.booking_id in (select b.id from unnest(made) as b));
    end if;

    update slot_inventory i set booked = i.booked + p.guests, capacity = p.capacity, kept = 0
    from (
      select (p.slot).pattern_id, (p.slot).slot_date, sum(p.guests) as guests, max((p.slot).capacity) as capacity
      from unnest(placed) as p where p.id in (select b.id from unnest(made) as b)
      group by 1, 2
    ) as p
    where i.pattern_id = p.pattern_id and i.slot_date = p.slot_date;

    perform note_placed(made);
  end if;

  -- If another process booked the key before the slot filled up, that booking is the answer, not 'full'.
  outcomes := array(
    select o from unnest(outcomes) as o
    where o.problem is null
      or (select b.id from bookings b where b.idempotency_key = wishes[o.turn].idempotency_key) is null
  );
  for c in
    select n::int as turn from generate_series(1, cardinality(wishes)) as n
    where n not in (select o.turn from unnest(outcomes) as o) order by n
  loop
    select row(c.turn, p.problem, p.booking_id, p.remaining, p.price_per_person)::booking_outcome as outcome into c
    from place_booking(wishes[c.turn]) p;
    outcomes := outcomes || c.outcome;
  end loop;

  return query
  select o.turn, o.problem, o.booking_id, o.remaining, o.price_per_person,
    (select b from bookings b where b.id = o.booking_id and (o.problem is null or o.problem = 'repeated'))
  from unnest(outcomes) as o
  order by o.turn;
end $$;

-- Books for staff, without cut-off and horizon and, with p_overbook, beyond capacity; confirmed at once.
-- p_vineyard_id is null for an admin. problem: null, 'repeated' (booking_id has the same key), 'absent',
-- 'group_size', 'gone', or 'full' (remaining).
create function place_staff_booking(
  w booking_wish, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  room record;
  earlier uuid;
begin
  perform lock_slots(array[w.pattern_id], array[w.availability_id]);
  select b.id into earlier from bookings b
  where b.idempotency_key = w.idempotency_key and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id);
  if found then
    return query select 'repeated', earlier, null::int;
    return;
  end if;

  select x.* into e from experiences x
  where x.id = w.experience_id and x.is_active and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent', null::uuid, null::int;
    return;
  end if;
  if w.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int;
    return;
  end if;

  perform meet_at_host(e.host_id);
  if w.pattern_id is null then
    select london_today(a.start_time) into w.slot_date from availability a where a.id = w.availability_id;
  end if;
  select t.* into room from take_room(
    null, e.id, w.pattern_id, w.availability_id, w.slot_date, null, w.number_of_guests, true, p_overbook, p_now
  ) t;
  if room.problem is not null then
    return query select room.problem, null::uuid, room.remaining;
    return;
  end if;

  insert into bookings (
    id, reference, vineyard_id, experience_id, pattern_id, availability_id, booking_date, start_time, end_time, starts_at,
    ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
    currency, status, is_overbooked, idempotency_key, request_hash, created_at, updated_at
  ) values (
    w.id, new_reference(), e.vineyard_id, e.id, w.pattern_id, w.availability_id, room.slot_date, room.start_time,
    room.end_time, room.starts_at, room.ends_at, w.number_of_guests, w.guest_name, w.guest_email, w.guest_phone,
    coalesce(w.special_requests, ''), e.price_per_person, e.price_per_person * w.number_of_guests, e.currency,
    'confirmed', room.overbooked, w.idempotency_key, decode(w.request_hash, 'hex'), p_now, p_now
  );
  perform note_booking_event(w.id, 'created', p_actor, p_actor_id, '{"status": [null, "pending"]}', null, p_now);
  if room.overbooked then
    perform note_booking_event(
      w.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(0, w.number_of_guests)), null, p_now
    );
  end if;
  perform note_booking_event(
    w.id, 'status', p_actor, p_actor_id, '{"status": ["pending", "confirmed"]}', 'confirmed', p_now
  );
  return query select null::text, w.id, null::int;
end $$;

-- place_staff_booking for a form: a second submission waits for the first and returns its booking. problem besides:
-- 'other' (the key was used for another booking).
create function place_staff_booking_once(
  w booking_wish, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
declare
  placed record;
begin
  perform pg_advisory_xact_lock(hashtextextended(w.idempotency_key::text, 0));
  select p.* into placed from place_staff_booking(w, p_vineyard_id, p_actor, p_actor_id, p_overbook, p_now) p;
  if placed.problem = 'repeated' and not exists (
    select from bookings b where b.id = placed.booking_id and b.request_hash = decode(w.request_hash, 'hex')
  ) then
    return query select 'other', null::uuid, null::int;
    return;
  end if;
  return query select placed.problem, placed.booking_id, placed.remaining;
end $$;

create function count_refusal(p_day date, p_experience_id uuid, p_region text, p_party integer, p_reason text) returns void
language sql volatile
as $$
  insert into demand_refusals as d (day, experience_id, region, party, reason)
  select p_day, p_experience_id, p_region, least(greatest(p_party, 1), 10000), p_reason
  -- A request for an experience that never existed is no demand.
  where p_experience_id is null or exists (select from experiences where id = p_experience_id)
  on conflict on constraint counted_once do update set count = d.count + 1
$$;
