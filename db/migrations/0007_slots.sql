-- Which exceptions speak about a start: closed beats all, else the most specific capacity, else the newest.
create function exception_on(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_starts_at timestamptz, p_ends_at timestamptz
) returns table (closed boolean, capacity integer)
language sql stable
as $$
  with span as (
    select p_starts_at at time zone 'Europe/London' as from_local, p_ends_at at time zone 'Europe/London' as until_local
  )
  select
    coalesce(bool_or(e.capacity is null), false),
    (array_agg(e.capacity order by e.pattern_id is null, e.experience_id is null, e.created_at desc, e.id))[1]
  from availability_exceptions e, span
  where e.vineyard_id = p_vineyard_id
    and (e.experience_id is null or e.experience_id = p_experience_id)
    and (e.pattern_id is null or e.pattern_id = p_pattern_id)
    and case
      when e.from_time is null then from_local::date between e.starts_on and e.ends_on
      -- Hours count on each day of the range; a visit past midnight meets the next day's hours too.
      else exists (
        select from unnest(array[from_local::date, until_local::date]) as day
        where day between e.starts_on and e.ends_on
          and from_local < day + e.until_time and until_local > day + e.from_time
      )
    end
$$;

-- The most people present at one moment of a span, over all experiences of a host.
create function host_load(p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz) returns integer
language sql stable
as $$
  with present as (
    select greatest(b.starts_at, p_starts_at) as enters, b.ends_at as leaves, b.number_of_guests as guests
    from bookings b join experiences e on e.id = b.experience_id
    where e.host_id = p_host_id and b.status <> 'cancelled'
      and b.starts_at < p_ends_at and b.ends_at > p_starts_at
  )
  select coalesce(max(crowd), 0)::int
  from (
    select (select sum(other.guests) from present other where other.enters <= p.enters and other.leaves > p.enters) as crowd
    from present p
  ) as moments
$$;

-- Every slot of one experience from one day to another as it stands at p_now: full ones with 0 remaining, closed and
-- unreachable ones not at all. At most 400 days a call. Legacy rows serve days on which no active pattern is valid.
create function slots_of(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer, remaining integer
)
language sql stable
as $$
  with offered as (
    select
      e.id, e.vineyard_id, e.host_id, h.capacity as host_capacity,
      make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts,
      p_now + make_interval(mins => e.booking_cutoff_minutes) as after,
      greatest(p_from, london_today(p_now)) as first_day,
      least(p_to, p_from + 400, london_today(p_now) + e.booking_horizon_days) as last_day
    from experiences e
      join vineyards v on v.id = e.vineyard_id and v.is_visible
      left join hosts h on h.id = e.host_id
    where e.id = p_experience_id and e.is_active
  ),
  days as (
    -- Counted in days, never in hours: a clock change must not move one.
    select first_day + n as day from offered, generate_series(0, last_day - first_day) as n
  ),
  planned as (
    select p.id as pattern_id, d.day, p.start_time, p.capacity
    from availability_patterns p join days d
      on d.day between p.valid_from and coalesce(p.valid_until, 'infinity')
      and extract(isodow from d.day)::smallint = any (p.days_of_week)
    where p.experience_id = p_experience_id and p.is_active
  ),
  legacy as (
    select a.id as availability_id, london_today(a.start_time) as day,
      (a.start_time at time zone 'Europe/London')::time as start_time, a.available_slots, a.taken
    from availability a, offered
    where a.experience_id = p_experience_id
      and london_today(a.start_time) between first_day and last_day
      and not exists (select from planned where planned.day = london_today(a.start_time))
  ),
  starts as (
    select p.pattern_id, null::uuid as availability_id, p.day, p.start_time, london_instant(p.day, p.start_time) as starts_at,
      p.capacity, coalesce(i.booked + i.overbooked, 0) as taken
    from planned p left join slot_inventory i on i.pattern_id = p.pattern_id and i.slot_date = p.day
    union all
    select null, l.availability_id, l.day, l.start_time, london_instant(l.day, l.start_time), l.available_slots + l.taken, l.taken
    from legacy l
  )
  select
    s.pattern_id, s.availability_id, s.day, s.start_time,
    ((s.starts_at + o.lasts) at time zone 'Europe/London')::time,
    s.starts_at, s.starts_at + o.lasts,
    coalesce(x.capacity, s.capacity),
    greatest(0, least(
      coalesce(x.capacity, s.capacity) - s.taken,
      o.host_capacity - host_load(o.host_id, s.starts_at, s.starts_at + o.lasts)
    ))
  from offered o, starts s
    cross join lateral exception_on(
      (select vineyard_id from offered), p_experience_id, s.pattern_id,
      s.starts_at, s.starts_at + (select lasts from offered)
    ) as x
  where s.starts_at > o.after and not x.closed
  order by s.starts_at, s.pattern_id, s.availability_id
$$;

-- The specification's function: the slots that patterns give, with what a booking page wants to know besides.
create function generate_availability_from_patterns(
  p_experience_id uuid, p_start_date date, p_end_date date, p_now timestamptz default now()
)
returns table (
  pattern_id uuid, slot_date date, start_time time, end_time time, capacity integer, remaining integer
)
language sql stable
as $$
  select s.pattern_id, s.slot_date, s.start_time, s.end_time, s.capacity, s.remaining
  from slots_of(p_experience_id, p_start_date, p_end_date, p_now) s
  where s.pattern_id is not null
$$;

-- The days of a span on which a start is planned or booked up, for a calendar: the places of the roomiest start that
-- one party could still take, and of all of them together.
create function days_of(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (slot_date date, largest_party integer, remaining integer)
language sql stable
as $$
  select s.slot_date, max(s.remaining), sum(s.remaining)::int
  from slots_of(p_experience_id, p_from, p_to, p_now) s
  group by s.slot_date
  order by s.slot_date
$$;
