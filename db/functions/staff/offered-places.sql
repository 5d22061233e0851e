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

-- Returns whether the slot of an experience at this day and time is open, but can no longer be booked online.
create function is_too_late(p_experience_id uuid, p_day date, p_start_time time, p_now timestamptz) returns boolean
language sql stable
return exists (
  select from slots s join experiences e on e.id = s.experience_id
  where e.id = p_experience_id and e.is_active and s.slot_date = p_day and s.start_time = p_start_time and is_open(s)
    and s.starts_at <= p_now + make_interval(mins => e.booking_cutoff_minutes)
);

-- Counts a booking that was refused, or a search without a result, for the demand report. p_reason is a demand_reason.
create function count_refusal(p_day date, p_experience_id uuid, p_region text, p_party integer, p_reason text) returns void
language sql volatile
as $$
  insert into demand_refusals as d (day, experience_id, region, party, reason)
  select p_day, p_experience_id, p_region, least(greatest(p_party, 1), 10000), p_reason::demand_reason
  -- A request for an experience that does not exist is not counted.
  where p_experience_id is null or exists (select from experiences where id = p_experience_id)
  on conflict on constraint counted_once do update set count = d.count + 1
$$;
