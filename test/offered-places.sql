-- Tests compare the function offered_places_by with offered_places below, which computes each slot from the plan and
-- the exceptions instead of reading slots. A past day keeps the starts that a test recorded with pass_days.
create table passed_starts (experience_id uuid, key uuid, slot_date date, capacity integer, is_superseded boolean);

-- Returns the starts of active patterns after exceptions, and the legacy slots. Closed slots have capacity 0.
create function plain_starts(p_vineyard_id uuid, p_from date, p_to date) returns setof passed_starts
language sql stable
as $$
  with planned as (
    select e.id as experience_id, p.id as pattern_id, p.id as key, p_from + n as day, p.start_time, p.capacity,
      make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts
    from experiences e
      join availability_patterns p on p.experience_id = e.id and p.is_active
      -- Counts days instead of hours, so that a clock change shifts no day.
      cross join lateral generate_series(0, p_to - p_from) as n
    where e.vineyard_id = p_vineyard_id and p.valid_days @> p_from + n
      and extract(isodow from p_from + n)::smallint = any (p.days_of_week)
  ),
  starts as (
    select *, london_instant(day, start_time) as starts_at from planned
    union all
    select e.id, null, a.id, london_today(a.start_time), null, a.available_slots + a.taken,
      make_interval(mins => coalesce(e.duration_minutes, 60)), a.start_time
    from experiences e join availability a on a.experience_id = e.id
    where e.vineyard_id = p_vineyard_id and london_today(a.start_time) between p_from and p_to
  )
  select s.experience_id, s.key, s.day,
    case
      when x.closed then 0
      when s.pattern_id is null then least(x.capacity, s.capacity)
      else coalesce(x.capacity, s.capacity)
    end,
    s.pattern_id is null and exists (select from planned p where p.experience_id = s.experience_id and p.day = s.day)
  from starts s
    cross join lateral (
      select
        coalesce(bool_or(x.capacity is null), false) as closed,
        (array_agg(x.capacity order by x.pattern_id is null, x.experience_id is null, x.created_at desc, x.id))[1] as capacity
      from availability_exceptions x
      where x.vineyard_id = p_vineyard_id
        and (x.experience_id is null or x.experience_id = s.experience_id)
        and (x.pattern_id is null or x.pattern_id = s.pattern_id)
        and exception_applies(x, s.starts_at, s.starts_at + s.lasts)
    ) as x
  where s.starts_at is not null
$$;

create function pass_days(p_vineyard_id uuid, p_from date, p_to date) returns void
language sql volatile
begin atomic
  insert into passed_starts select * from plain_starts(p_vineyard_id, p_from, p_to);
end;

-- Returns the places offered. Places that were sold before a pattern changed or ended count, too. If a slot was closed after
-- guests had booked, the places of these guests count as offered.
create function offered_places(p_vineyard_id uuid, p_experience_id uuid, p_from date, p_to date, p_today date)
returns table (experience_id uuid, slot_date date, capacity integer)
language sql stable
as $$
  with starts as (
    select p.* from passed_starts p join experiences e on e.id = p.experience_id
    where e.vineyard_id = p_vineyard_id and p.slot_date between p_from and least(p_to, p_today - 1)
    union all
    select * from plain_starts(p_vineyard_id, greatest(p_from, p_today), p_to)
  ),
  sold as (
    select b.experience_id, coalesce(b.pattern_id, b.availability_id) as key, b.booking_date as slot_date,
      sum(b.number_of_guests)::int as guests
    from bookings b
    where b.vineyard_id = p_vineyard_id and b.status <> 'cancelled' and b.booking_date between p_from and p_to
    group by 1, 2, 3
  )
  select e.id, day.slot_date, case when sold.guests > 0 and coalesce(s.capacity, 0) = 0 then sold.guests else s.capacity end
  from starts s
    full join sold using (experience_id, key, slot_date)
    cross join lateral (select experience_id as id, slot_date) as day
    join experiences e on e.id = day.id
  where (p_experience_id is null or e.id = p_experience_id)
    and (sold.guests > 0 or e.is_active and not s.is_superseded)
$$;
