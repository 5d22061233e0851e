-- Slots as a guest finds them and as staff do, for a new party or for a booking that has places already.

-- Whether an exception speaks about a visit. Hours count on each day of the range; a visit past midnight meets the
-- next day's hours too.
create function exception_meets(e availability_exceptions, p_starts_at timestamptz, p_ends_at timestamptz) returns boolean
language sql stable
return case
  when e.from_time is null then (p_starts_at at time zone 'Europe/London')::date between e.starts_on and e.ends_on
  else exists (
    select
    from unnest(array[
      (p_starts_at at time zone 'Europe/London')::date, (p_ends_at at time zone 'Europe/London')::date
    ]) as day
    where day between e.starts_on and e.ends_on
      and p_starts_at at time zone 'Europe/London' < day + e.until_time
      and p_ends_at at time zone 'Europe/London' > day + e.from_time
  )
end;

create function exception_on(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_starts_at timestamptz, p_ends_at timestamptz
) returns table (closed boolean, capacity integer)
language sql stable
as $$
  select
    coalesce(bool_or(e.capacity is null), false),
    (array_agg(e.capacity order by e.pattern_id is null, e.experience_id is null, e.created_at desc, e.id))[1]
  from availability_exceptions e
  where e.vineyard_id = p_vineyard_id
    and e.ends_on >= london_today(p_starts_at) and e.starts_on <= london_today(p_ends_at)
    and (e.experience_id is null or e.experience_id = p_experience_id)
    and (e.pattern_id is null or e.pattern_id = p_pattern_id)
    and exception_meets(e, p_starts_at, p_ends_at)
$$;

-- The most people present at one moment of a span, over all experiences of a host, one booking left out. Always one
-- row: as a table it becomes part of the query that asks it for many slots.
create function host_crowd(p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_without uuid)
returns table (people integer)
language sql stable
as $$
  with present as (
    select greatest(b.starts_at, p_starts_at) as enters, b.ends_at as leaves, b.number_of_guests as guests
    from bookings b join experiences e on e.id = b.experience_id
    where e.host_id = p_host_id and b.status <> 'cancelled' and b.id is distinct from p_without
      and b.starts_at < p_ends_at and b.ends_at > p_starts_at
  )
  select coalesce(max(crowd), 0)::int
  from (
    select (select sum(other.guests) from present other where other.enters <= p.enters and other.leaves > p.enters) as crowd
    from present p
  ) as moments
$$;
-- Every slot of one experience from one day to another as it stands at p_now: full ones with 0 remaining, closed ones
-- not at all. At most 400 days a call. Legacy rows serve days on which no active pattern is valid; another capacity can
-- lower what such a row holds, never raise it, since the row itself says what is left.
-- Staff are held by no cut-off and no horizon. What p_booking_id holds is reckoned as free: it may take that again.
create function slots_for(
  p_experience_id uuid, p_from date, p_to date, p_now timestamptz, p_as_staff boolean, p_booking_id uuid
)
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
      case when p_as_staff then '-infinity' else p_now + make_interval(mins => e.booking_cutoff_minutes) end as after,
      case when p_as_staff then p_from else greatest(p_from, london_today(p_now)) end as first_day,
      case
        when p_as_staff then least(p_to, p_from + 400)
        else least(p_to, p_from + 400, london_today(p_now) + e.booking_horizon_days)
      end as last_day
    from experiences e
      join vineyards v on v.id = e.vineyard_id and v.is_visible
      left join hosts h on h.id = e.host_id
    where e.id = p_experience_id and e.is_active
  ),
  own as (
    select b.pattern_id, b.availability_id, b.booking_date, b.number_of_guests as guests
    from bookings b where b.id = p_booking_id and b.status <> 'cancelled'
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
      (a.start_time at time zone 'Europe/London')::time as start_time,
      a.available_slots + a.taken as capacity, a.taken + a.overbooked as taken
    from availability a, offered
    where a.experience_id = p_experience_id
      and london_today(a.start_time) between first_day and last_day
      and not exists (select from planned where planned.day = london_today(a.start_time))
  ),
  starts as (
    select p.pattern_id, null::uuid as availability_id, p.day, p.start_time, london_instant(p.day, p.start_time) as starts_at,
      p.capacity, null::integer as at_most, coalesce(i.booked + i.overbooked, 0) as taken
    from planned p left join slot_inventory i on i.pattern_id = p.pattern_id and i.slot_date = p.day
    union all
    select null, l.availability_id, l.day, l.start_time, london_instant(l.day, l.start_time),
      l.capacity, l.capacity, l.taken
    from legacy l
  )
  select
    s.pattern_id, s.availability_id, s.day, s.start_time,
    ((s.starts_at + o.lasts) at time zone 'Europe/London')::time,
    s.starts_at, s.starts_at + o.lasts,
    least(coalesce(x.capacity, s.capacity), s.at_most),
    greatest(0, least(
      least(coalesce(x.capacity, s.capacity), s.at_most) - s.taken + coalesce(own.guests, 0),
      o.host_capacity - host.people
    ))
  from offered o
    cross join starts s
    left join own on own.availability_id = s.availability_id
      or own.pattern_id = s.pattern_id and own.booking_date = s.day
    cross join lateral exception_on(
      o.vineyard_id, p_experience_id, s.pattern_id, s.starts_at, s.starts_at + o.lasts
    ) as x
    left join lateral host_crowd(o.host_id, s.starts_at, s.starts_at + o.lasts, p_booking_id) as host
      on o.host_id is not null
  where s.starts_at > o.after and not x.closed
  order by s.starts_at, s.pattern_id, s.availability_id
$$;

create function slots_of(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer, remaining integer
)
language sql stable
as $$
  select * from slots_for(p_experience_id, p_from, p_to, p_now, false, null)
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
