-- Returns the places that a vineyard offered, for reports. By 'day', 'week' or 'month', the key is the first day; by
-- 'experience', it is the id. On past days, the stored slots show what was offered then. A slot that was closed after guests
-- had booked counts with the places that they took. Days that are not stored yet follow the plan. See test/offered-places.sql.
create function offered_places_by(
  p_vineyard_id uuid, p_experience_id uuid, p_from date, p_to date, p_by text
)
returns table (key text, places bigint)
language sql stable
as $$
  with offered as materialized (
    select e.id, e.is_active, coalesce(k.written_until, '-infinity') as written_until
    from experiences e left join slot_spans k on k.experience_id = e.id
    where e.vineyard_id = p_vineyard_id and (p_experience_id is null or e.id = p_experience_id)
  ),
  starts as (
    select o.id as experience_id, s.slot_date as day,
      case when s.retired_at is not null or s.capacity = 0 then s.booked + s.overbooked else s.capacity end as places
    from offered o join slots s on s.experience_id = o.id and s.slot_date between p_from and p_to
    where s.booked + s.overbooked > 0 or o.is_active and is_open(s)
    union all
    select o.id, p.slot_date, p.capacity
    from offered o
      cross join lateral planned_slots(o.id, greatest(p_from, o.written_until + 1), p_to) as p
    where o.is_active and p_to > o.written_until and p.pattern_id is not null and p.starts_at is not null and not p.is_closed
      and not exists (select from slots s where s.experience_id = o.id and s.slot_date = p.slot_date)
  )
  select
    case when p_by = 'experience' then experience_id::text else to_char(date_trunc(p_by, day::timestamp), 'YYYY-MM-DD') end,
    sum(places)
  from starts
  group by 1
$$;
