-- What a visitor wants to know before coming, and the weekly starts of an experience edited as one plan.

alter table experiences
  add column parking one_line,
  add column station one_line,
  add column food one_line,
  add column step_free text check (step_free in ('yes', 'partly', 'no')),
  add column dogs text check (dogs in ('welcome', 'on_lead', 'assistance_only')),
  add column children text check (children in ('welcome', 'with_adult', 'adults_only'));

-- The exception that decides over a visit: a closure before any other capacity, the nearest and newest before the rest.
create function deciding_exception(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_starts_at timestamptz, p_ends_at timestamptz
) returns uuid
language sql stable
as $$
  select e.id
  from availability_exceptions e
  where e.vineyard_id = p_vineyard_id
    and e.ends_on >= london_today(p_starts_at) and e.starts_on <= london_today(p_ends_at)
    and (e.experience_id is null or e.experience_id = p_experience_id)
    and (e.pattern_id is null or e.pattern_id = p_pattern_id)
    and exception_meets(e, p_starts_at, p_ends_at)
  order by e.capacity is not null, e.pattern_id is null, e.experience_id is null, e.created_at desc, e.id
  limit 1
$$;

-- Every start that the active patterns, or else the legacy rows, plan from one day to another, whether or not anybody could
-- book it: with what it holds, what is taken, and the exception that decides over it. starts_at is null where the clocks skip
-- the hour. host_left: how many more the host may take while it lasts; null without a host. At most 400 days a call.
create function planned_starts(p_experience_id uuid, p_from date, p_to date)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, starts_at timestamptz, ends_at timestamptz,
  planned integer, capacity integer, taken integer, closed boolean, exception_id uuid, host_left integer
)
language sql stable
as $$
  with offered as (
    select e.id, e.vineyard_id, e.host_id, h.capacity as host_capacity,
      make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts
    from experiences e left join hosts h on h.id = e.host_id
    where e.id = p_experience_id
  ),
  planned as (
    select p.id as pattern_id, p_from + n as day, p.start_time, p.capacity
    from availability_patterns p join generate_series(0, least(p_to - p_from, 400)) as n
      on p_from + n between p.valid_from and coalesce(p.valid_until, 'infinity')
      and extract(isodow from p_from + n)::smallint = any (p.days_of_week)
    where p.experience_id = p_experience_id and p.is_active
  ),
  starts as (
    select p.pattern_id, null::uuid as availability_id, p.day, p.start_time,
      london_instant(p.day, p.start_time) as starts_at, p.capacity, null::integer as at_most,
      coalesce(i.booked + i.overbooked, 0) as taken
    from planned p left join slot_inventory i on i.pattern_id = p.pattern_id and i.slot_date = p.day
    union all
    select null, a.id, london_today(a.start_time), (a.start_time at time zone 'Europe/London')::time,
      -- Where the clocks go back only the first of two such starts is one.
      london_instant(london_today(a.start_time), (a.start_time at time zone 'Europe/London')::time),
      a.available_slots + a.taken, a.available_slots + a.taken, a.taken + a.overbooked
    from availability a
    where a.experience_id = p_experience_id
      and london_today(a.start_time) between p_from and least(p_to, p_from + 400)
      and not exists (select from planned p where p.day = london_today(a.start_time))
  )
  select
    s.pattern_id, s.availability_id, s.day, s.start_time, s.starts_at, s.starts_at + o.lasts, s.capacity,
    case
      when s.starts_at is null or x.closed then 0
      else least(coalesce(x.capacity, s.capacity), s.at_most)
    end,
    s.taken, x.closed,
    deciding_exception(o.vineyard_id, o.id, s.pattern_id, s.starts_at, s.starts_at + o.lasts),
    o.host_capacity - crowd.people
  from offered o
    cross join starts s
    cross join lateral exception_on(o.vineyard_id, o.id, s.pattern_id, s.starts_at, s.starts_at + o.lasts) as x
    left join lateral host_crowd(o.host_id, s.starts_at, s.starts_at + o.lasts, null) as crowd on o.host_id is not null
  order by s.day, s.start_time, s.pattern_id, s.availability_id
$$;

-- What all active patterns of an experience say together, in short.
create function plan_version(p_experience_id uuid) returns text
language sql stable
as $$
  select left(md5(coalesce(string_agg(version_of(to_jsonb(p)), ',' order by p.id), '')), 16)
  from availability_patterns p where p.experience_id = p_experience_id and p.is_active
$$;

-- Writes the whole plan of an experience: p_patterns are all its weekly starts, those that stand already with their id.
-- What is not among them goes: deleted where nobody ever booked it, otherwise made inactive. All of it, or nothing.
-- What is booked stays as it is: bookings and guests say how many stand outside of the plan, over how many are sold beyond it.
-- problem: 'absent', 'stale' (another version than p_seen, or a start that is no longer there), 'same_start' (place says
-- which of p_patterns, from 0).
create function save_plan(
  p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_seen text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, place integer, bookings integer, guests integer, over integer, version text)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns[];
  was availability_patterns;
  wanted availability_patterns;
  owner uuid;
  entry jsonb;
  at integer := 0;
  touched uuid[];
begin
  if p_experience_id is null or not lock_availability(p_vineyard_id, p_experience_id, null) then
    return query select 'absent', null::int, null::int, null::int, null::int, null::text;
    return;
  end if;
  select e.vineyard_id into owner from experiences e where e.id = p_experience_id;
  before := array(select p from availability_patterns p where p.experience_id = p_experience_id and p.is_active);
  if plan_version(p_experience_id) <> p_seen
    or exists (
      select from jsonb_array_elements(p_patterns) as w
      where w ->> 'id' is not null and not exists (select from unnest(before) p where p.id = (w ->> 'id')::uuid)
    ) then
    return query select 'stale', null::int, null::int, null::int, null::int, null::text;
    return;
  end if;

  begin
    -- Out of each other's way first: two starts may change places.
    update availability_patterns p set is_active = false where p.id in (select b.id from unnest(before) b);
    for entry in select w from jsonb_array_elements(p_patterns) with ordinality as e (w, n) order by n loop
      was := null;
      select b.* into was from unnest(before) b where b.id = (entry ->> 'id')::uuid;
      wanted := jsonb_populate_record(null::availability_patterns, entry);
      if was.id is null then
        insert into availability_patterns as p (
          experience_id, days_of_week, start_time, capacity, valid_from, valid_until, created_at
        )
        values (
          p_experience_id, wanted.days_of_week, wanted.start_time, wanted.capacity, wanted.valid_from,
          wanted.valid_until, p_now
        )
        returning p.* into wanted;
      else
        update availability_patterns p set
          is_active = true, days_of_week = wanted.days_of_week, start_time = wanted.start_time,
          capacity = wanted.capacity, valid_from = wanted.valid_from, valid_until = wanted.valid_until
        where p.id = was.id
        returning p.* into wanted;
      end if;
      touched := touched || wanted.id;
      if was.id is null or version_of(to_jsonb(was)) <> version_of(to_jsonb(wanted)) then
        perform note_audit(
          p_actor, p_actor_id, 'availability_pattern', wanted.id, owner,
          case when was.id is not null then to_jsonb(was) end, to_jsonb(wanted), p_now
        );
      end if;
      at := at + 1;
    end loop;
  exception when exclusion_violation then
    return query select 'same_start', at, null::int, null::int, null::int, null::text;
    return;
  end;

  foreach was in array before loop
    continue when was.id = any (touched);
    if exists (select from bookings b where b.pattern_id = was.id) then
      perform note_audit(
        p_actor, p_actor_id, 'availability_pattern', was.id, owner, jsonb_build_object('is_active', true),
        jsonb_build_object('is_active', false), p_now
      );
    else
      perform note_audit(p_actor, p_actor_id, 'availability_pattern', was.id, owner, to_jsonb(was), null, p_now);
      delete from slot_inventory i where i.pattern_id = was.id;
      delete from availability_exceptions x where x.pattern_id = was.id;
      delete from availability_patterns p where p.id = was.id;
    end if;
  end loop;

  perform rewrite_capacities(null, p_experience_id, null, p_now);
  return query
  select null::text, null::int, coalesce(sum(l.bookings), 0)::int, coalesce(sum(l.guests), 0)::int, (
    select coalesce(sum(i.booked + i.overbooked - i.capacity), 0)::int
    from slot_inventory i join availability_patterns p on p.id = i.pattern_id
    where p.experience_id = p_experience_id and i.slot_date >= london_today(p_now) and i.booked + i.overbooked > i.capacity
  ), plan_version(p_experience_id)
  from unnest(before) b cross join lateral bookings_left_behind(b.id, p_now) l;
end $$;

-- What a plan would give, before it is saved: save_plan is really done, its starts are read, and all of it is undone again
-- before this function answers. So what is shown is what will be, by construction.
create function preview_plan(p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_from date, p_to date, p_now timestamptz)
returns table (problem text, place integer, bookings integer, guests integer, over integer, starts jsonb)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  saved record;
  found jsonb;
begin
  begin
    select s.* into saved from save_plan(p_vineyard_id, p_experience_id, p_patterns, null, 'system', null, p_now) s;
    if saved.problem is null then
      select jsonb_agg(to_jsonb(s) order by s.slot_date, s.start_time) into found
      from (
        select slot_date, start_time, planned, capacity, taken, closed, exception_id, starts_at is null as skipped
        from planned_starts(p_experience_id, p_from, p_to)
      ) as s;
    end if;
    raise exception 'Undone' using errcode = 'CV001';
  exception when sqlstate 'CV001' then
    null;
  end;
  return query
  select saved.problem, saved.place, saved.bookings, saved.guests, saved.over, coalesce(found, '[]');
end $$;
