-- The definition that offered_places_by must agree with, slot by slot: the places of active patterns after exceptions,
-- and what was sold under former patterns. A slot closed over its guests offered the places that they took.
create function offered_places(p_vineyard_id uuid, p_experience_id uuid, p_from date, p_to date)
returns table (experience_id uuid, slot_date date, capacity integer)
language sql stable
as $$
  with offered as (
    select e.id, e.is_active, make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts
    from experiences e
    where e.vineyard_id = p_vineyard_id and (p_experience_id is null or e.id = p_experience_id)
  ),
  planned as (
    select o.id as experience_id, o.lasts, p.id as pattern_id, p.capacity, d.day, p.start_time
    from offered o
      join availability_patterns p on p.experience_id = o.id and p.is_active
      cross join lateral (
        -- Counts days, not hours: a clock change must not shift one.
        select p_from + n as day from generate_series(0, p_to - p_from) as n
      ) as d
    where o.is_active and p.valid_days @> d.day and extract(isodow from d.day)::smallint = any (p.days_of_week)
      -- Starts that the clocks skip do not count. Clocks only skip the hour from 01:00, and the check is slow.
      and case
        when p.start_time >= '01:00' and p.start_time < '02:00' then london_instant(d.day, p.start_time) is not null
        else true
      end
  ),
  touched as materialized (
    -- Few days have exceptions, so only their slots are checked. A visit may end on the day after its first.
    select distinct greatest(p_from, x.starts_on - 1) + n as day
    from availability_exceptions x
      cross join lateral generate_series(0, least(p_to, x.ends_on) - greatest(p_from, x.starts_on - 1)) as n
    where x.vineyard_id = p_vineyard_id and x.starts_on - 1 <= p_to and x.ends_on >= p_from
  ),
  open as (
    select p.experience_id, p.pattern_id, p.day, p.capacity
    from planned p
    where not exists (select from touched t where t.day = p.day)
    union all
    select p.experience_id, p.pattern_id, p.day, coalesce(x.capacity, p.capacity)
    from touched t
      join planned p on p.day = t.day
      cross join lateral (select london_instant(p.day, p.start_time) as starts_at) as s
      cross join lateral exception_effect(p_vineyard_id, p.experience_id, p.pattern_id, s.starts_at, s.starts_at + p.lasts) as x
    where not x.closed
  ),
  sold as (
    select o.id as experience_id, i.pattern_id, i.slot_date as day, coalesce(nullif(i.capacity, 0), i.booked + i.overbooked) as capacity
    from offered o
      join availability_patterns p on p.experience_id = o.id
      join slot_inventory i on i.pattern_id = p.id and i.slot_date between p_from and p_to
    where i.booked + i.overbooked > 0
  ),
  legacy as (
    select o.id as experience_id, london_today(a.start_time) as day, a.available_slots + a.taken as capacity
    from offered o join availability a on a.experience_id = o.id
    where london_today(a.start_time) between p_from and p_to
      and (a.taken + a.overbooked > 0 or o.is_active and not exists (
        select from planned where planned.experience_id = o.id and planned.day = london_today(a.start_time)
      ))
  )
  select coalesce(s.experience_id, o.experience_id), coalesce(s.day, o.day), coalesce(s.capacity, o.capacity)
  from sold s full join open o using (pattern_id, day)
  union all
  select experience_id, day, capacity from legacy
$$;
