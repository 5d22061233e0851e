-- What must hold between the tables and no constraint can say. Each function reads whole tables once; nothing is locked,
-- and one statement sees one moment, so that it may run on a live database.

-- Each counter is the sum of its active bookings, normal and overbooked apart, and within its capacity but for a cut.
create function counter_faults(p_now timestamptz) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with sums as (
    select
      b.pattern_id, b.availability_id, case when b.availability_id is null then b.booking_date end as slot_date,
      coalesce(sum(b.number_of_guests) filter (where not b.is_overbooked), 0) as booked,
      coalesce(sum(b.number_of_guests) filter (where b.is_overbooked), 0) as overbooked
    from bookings b
    where b.status <> 'cancelled' and num_nonnulls(b.pattern_id, b.availability_id) = 1
    group by 1, 2, 3
  )
  select 'counter', 'slot_inventory', concat(coalesce(i.pattern_id, s.pattern_id), '-', coalesce(i.slot_date, s.slot_date)),
    format('counts %s and %s overbooked, its bookings are %s and %s', i.booked, i.overbooked, s.booked, s.overbooked)
  from (select * from sums where pattern_id is not null) s
    full join slot_inventory i on i.pattern_id = s.pattern_id and i.slot_date = s.slot_date
  where coalesce(i.booked, 0) <> coalesce(s.booked, 0) or coalesce(i.overbooked, 0) <> coalesce(s.overbooked, 0)
  union all
  select 'counter', 'availability', coalesce(a.id, s.availability_id)::text,
    format('counts %s and %s overbooked, its bookings are %s and %s', a.taken, a.overbooked, s.booked, s.overbooked)
  from (select * from sums where availability_id is not null) s full join availability a on a.id = s.availability_id
  where coalesce(a.taken, 0) <> coalesce(s.booked, 0) or coalesce(a.overbooked, 0) <> coalesce(s.overbooked, 0)
  union all
  select 'oversold', 'slot_inventory', concat(i.pattern_id, '-', i.slot_date),
    format('%s sold of %s, and no cut explains it', i.booked, i.capacity)
  from slot_inventory i
  where i.booked > i.capacity and i.kept < i.booked
  union all
  select 'capacity', 'slot_inventory', concat(i.pattern_id, '-', i.slot_date),
    format('holds %s where %s is planned', i.capacity, planned.capacity)
  from (
    -- Only where exceptions exist is each slot asked on its own.
    select i.*, case
      when e.vineyard_id in (select x.vineyard_id from availability_exceptions x) then planned_capacity(p, i.slot_date)
      when p.is_active and i.slot_date between p.valid_from and coalesce(p.valid_until, 'infinity')
        and extract(isodow from i.slot_date)::smallint = any (p.days_of_week)
        and london_instant(i.slot_date, p.start_time) is not null then p.capacity
      else 0
    end as planned
    from slot_inventory i
      join availability_patterns p on p.id = i.pattern_id
      join experiences e on e.id = p.experience_id
    where i.slot_date >= london_today(p_now)
  ) as i cross join lateral (select i.planned) as planned (capacity)
  where planned.capacity <> i.capacity
$$;

-- At no moment are more people with a host than it holds or once held, unless some of them are overbooked.
create function host_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with steps as (
    select e.host_id, step.at, step.people, step.beyond
    from bookings b
      join experiences e on e.id = b.experience_id
      cross join lateral (
        values (b.starts_at, b.number_of_guests, b.is_overbooked::int), (b.ends_at, -b.number_of_guests, -b.is_overbooked::int)
      ) as step (at, people, beyond)
    where e.host_id is not null and b.status <> 'cancelled' and b.starts_at is not null
  ),
  moments as (
    -- Whoever leaves at a moment has left when the others come.
    select host_id, at, sum(people) over w as people, sum(beyond) over w as beyond
    from steps
    window w as (partition by host_id order by at, people rows unbounded preceding)
  )
  select 'host', 'hosts', m.host_id::text, format('%s people at %s, %s is its most', max(m.people), min(m.at), min(h.once_held))
  from moments m join hosts h on h.id = m.host_id
  where m.people > h.once_held and m.beyond = 0
  group by m.host_id
$$;

-- Every booking was made once, each change of its status follows on the one before and ends where it is now, and each has
-- the mail that belongs to it.
create function event_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with told as materialized (
    select e.id, e.booking_id, e.kind, e.was, e.became,
      lag(e.became) over w as before_that, lead(e.kind || ' ' || e.actor || ' ' || e.became) over w as after_that
    from (
      select id, booking_id, kind, actor, changes -> 'status' ->> 0 as was, changes -> 'status' ->> 1 as became
      from booking_events
      where kind in ('created', 'status')
    ) as e
    window w as (partition by e.booking_id order by e.id)
  ),
  owed as (
    select id, booking_id, became as email_type from told where kind = 'status' and became in ('confirmed', 'cancelled')
    union all
    select id, booking_id, case became when 'pending' then 'received' else became end
    from told
    -- What is confirmed by the system at once says so in one mail.
    where kind = 'created' and became in ('pending', 'confirmed')
      and not (became = 'pending' and after_that is not distinct from 'status system confirmed')
    union all
    select id, booking_id, 'moved' from booking_events where kind = 'moved'
  )
  select 'event', 'bookings', b.id::text, format('is %s, its last event says %s', b.status, coalesce(t.became, 'nothing'))
  from bookings b left join told t on t.booking_id = b.id and t.after_that is null
  where t.became is distinct from b.status
  union all
  select 'event', 'bookings', t.booking_id::text, format('event %s goes from %s, the one before it led to %s', t.id, t.was, t.before_that)
  from told t
  where t.was is distinct from t.before_that or (t.kind = 'created') <> (t.before_that is null)
  union all
  select 'mail', 'bookings', o.booking_id::text, format('event %s has no mail %L', o.id, o.email_type)
  from owed o
  where not exists (select from emails m where m.event_id = o.id and m.email_type = o.email_type)
  union all
  select 'mail', 'emails', m.id::text, format('belongs to event %s of another booking', m.event_id)
  from emails m join booking_events e on e.id = m.event_id
  where m.booking_id is distinct from e.booking_id
$$;

-- No booking lies outside the limits it was made under: party, total, times. An experience edited since may have had others.
create function limit_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'limits', 'bookings', b.id::text,
    format('a party of %s, allowed are %s to %s', b.number_of_guests, e.min_group_size, coalesce(e.max_group_size, 10))
  from bookings b join experiences e on e.id = b.experience_id
  where b.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) and e.updated_at <= b.created_at
  union all
  select 'limits', 'bookings', b.id::text,
    format('%s guests at %s make no %s', b.number_of_guests, b.price_per_person, b.total_price)
  from bookings b
  where b.total_price <> b.price_per_person * b.number_of_guests
  union all
  select 'limits', 'bookings', b.id::text,
    format('starts %s at %s and ends %s at %s', b.start_time, b.starts_at, b.end_time, b.ends_at)
  from bookings b
  where (b.ends_at at time zone 'Europe/London')::time <> b.end_time
    or b.ends_at > b.starts_at + interval '1440 minutes'
    or b.starts_at is null and num_nonnulls(b.pattern_id, b.availability_id) > 0
$$;

-- Everything that is wrong in the ledger, each with its ids. Empty: nothing is.
create function ledger_faults(p_now timestamptz default now()) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
-- Whole tables are sorted and joined, once in a while and by one session.
set work_mem = '128MB'
set jit = off
set enable_nestloop = off
as $$
  select * from counter_faults(p_now)
  union all
  select * from host_faults()
  union all
  select * from event_faults()
  union all
  select * from limit_faults()
$$;
