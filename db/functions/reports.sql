-- The places that a vineyard offered, for reports: by 'day', 'week' or 'month' (key: the first day) or by 'experience'
-- (key: its id). Rows with the same key add up. Calculates by week, and slot by slot only where exceptions or edits
-- differ from the weekly plan. test/offered-places.sql defines the result, and a test compares the two.
create function offered_places_by(
  p_vineyard_id uuid, p_experience_id uuid, p_from date, p_to date, p_by text
)
returns table (key text, places bigint)
language sql stable
as $$
  with offered as materialized (
    select e.id, e.is_active, make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts
    from experiences e
    where e.vineyard_id = p_vineyard_id and (p_experience_id is null or e.id = p_experience_id)
  ),
  patterns as materialized (
    select p, p.id, p.experience_id, o.lasts, p.capacity, p.start_time, p.days_of_week,
      o.is_active and p.is_active as is_offered, p.valid_days * days_between(p_from, p_to) as days,
      c.first_day as changed_from, c.last_day as changed_to
    from offered o
      join availability_patterns p on p.experience_id = o.id
      left join changed_plans c on c.pattern_id = p.id and p.is_active
  ),
  exceptions as materialized (
    -- A visit may end on the next day.
    select x, x.id, x.experience_id, x.pattern_id, x.capacity, x.created_at, x.from_time is null as is_of_whole_days, n as day
    from availability_exceptions x
      cross join lateral (
        select greatest(p_from, x.starts_on - 1) + n as n
        from generate_series(0, least(p_to, x.ends_on) - greatest(p_from, x.starts_on - 1)) as n
      ) as days
    where x.vineyard_id = p_vineyard_id and x.starts_on - 1 <= p_to and x.ends_on >= p_from
  ),
  exceptional_days as materialized (
    select day from exceptions
    union
    select greatest(p_from, c.first_day) + n
    from changed_days c
      cross join lateral generate_series(0, least(p_to, c.last_day) - greatest(p_from, c.first_day)) as n
    where c.vineyard_id = p_vineyard_id and c.first_day <= p_to and c.last_day >= p_from
  ),
  -- The planned starts of exceptional days: their places are subtracted, and those of exceptional_slots added.
  replaced as (
    select p.id, p.experience_id, p.lasts, p.start_time, p.capacity, a.day
    from patterns p join exceptional_days a on starts_on_day(p.p, a.day)
    where p.is_offered
  ),
  weekly as materialized (
    select case when p_by = 'experience' then p.experience_id end as experience_id,
      lower(season) as first_day, upper(season) - 1 as last_day, weekday, sum(p.capacity) as capacity
    from patterns p cross join lateral unnest(p.days) as season cross join lateral unnest(p.days_of_week) as weekday
    where p.is_offered and not (p.start_time >= '01:00' and p.start_time < '02:00')
    group by 1, 2, 3, 4
  ),
  periods as (
    select p_from as first_day, p_to as last_day, null::text as key where p_by = 'experience'
    union all
    select greatest(p_from, period::date), least(p_to, (period + ('1 ' || span.by)::interval)::date - 1), to_char(period, 'YYYY-MM-DD')
    from (select nullif(p_by, 'experience') as by) as span
      cross join lateral generate_series(date_trunc(span.by, p_from::timestamp), p_to::timestamp, ('1 ' || span.by)::interval) as period
  ),
  weekly_places as (
    select coalesce(l.key, w.experience_id::text) as key, sum(w.capacity * times.n) as places
    from periods l
      join weekly w on w.first_day <= l.last_day and w.last_day >= l.first_day
      cross join lateral (select greatest(l.first_day, w.first_day) as first_day, least(l.last_day, w.last_day) as last_day) as s
      -- How often the weekday occurs.
      cross join lateral (
        select (s.last_day - s.first_day - (w.weekday - extract(isodow from s.first_day)::int + 7) % 7 + 7) / 7 as n
      ) as times
    group by 1
  ),
  skippable as (
    select p.experience_id, p_from + n as day, p.capacity as places
    from patterns p cross join lateral generate_series(0, p_to - p_from) as n
    where p.is_offered and p.start_time >= '01:00' and p.start_time < '02:00' and starts_on_day(p.p, p_from + n)
  ),
  excepted as (
    select o.id, o.experience_id, o.day, o.capacity,
      coalesce(bool_or(x.capacity is null) filter (where x.id is not null), false) as closed,
      (array_agg(x.capacity order by x.pattern_id is null, x.experience_id is null, x.created_at desc, x.id)
        filter (where x.id is not null))[1] as other_capacity
    from (select o.*, london_instant(o.day, o.start_time) as starts_at from replaced o) as o
      left join exceptions x on x.day = o.day
        and (x.experience_id is null or x.experience_id = o.experience_id)
        and (x.pattern_id is null or x.pattern_id = o.id)
        and exception_applies(x.x, o.starts_at, o.starts_at + o.lasts)
    group by o.id, o.experience_id, o.day, o.capacity
  ),
  sold_exceptional as (
    select p.id, p.experience_id, i.slot_date as day, coalesce(nullif(i.capacity, 0), i.booked + i.overbooked) as capacity
    from patterns p join slot_inventory i on i.pattern_id = p.id and i.slot_date between p_from and p_to
      join exceptional_days a on a.day = i.slot_date
    where i.booked + i.overbooked > 0
  ),
  exceptional_slots as (
    select coalesce(s.experience_id, e.experience_id) as experience_id, coalesce(s.day, e.day) as day,
      coalesce(s.capacity, e.other_capacity, e.capacity) as places
    from sold_exceptional s full join (select * from excepted where not closed) as e using (id, day)
  ),
  sold_under_other_plans as (
    select p.experience_id, i.slot_date as day,
      coalesce(nullif(i.capacity, 0), i.booked + i.overbooked)
        - case when p.is_offered and starts_on_day(p.p, i.slot_date) then p.capacity else 0 end as places
    from patterns p
      join slot_inventory i on i.pattern_id = p.id
        and i.slot_date between case when p.is_offered then greatest(p_from, p.changed_from) else p_from end
          and case when p.is_offered then least(p_to, p.changed_to) else p_to end
    where (not p.is_offered or p.changed_from is not null) and i.booked + i.overbooked > 0
      and i.slot_date not in (select day from exceptional_days)
  ),
  legacy as (
    select o.id as experience_id, london_today(a.start_time) as day, a.available_slots + a.taken as places
    from offered o join availability a on a.experience_id = o.id
    where london_today(a.start_time) between p_from and p_to
      and (a.taken + a.overbooked > 0 or o.is_active and not exists (
        select from patterns p where p.experience_id = o.id and p.is_offered and starts_on_day(p.p, london_today(a.start_time))
      ))
  )
  select key, places::bigint from weekly_places
  union all
  select case when p_by = 'experience' then s.experience_id::text else to_char(date_trunc(p_by, s.day::timestamp), 'YYYY-MM-DD') end,
    sum(s.places)
  from (
    select experience_id, day, places from skippable
    union all
    select experience_id, day, -capacity from replaced
    union all
    select experience_id, day, places from exceptional_slots
    union all
    select experience_id, day, places from sold_under_other_plans
    union all
    select experience_id, day, places from legacy
  ) as s
  group by 1
$$;

create or replace function note_changed_plan() returns trigger
language plpgsql as $$
begin
  insert into changed_plans as c (pattern_id, first_day, last_day)
  select new.id, min(i.slot_date), max(i.slot_date)
  from slot_inventory i
  where i.pattern_id = new.id and (i.capacity <> new.capacity or not starts_on_day(new, i.slot_date))
  having count(*) > 0
  on conflict (pattern_id) do update set
    first_day = least(c.first_day, excluded.first_day), last_day = greatest(c.last_day, excluded.last_day);
  return null;
end $$;

create or replace function note_changed_days() returns trigger
language plpgsql as $$
begin
  -- If the whole vineyard is being deleted, there is nothing to record.
  insert into changed_days (vineyard_id, first_day, last_day)
  select v.id, old.starts_on - 1, old.ends_on from vineyards v where v.id = old.vineyard_id
  on conflict do nothing;
  return null;
end $$;

-- Counts a booking that was refused, or a search without a result, for the demand report.
create function count_refusal(p_day date, p_experience_id uuid, p_region text, p_party integer, p_reason text) returns void
language sql volatile
as $$
  insert into demand_refusals as d (day, experience_id, region, party, reason)
  select p_day, p_experience_id, p_region, least(greatest(p_party, 1), 10000), p_reason
  -- A request for an experience that does not exist is not counted.
  where p_experience_id is null or exists (select from experiences where id = p_experience_id)
  on conflict on constraint counted_once do update set count = d.count + 1
$$;
