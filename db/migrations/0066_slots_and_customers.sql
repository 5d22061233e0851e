-- Slots are held against exceptions only where there are some, and customers are read in any order by an index.

-- Every slot of one experience from one day to another as it stands at p_now: full ones with 0 remaining, closed ones
-- not at all. At most 400 days a call. Legacy rows serve days on which no active pattern is valid; another capacity can
-- lower what such a row holds, never raise it, since the row itself says what is left.
-- Staff are held by no cut-off and no horizon. What p_booking_id holds is reckoned as free: it may take that again.
create or replace function slots_for(
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
      -- Null where no exception can meet these days: none is then looked for. A visit ends at most two days after its own.
      case when exists (
        select from availability_exceptions x
        where x.vineyard_id = e.vineyard_id and x.ends_on >= p_from and x.starts_on <= p_to + 2
      ) then e.vineyard_id end as excepted_id,
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
      o.excepted_id, p_experience_id, s.pattern_id, s.starts_at, s.starts_at + o.lasts
    ) as x
    left join lateral host_crowd(o.host_id, s.starts_at, s.starts_at + o.lasts, p_booking_id) as host
      on o.host_id is not null
  where s.starts_at > o.after and not x.closed
  order by s.starts_at, s.pattern_id, s.availability_id
$$;

-- Only rounds write these, so that one more way of reading them costs no booking anything.
create index customers_by_bookings on customer_sums (vineyard_id, bookings desc, email);
create index customers_by_guests on customer_sums (vineyard_id, guests desc, email);
create index customers_by_first_visit on customer_sums (vineyard_id, first_visit, email);
