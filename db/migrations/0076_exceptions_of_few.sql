-- As before, but the exceptions of the vineyards that are asked about are looked for by their index: a page of cards went
-- over those of the whole market to know which of its two dozen vineyards have any.
create or replace function slots_of_many(p_experience_ids uuid[], p_from date, p_to date, p_now timestamptz)
returns table (experience_id uuid, slot_date date, starts_at timestamptz, remaining integer)
language sql stable
as $$
  with offered as materialized (
    select
      e.id, e.vineyard_id, e.host_id, h.capacity as host_capacity,
      make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts,
      p_now + make_interval(mins => e.booking_cutoff_minutes) as after,
      greatest(p_from, london_today(p_now)) as first_day,
      least(p_to, p_from + 400, london_today(p_now) + e.booking_horizon_days) as last_day,
      -- A visit ends at most two days after the one it starts on, so no other exception can meet it.
      exists (
        select from availability_exceptions x
        where x.vineyard_id = e.vineyard_id and x.ends_on >= p_from and x.starts_on <= p_to + 2
      ) as may_be_excepted
    from experiences e
      join vineyards v on v.id = e.vineyard_id and v.is_visible
      left join hosts h on h.id = e.host_id
    where e.id = any (p_experience_ids) and e.is_active
  ),
  planned as materialized (
    select o.id, p.id as pattern_id, span.first_day + n as day, p.start_time, p.capacity
    from offered o
      join availability_patterns p on p.experience_id = o.id and p.is_active
      cross join lateral (
        select greatest(o.first_day, p.valid_from) as first_day, least(o.last_day, p.valid_until) as last_day
      ) as span
      cross join lateral generate_series(0, span.last_day - span.first_day) as n
    where extract(isodow from span.first_day + n)::smallint = any (p.days_of_week)
  ),
  legacy as materialized (
    select o.id, a.id as availability_id, london_today(a.start_time) as day,
      (a.start_time at time zone 'Europe/London')::time as start_time,
      a.available_slots + a.taken as capacity, a.taken + a.overbooked as taken
    from offered o join availability a on a.experience_id = o.id
    where london_today(a.start_time) between o.first_day and o.last_day
      and not exists (select from planned p where p.id = o.id and p.day = london_today(a.start_time))
  ),
  -- Reckoning an instant in London is the dearest part, and many start at the same time: each is reckoned once.
  instants as materialized (
    select day, start_time, london_instant(day, start_time) as starts_at
    from (select day, start_time from planned union select day, start_time from legacy) as wanted
  ),
  starts as (
    -- Each counter is looked up by its key: joined, the planner would rather read all counters there are.
    select p.id, p.pattern_id, p.day, p.start_time, p.capacity, null::integer as at_most,
      coalesce((
        select i.booked + i.overbooked from slot_inventory i
        where i.pattern_id = p.pattern_id and i.slot_date = p.day
      ), 0) as taken
    from planned p
    union all
    select l.id, null, l.day, l.start_time, l.capacity, l.capacity, l.taken
    from legacy l
  ),
  reachable as materialized (
    select o.id, o.vineyard_id, o.host_id, o.host_capacity, o.may_be_excepted, i.starts_at,
      i.starts_at + o.lasts as ends_at, s.pattern_id, s.day, s.capacity, s.at_most, s.taken
    from starts s
      join offered o on o.id = s.id
      join instants i on i.day = s.day and i.start_time = s.start_time
    where i.starts_at > o.after
  ),
  open as (
    select r.*, null::integer as other_capacity from reachable r where not r.may_be_excepted
    union all
    select r.*, x.capacity
    from reachable r
      cross join lateral exception_on(r.vineyard_id, r.id, r.pattern_id, r.starts_at, r.ends_at) as x
    where r.may_be_excepted and not x.closed
  )
  select
    s.id, s.day, s.starts_at,
    greatest(0, least(
      coalesce(s.other_capacity, s.capacity) - s.taken,
      -- The row of a legacy slot itself says what is left: an exception can lower that, never raise it.
      s.at_most - s.taken,
      case when s.host_id is not null then
        s.host_capacity - (select crowd.people from host_crowd(s.host_id, s.starts_at, s.ends_at, null) as crowd)
      end
    ))
  from open s
$$;
