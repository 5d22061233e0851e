-- Bookings that wait in one process share a transaction and a handful of statements.

-- What came of a wish, by its turn in the batch.
create type booking_outcome as (
  turn integer, problem text, booking_id uuid, remaining integer, price_per_person numeric
);

-- A slot that a batch may book, read on a day of London's under the lock of its pattern.
create type booking_slot as (
  experience_id uuid, read_on date, pattern_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer
);

-- A wish that only room can stand in the way of, and the slot it means.
create type booking_candidate as (
  turn integer, id uuid, idempotency_key uuid, guests integer, price_per_person numeric, currency text, status text,
  slot booking_slot
);

-- The slots that wishes may mean, each day read once, as it stands for whoever asked first. Who came later must still be
-- before the cut-off by their own clock. On another day in London the horizon is another: then it is read anew.
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

-- The wishes that are plain: for a pattern's slot without a host, at today's price, by a key never seen. Where one key
-- comes with two requests these depend on each other across slots: then there are none.
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

-- Places many wishes in one transaction, as place_booking would one after the other: p_wishes is an array of booking_wish.
-- Patterns, legacy rows, hosts and counters are locked for the whole batch, each by key, so that batches of several
-- processes never wait for each other crosswise; within a slot who came first is first. What is plain is decided here
-- and written together. Hosts, legacy slots, keys seen before and all that is refused for another reason than room go
-- through place_booking afterwards, in the order in which they came.
-- One row per wish, `turn` from 1; what stands comes with its row, so that nobody has to read it again.
-- Whoever holds a slot for four seconds does not stop all the others: then each is to be tried alone. A plan made while
-- the tables are small is kept while a rush fills them: so what is sought in them is sought by index, row by row.
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
  -- The counters are made where they are not there yet and locked, by key, all in one statement.
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
    -- What was sent twice is answered by the first.
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
    -- By key as well: two batches that hold each other's keys must not wait crosswise.
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

    -- Whose key another process booked meanwhile goes the long way, and so does everybody it stood in the way of.
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

  -- A key that another process booked before it filled the slot is the answer, not 'full'.
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
