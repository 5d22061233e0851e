-- A request to book; without channel it is 'public' or, by staff, 'staff' or 'walk_in'. It names the slot by pattern_id
-- and slot_date, by availability_id, or by slot_date and start_time, and the price shown by price_per_person or
-- total_price. Cut-off and horizon count from requested_at.
create type booking_request as (
  id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date, start_time time,
  number_of_guests integer, price_per_person numeric, total_price numeric, guest_name text, guest_email text,
  guest_phone text, special_requests text, user_id uuid, idempotency_key uuid, request_hash text, requested_at timestamptz,
  channel text, external_reference text, api_key_id uuid, emails_guest boolean
);

-- The outcome of a request. Its ordinal counts the requests of a batch from 1.
create type booking_outcome as (
  ordinal integer, problem text, booking_id uuid, remaining integer, price_per_person numeric
);

-- A slot that a batch may book, read on a London day while its pattern is locked.
create type booking_slot as (
  experience_id uuid, read_on date, pattern_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer
);

-- A request that only a lack of places can refuse, and its slot.
create type booking_candidate as (
  ordinal integer, id uuid, idempotency_key uuid, guests integer, price_per_person numeric, currency text, status text,
  slot booking_slot
);

-- Returns a reference that no booking has yet: six letters and digits without look-alikes.
create function new_reference() returns text
language plpgsql volatile
as $$
declare
  characters constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  candidate text;
begin
  loop
    candidate := 'CV-'
      || substr(characters, 1 + floor(random() * 31)::int, 1) || substr(characters, 1 + floor(random() * 31)::int, 1)
      || substr(characters, 1 + floor(random() * 31)::int, 1) || substr(characters, 1 + floor(random() * 31)::int, 1)
      || '-' || substr(characters, 1 + floor(random() * 31)::int, 1) || substr(characters, 1 + floor(random() * 31)::int, 1);
    if not exists (select from bookings where reference = candidate) then
      return candidate;
    end if;
  end loop;
end $$;

-- The name that staff read: a walk-in, or the guest of a reseller, need not give one.
create function guest_name_of(b bookings) returns text
language sql immutable
return coalesce(b.guest_name, case b.channel when 'reseller' then 'Reseller’s guest' else 'Walk-in' end);

create function email_payload(b bookings, e experiences, v vineyards, p_email_type text) returns jsonb
language sql stable
return jsonb_build_object(
  'bookingId', b.id,
  'guestName', guest_name_of(b),
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

-- Adds an event to a booking's history, and the email that belongs to it if the guest has an address. The email about a
-- status waits until staff can no longer undo it.
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
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at, deliver_after)
  select p_booking_id, event.id, p_email_type, b.guest_email, email_payload(p_booking_id, p_email_type), p_now,
    case when p_kind = 'status' then b.undo_until end
  from event, bookings b
  where b.id = p_booking_id and p_email_type is not null and emails_changes(b);

  -- The worker tells the vineyard what a guest or a reseller did when it takes up the guest's email, which this guest does
  -- not get.
  select queue_vineyard_notices(array[max(e.id)], array[p_email_type], p_now)
  from bookings b join booking_events e on e.booking_id = b.id
  where b.id = p_booking_id and not emails_changes(b) and p_actor in ('guest', 'key')
    and p_email_type is not null
  having count(*) > 0
$$;

-- Writes the events and emails of new bookings, dated when each was made. Every booking starts as pending; a booking
-- that is confirmed straight away gets only the confirmation email.
create function note_created_bookings(p_bookings bookings[]) returns void
language sql volatile
as $$
  with event as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    select b.id, step.kind, step.actor, step.actor_id, step.changes, b.created_at
    from unnest(p_bookings) as b
      cross join lateral (
        values
          (1, 'created', 'guest', b.user_id, '{"status": [null, "pending"]}'::jsonb),
          (2, 'status', 'system', null, '{"status": ["pending", "confirmed"]}'::jsonb)
      ) as step (ordinal, kind, actor, actor_id, changes)
    where step.ordinal = 1 or b.status = 'confirmed'
    order by step.ordinal
    returning id, booking_id, kind
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select b.id, event.id, m.email_type, b.guest_email, email_payload(b, e, v, m.email_type), b.created_at
  from unnest(p_bookings) as b
    join event on event.booking_id = b.id
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id
    cross join lateral (select case b.status when 'confirmed' then 'confirmed' else 'received' end) as m (email_type)
  where event.kind = case b.status when 'confirmed' then 'status' else 'created' end
$$;

-- Locks a host, so that concurrent bookings count its guests one after the other.
create function lock_host(p_host_id uuid) returns void
language sql volatile
as $$
  update hosts set taken_turns = taken_turns + 1 where id = p_host_id
$$;

-- Everything that changes bookings locks in one order, which prevents deadlocks: patterns, legacy slots, the booking,
-- its host, the counters; by key within each kind. Bookings lock a pattern for share, and edits lock it for update,
-- so no booking misses an edit.
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

-- Takes places in a slot for a booking that has none there, its own live hold first. If p_start_time is given, the slot
-- must still start then.
-- problem: null (taken), 'gone' (no such slot) or 'full' (remaining: the places left).
create function take_slot_places(
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
  own record;
begin
  for attempt in 1..3 loop
    perform from slot_inventory i where i.pattern_id = p_pattern_id and i.slot_date = p_slot_date for update;
    perform release_expired_holds(p_pattern_id, p_availability_id, p_slot_date, p_now);
    select s.* into slot
    from slots_for(p_experience_id, p_slot_date, p_slot_date, p_now, p_as_staff, p_booking_id) s
    where s.pattern_id is not distinct from p_pattern_id and s.availability_id is not distinct from p_availability_id
      and s.start_time = coalesce(p_start_time, s.start_time);
    if not found then
      return query select 'gone', null::int, false, null::date, null::time, null::time, null::timestamptz, null::timestamptz;
      return;
    end if;
    -- Held places stay with the party even if the capacity was cut meanwhile. A host's guests are always counted.
    select o.*, o.guests >= p_guests and host_places_left(
      (select e.host_id from experiences e where e.id = p_experience_id), slot.starts_at, slot.ends_at, p_booking_id, p_now
    ) >= p_guests as suffice into own
    from own_holds(p_booking_id, p_pattern_id, p_availability_id, p_slot_date, p_now) o;
    if slot.remaining < p_guests and not own.suffice and not p_overbook then
      return query select 'full', slot.remaining, false, null::date, null::time, null::time, null::timestamptz, null::timestamptz;
      return;
    end if;
    perform end_holds(own.ids, 'booked', p_now) where own.guests > 0;
    if own.suffice then
      update slot_inventory i set booked = i.booked + p_guests
      where i.pattern_id = p_pattern_id and i.slot_date = p_slot_date;
      update availability a set available_slots = a.available_slots - p_guests, taken = a.taken + p_guests
      where a.id = p_availability_id;
    else
      -- If somebody created the counter meanwhile, the next attempt can lock it.
      continue when not take_places(
        p_pattern_id, p_availability_id, p_slot_date, slot.capacity, p_guests, slot.remaining < p_guests
      );
    end if;
    return query select null::text, null::int, slot.remaining < p_guests and not own.suffice,
      slot.slot_date, slot.start_time, slot.end_time, slot.starts_at, slot.ends_at;
    return;
  end loop;
  raise exception 'the places of a slot changed three times while they were read' using errcode = 'serialization_failure';
end $$;

-- The patterns that a booking request can refer to, read before anything is locked.
create function requested_patterns(r booking_request) returns setof uuid
language sql stable
begin atomic
  select p.id from availability_patterns p
  where p.experience_id = r.experience_id and p.is_active
    and (p.id = r.pattern_id or p.start_time = r.start_time)
    and p.valid_days @> r.slot_date
    and extract(isodow from r.slot_date)::smallint = any (p.days_of_week);
end;

-- The same for legacy slots.
create function requested_legacy_slots(r booking_request) returns setof uuid
language sql stable
begin atomic
  select a.id from availability a
  where a.experience_id = r.experience_id
    and (a.id = r.availability_id or a.start_time at time zone 'Europe/London' = r.slot_date + r.start_time);
end;

-- Books one request and returns one row. problem: null (booked), 'repeated' (the same request was booked before),
-- 'key_reused' (the key belongs to booking_id), 'gone', 'full' (remaining), 'price' (price_per_person is the current
-- price) or 'group_size'. A refusal writes nothing.
create function create_booking(r booking_request)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  slot record;
  earlier record;
  created bookings;
begin
  select b.id, b.request_hash = decode(r.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;

  if r.pattern_id is null and r.availability_id is null then
    select p into r.pattern_id from requested_patterns(r) p;
    if not found then
      select a into r.availability_id from requested_legacy_slots(r) a;
    end if;
  end if;
  perform lock_slots(array[r.pattern_id], array[r.availability_id]);

  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id and v.is_visible
  where x.id = r.experience_id and x.vineyard_id = r.vineyard_id and x.is_active;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;
  if coalesce(r.total_price = e.price_per_person * r.number_of_guests, r.price_per_person = e.price_per_person) is not true then
    return query select 'price', null::uuid, null::int, e.price_per_person;
    return;
  end if;
  if r.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int, null::numeric;
    return;
  end if;

  if e.host_id is not null then
    perform lock_host(e.host_id);
  end if;
  perform release_expired_holds(r.pattern_id, r.availability_id, r.slot_date, r.requested_at);

  select s.* into slot from slots_of(r.experience_id, r.slot_date, r.slot_date, r.requested_at) s
  where s.pattern_id is not distinct from r.pattern_id and s.availability_id is not distinct from r.availability_id
    and s.start_time = coalesce(r.start_time, s.start_time);
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;

  if slot.remaining >= r.number_of_guests
    and take_places(r.pattern_id, r.availability_id, r.slot_date, slot.capacity, r.number_of_guests, false) then
    insert into bookings as b (
      id, reference, user_id, vineyard_id, experience_id, pattern_id, availability_id, booking_date,
      start_time, end_time, starts_at, ends_at, number_of_guests, guest_name, guest_email, guest_phone,
      special_requests, price_per_person, total_price, currency, status, channel, idempotency_key, request_hash,
      created_at, updated_at
    )
    select
      r.id, new_reference(), r.user_id, e.vineyard_id, e.id, r.pattern_id, r.availability_id, slot.slot_date,
      slot.start_time, slot.end_time, slot.starts_at, slot.ends_at, r.number_of_guests, r.guest_name, r.guest_email,
      r.guest_phone, coalesce(r.special_requests, ''), e.price_per_person, e.price_per_person * r.number_of_guests,
      e.currency, case when e.is_instant then 'confirmed' else 'pending' end, coalesce(r.channel, 'public'), r.idempotency_key,
      decode(r.request_hash, 'hex'), r.requested_at, r.requested_at
    on conflict (idempotency_key) do nothing
    returning b.* into created;
    if found then
      perform note_created_bookings(array[created]);
      return query select null::text, r.id, null::int, null::numeric;
      return;
    end if;
    -- Another process booked the same key meanwhile: release the places again.
    if r.pattern_id is not null then
      update slot_inventory i set booked = i.booked - r.number_of_guests
      where i.pattern_id = r.pattern_id and i.slot_date = r.slot_date;
    else
      update availability a set available_slots = available_slots + r.number_of_guests, taken = taken - r.number_of_guests
      where a.id = r.availability_id;
    end if;
  end if;

  -- If a request with the same key was booked meanwhile, return its booking.
  select b.id, b.request_hash = decode(r.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;
  return query
  select case when count(*) > 0 then 'full' else 'gone' end, null::uuid, coalesce(max(s.remaining), 0), null::numeric
  from slots_of(r.experience_id, r.slot_date, r.slot_date, r.requested_at) s
  where s.pattern_id is not distinct from r.pattern_id and s.availability_id is not distinct from r.availability_id
    and s.start_time = coalesce(r.start_time, s.start_time);
end $$;

-- The slots that booking requests can refer to. Each day is read once, at the time of its earliest request; the caller
-- checks the cut-off of later ones. The horizon depends on the London day, so another day is read again.
create function requested_slots(p_requests booking_request[], p_pattern_ids uuid[]) returns booking_slot[]
language plpgsql stable
as $$
declare
  d record;
  slots booking_slot[] := '{}';
begin
  for d in
    select r.experience_id, r.slot_date, london_today(r.requested_at) as today, min(r.requested_at) as requested_at
    from unnest(p_requests) as r
    group by 1, 2, 3
  loop
    slots := slots || array(
      select row(
        d.experience_id, d.today, s.pattern_id, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at, s.capacity
      )::booking_slot
      from slots_of(d.experience_id, d.slot_date, d.slot_date, d.requested_at) s
      where s.pattern_id = any (p_pattern_ids)
    );
  end loop;
  return slots;
end $$;

-- The requests that only a lack of places can refuse: for a pattern's slot without a host, at the current price, with
-- a new key. Empty if two different requests share a key, because their outcomes depend on each other.
create function booking_candidates(p_requests booking_request[], p_slots booking_slot[]) returns booking_candidate[]
language sql stable
as $$
  select array_agg(row(
    r.ordinal, r.id, r.idempotency_key, r.number_of_guests, e.price_per_person, e.currency,
    case when e.is_instant then 'confirmed' else 'pending' end, s
  )::booking_candidate)
  from unnest(p_requests) with ordinality as r (
      id, vineyard_id, experience_id, pattern_id, availability_id, slot_date, start_time, number_of_guests, price_per_person,
      total_price, guest_name, guest_email, guest_phone, special_requests, user_id, idempotency_key, request_hash, requested_at,
      channel, external_reference, api_key_id, emails_guest, ordinal
    )
    join unnest(p_slots) as s
      on s.experience_id = r.experience_id and s.slot_date = r.slot_date and s.read_on = london_today(r.requested_at)
      and s.pattern_id = coalesce(r.pattern_id, s.pattern_id) and s.start_time = coalesce(r.start_time, s.start_time)
    join experiences e on e.id = r.experience_id and e.vineyard_id = r.vineyard_id and e.host_id is null
  where num_nonnulls(r.pattern_id, r.start_time) > 0 and r.availability_id is null
    and s.starts_at > r.requested_at + make_interval(mins => e.booking_cutoff_minutes)
    and coalesce(r.total_price = e.price_per_person * r.number_of_guests, r.price_per_person = e.price_per_person)
    and r.number_of_guests between e.min_group_size and coalesce(e.max_group_size, 10)
    and (select b.id from bookings b where b.idempotency_key = r.idempotency_key) is null
    and not exists (
      select from unnest(p_requests) as q group by q.idempotency_key having count(distinct q.request_hash) > 1
    )
$$;

-- Books an array of booking_request in one transaction, with the same outcomes as create_booking for each. The whole
-- batch locks in the order of keys, so that batches of several processes never deadlock. Returns one row per request;
-- ordinal counts them from 1.
create function create_bookings(p_requests jsonb)
returns table (ordinal integer, problem text, booking_id uuid, remaining integer, price_per_person numeric, booking bookings)
language plpgsql volatile
set lock_timeout = '4s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  requests booking_request[] := array(select r from jsonb_populate_recordset(null::booking_request, p_requests) as r);
  patterns uuid[];
  hosts uuid[];
  candidates booking_candidate[];
  accepted booking_candidate[] := '{}';
  created bookings[] := '{}';
  keys uuid[] := '{}';
  outcomes booking_outcome[] := '{}';
  at_slot record;
  places_left integer;
  c record;
begin
  patterns := array(select p from unnest(requests) as r cross join lateral requested_patterns(r) as p);
  perform lock_slots(
    patterns, array(select a from unnest(requests) as r cross join lateral requested_legacy_slots(r) as a)
  );
  hosts := array(
    select e.host_id from unnest(requests) as r join experiences e on e.id = r.experience_id where e.host_id is not null
  );
  if cardinality(hosts) > 0 then
    perform from hosts h where h.id = any (hosts) order by h.id for no key update;
  end if;

  candidates := booking_candidates(requests, requested_slots(requests, patterns));
  -- Creates missing counters and locks all of them by key, in one statement.
  for c in
    with counters as (
      insert into slot_inventory as i (pattern_id, slot_date, capacity)
      select (s.slot).pattern_id, (s.slot).slot_date, max((s.slot).capacity)
      from unnest(candidates) as s group by 1, 2 order by 1, 2
      on conflict (pattern_id, slot_date) do update set capacity = i.capacity
      returning i.pattern_id, i.slot_date, i.booked + i.overbooked + i.held as taken, i.held
    )
    select s as candidate, s.ordinal, s.id, s.idempotency_key, s.guests, row(i.pattern_id, i.slot_date) as slot,
      (s.slot).capacity - i.taken as places_left, i.pattern_id, i.slot_date, i.held
    from unnest(candidates) as s
      join counters i on i.pattern_id = (s.slot).pattern_id and i.slot_date = (s.slot).slot_date
    order by i.pattern_id, i.slot_date, s.ordinal
  loop
    if at_slot is distinct from c.slot then
      at_slot := c.slot;
      places_left := c.places_left;
    end if;
    if c.held > 0 then
      places_left := places_left
        + release_expired_holds(c.pattern_id, null, c.slot_date, requests[c.ordinal].requested_at);
    end if;
    -- A repeated request gets the booking of the first.
    continue when c.idempotency_key = any (keys);
    if c.guests <= places_left then
      places_left := places_left - c.guests;
      accepted := accepted || c.candidate;
      keys := keys || c.idempotency_key;
      outcomes := outcomes || row(c.ordinal, null, c.id, null, null)::booking_outcome;
    else
      outcomes := outcomes || row(c.ordinal, 'full', null, greatest(0, places_left), null)::booking_outcome;
    end if;
  end loop;

  if cardinality(accepted) > 0 then
    -- Also in the order of keys: two batches that share keys must not deadlock.
    with written as (
      insert into bookings as b (
        id, reference, user_id, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at,
        ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
        currency, status, channel, idempotency_key, request_hash, created_at, updated_at
      )
      select
        r.id, new_reference(), r.user_id, r.vineyard_id, r.experience_id, s.pattern_id, s.slot_date, s.start_time,
        s.end_time, s.starts_at, s.ends_at, r.number_of_guests, r.guest_name, r.guest_email, r.guest_phone,
        coalesce(r.special_requests, ''), p.price_per_person, p.price_per_person * r.number_of_guests, p.currency, p.status,
        coalesce(r.channel, 'public'), r.idempotency_key, decode(r.request_hash, 'hex'), r.requested_at, r.requested_at
      from unnest(accepted) as p join unnest(requests) as r on r.id = p.id cross join lateral (select (p.slot).*) as s
      order by r.idempotency_key
      on conflict (idempotency_key) do nothing
      returning b
    )
    select coalesce(array_agg(b), '{}') into created from written;

    -- If another process booked one of the keys meanwhile, create_booking handles its request and all that were full.
    if cardinality(created) < cardinality(accepted) then
      outcomes := array(select o from unnest(outcomes) as o where o.booking_id in (select b.id from unnest(created) as b));
    end if;

    update slot_inventory i set booked = i.booked + p.guests, capacity = p.capacity, kept = 0
    from (
      select (p.slot).pattern_id, (p.slot).slot_date, sum(p.guests) as guests, max((p.slot).capacity) as capacity
      from unnest(accepted) as p where p.id in (select b.id from unnest(created) as b)
      group by 1, 2
    ) as p
    where i.pattern_id = p.pattern_id and i.slot_date = p.slot_date;

    perform note_created_bookings(created);
  end if;

  -- If another process booked the key before the slot filled up, return that booking instead of 'full'.
  outcomes := array(
    select o from unnest(outcomes) as o
    where o.problem is null
      or (select b.id from bookings b where b.idempotency_key = requests[o.ordinal].idempotency_key) is null
  );
  for c in
    select n::int as ordinal from generate_series(1, cardinality(requests)) as n
    where n not in (select o.ordinal from unnest(outcomes) as o) order by n
  loop
    select row(c.ordinal, p.problem, p.booking_id, p.remaining, p.price_per_person)::booking_outcome as outcome into c
    from create_booking(requests[c.ordinal]) p;
    outcomes := outcomes || c.outcome;
  end loop;

  return query
  select o.ordinal, o.problem, o.booking_id, o.remaining, o.price_per_person,
    (select b from bookings b where b.id = o.booking_id and (o.problem is null or o.problem = 'repeated'))
  from unnest(outcomes) as o
  order by o.ordinal;
end $$;

-- Books for staff, confirmed at once: without cut-off and horizon and, with p_overbook, beyond capacity. Without email
-- and phone it is a walk-in. p_vineyard_id is null for an admin. A second submission of a form waits for the first.
-- problem: null, 'repeated' (the same request is booked as booking_id), 'other' (its key belongs to another), 'absent',
-- 'group_size', 'gone' or 'full' (remaining).
create function create_staff_booking(
  r booking_request, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  slot record;
  earlier record;
  is_silent boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(r.idempotency_key::text, 0));
  perform lock_slots(array[r.pattern_id], array[r.availability_id]);
  select
    b.id, b.request_hash = decode(r.request_hash, 'hex') and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id) as same
  into earlier from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'other' end,
      case when earlier.same then earlier.id end, null::int;
    return;
  end if;

  select x.* into e from experiences x
  where x.id = r.experience_id and x.is_active and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent', null::uuid, null::int;
    return;
  end if;
  if r.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int;
    return;
  end if;

  perform lock_host(e.host_id);
  if r.pattern_id is null then
    select london_today(a.start_time) into r.slot_date from availability a where a.id = r.availability_id;
  end if;
  select t.* into slot from take_slot_places(
    r.id, e.id, r.pattern_id, r.availability_id, r.slot_date, r.start_time, r.number_of_guests, true, p_overbook, p_now
  ) t;
  if slot.problem is not null then
    return query select slot.problem, null::uuid, slot.remaining;
    return;
  end if;

  insert into bookings (
    id, reference, vineyard_id, experience_id, pattern_id, availability_id, booking_date, start_time, end_time, starts_at,
    ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
    currency, status, is_overbooked, channel, external_reference, api_key_id, emails_guest, idempotency_key, request_hash,
    created_at, updated_at
  ) values (
    r.id, new_reference(), e.vineyard_id, e.id, r.pattern_id, r.availability_id, slot.slot_date, slot.start_time,
    slot.end_time, slot.starts_at, slot.ends_at, r.number_of_guests, r.guest_name, r.guest_email, r.guest_phone,
    coalesce(r.special_requests, ''), coalesce(r.price_per_person, e.price_per_person),
    coalesce(r.price_per_person, e.price_per_person) * r.number_of_guests, e.currency, 'confirmed', slot.overbooked,
    coalesce(r.channel, case when num_nonnulls(r.guest_email, r.guest_phone) = 0 then 'walk_in' else 'staff' end),
    r.external_reference, r.api_key_id, coalesce(r.emails_guest, true),
    r.idempotency_key, decode(r.request_hash, 'hex'), p_now, p_now
  );
  -- A booking that is imported without an email begins as confirmed.
  is_silent := r.channel = 'import' and not coalesce(r.emails_guest, true);
  perform note_booking_event(
    r.id, 'created', p_actor, p_actor_id,
    jsonb_build_object('status', jsonb_build_array(null, case when is_silent then 'confirmed' else 'pending' end)), null, p_now
  );
  if slot.overbooked then
    perform note_booking_event(
      r.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(0, r.number_of_guests)), null, p_now
    );
  end if;
  if is_silent is not true then
    perform note_booking_event(
      r.id, 'status', p_actor, p_actor_id, '{"status": ["pending", "confirmed"]}', 'confirmed', p_now
    );
  end if;
  return query select null::text, r.id, null::int;
end $$;
