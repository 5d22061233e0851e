-- Locks the slots of a vineyard, an experience or a pattern against bookings; false if the vineyard has no such
-- thing. It writes the rows rather than only locking them, so that a transaction on an older snapshot fails and
-- starts again instead of booking by what it still sees.
create function lock_availability(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid) returns boolean
language plpgsql volatile
as $$
declare
  vineyard uuid := coalesce(
    (select e.vineyard_id from experiences e where e.id = p_experience_id),
    (select e.vineyard_id from availability_patterns p join experiences e on e.id = p.experience_id where p.id = p_pattern_id),
    p_vineyard_id
  );
begin
  update vineyards v set is_visible = v.is_visible
  where v.id = vineyard and (p_vineyard_id is null or v.id = p_vineyard_id);
  if not found then
    return false;
  end if;

  perform from availability_patterns p join experiences e on e.id = p.experience_id
  where e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id)
    and (p_pattern_id is null or p.id = p_pattern_id)
  order by p.id
  for update of p;
  if not found and p_pattern_id is not null then
    return false;
  end if;
  update availability_patterns p set is_active = p.is_active
  from experiences e
  where e.id = p.experience_id and e.vineyard_id = vineyard
    and (p_experience_id is null or e.id = p_experience_id) and (p_pattern_id is null or p.id = p_pattern_id);

  if p_pattern_id is null then
    perform from availability a join experiences e on e.id = a.experience_id
    where e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id)
    order by a.id
    for update of a;
    update availability a set taken = a.taken
    from experiences e
    where e.id = a.experience_id and e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id);
  end if;
  return p_experience_id is null or exists (
    select from experiences e where e.id = p_experience_id and e.vineyard_id = vineyard
  );
end $$;

-- Writes the capacities of the counters from today on. Places sold beyond a new capacity stay sold.
create function rewrite_capacities(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_now timestamptz) returns void
language sql volatile
as $$
  update slot_inventory i set
    capacity = planned.capacity, kept = case when i.booked > planned.capacity then i.booked else 0 end
  from (
    select j.pattern_id, j.slot_date, planned_capacity(p, j.slot_date) as capacity
    from slot_inventory j
      join availability_patterns p on p.id = j.pattern_id
      join experiences e on e.id = p.experience_id
    where j.slot_date >= london_today(p_now)
      and (p_vineyard_id is null or e.vineyard_id = p_vineyard_id)
      and (p_experience_id is null or e.id = p_experience_id)
      and (p_pattern_id is null or p.id = p_pattern_id)
  ) as planned
  where (i.pattern_id, i.slot_date) = (planned.pattern_id, planned.slot_date) and planned.capacity <> i.capacity
$$;

-- Bookings to come whose slot is no longer planned as booked, because of closures or edits of the pattern.
create function bookings_left_behind(p_pattern_id uuid, p_now timestamptz) returns table (bookings integer, guests integer)
language sql stable
as $$
  select count(*)::int, coalesce(sum(b.number_of_guests), 0)::int
  from bookings b join availability_patterns p on p.id = b.pattern_id
  where b.pattern_id = p_pattern_id and b.status in ('pending', 'confirmed') and b.starts_at > p_now
    and (b.start_time <> p.start_time or planned_capacity(p, b.booking_date) = 0)
$$;

-- Adds a weekly start. p_pattern: days_of_week, start_time, capacity, valid_from, valid_until, is_active. problem:
-- null, 'absent', or 'same_start' (another active pattern starts then on one of these days).
create function create_pattern(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, pattern_id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  made availability_patterns;
begin
  if p_experience_id is null or not lock_availability(p_vineyard_id, p_experience_id, null) then
    return query select 'absent', null::uuid;
    return;
  end if;
  made := jsonb_populate_record(null::availability_patterns, p_pattern);
  begin
    insert into availability_patterns as p (
      experience_id, days_of_week, start_time, capacity, valid_from, valid_until, is_active, created_at
    )
    values (
      p_experience_id, made.days_of_week, made.start_time, made.capacity, made.valid_from, made.valid_until,
      coalesce(made.is_active, true), p_now
    )
    returning p.* into made;
  exception when exclusion_violation then
    return query select 'same_start', null::uuid;
    return;
  end;
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', made.id, (select e.vineyard_id from experiences e where e.id = made.experience_id),
    null, to_jsonb(made), p_now
  );
  return query select null::text, made.id;
end $$;

-- Changes a pattern. Bookings stay as they are: bookings and guests count those outside the new plan, over the places
-- sold beyond it. problem: null, 'absent' or 'same_start'.
create function update_pattern(
  p_vineyard_id uuid, p_pattern_id uuid, p_changes jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, bookings integer, guests integer, over integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns;
  after availability_patterns;
begin
  if p_pattern_id is null or not lock_availability(p_vineyard_id, null, p_pattern_id) then
    return query select 'absent', null::int, null::int, null::int;
    return;
  end if;
  select p.* into before from availability_patterns p where p.id = p_pattern_id;
  after := jsonb_populate_record(before, p_changes);
  begin
    update availability_patterns p set
      (days_of_week, start_time, capacity, valid_from, valid_until, is_active)
      = (select after.days_of_week, after.start_time, after.capacity, after.valid_from, after.valid_until, after.is_active)
    where p.id = p_pattern_id
    returning p.* into after;
  exception when exclusion_violation then
    return query select 'same_start', null::int, null::int, null::int;
    return;
  end;
  perform rewrite_capacities(null, null, p_pattern_id, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', p_pattern_id,
    (select e.vineyard_id from experiences e where e.id = after.experience_id), to_jsonb(before), to_jsonb(after), p_now
  );
  return query
  select null::text, l.bookings, l.guests, (
    select coalesce(sum(i.booked + i.overbooked - i.capacity), 0)::int from slot_inventory i
    where i.pattern_id = p_pattern_id and i.slot_date >= london_today(p_now) and i.booked + i.overbooked > i.capacity
  )
  from bookings_left_behind(p_pattern_id, p_now) l;
end $$;

-- update_pattern with a check of the version that the author saw; p_seen null means any. problem besides: 'stale', or
-- 'refused' (the season would end before it begins).
create function change_pattern(
  p_vineyard_id uuid, p_pattern_id uuid, p_changes jsonb, p_seen text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, bookings integer, guests integer, over integer, version text)
language plpgsql volatile
as $$
begin
  if not lock_availability(p_vineyard_id, null, p_pattern_id) then
    return query select 'absent', null::int, null::int, null::int, null::text;
    return;
  end if;
  if (select version_of(to_jsonb(p)) from availability_patterns p where p.id = p_pattern_id) <> p_seen then
    return query select 'stale', null::int, null::int, null::int, null::text;
    return;
  end if;
  return query
  select u.problem, u.bookings, u.guests, u.over, (
    select version_of(to_jsonb(p)) from availability_patterns p where p.id = p_pattern_id
  )
  from update_pattern(p_vineyard_id, p_pattern_id, p_changes, p_actor, p_actor_id, p_now) u;
exception when check_violation then
  return query select 'season', null::int, null::int, null::int, null::text;
end $$;

-- Deletes a pattern that was never booked and deactivates any other. problem: null or 'absent'.
create function remove_pattern(p_vineyard_id uuid, p_pattern_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem text, deleted boolean, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns;
begin
  if p_pattern_id is null or not lock_availability(p_vineyard_id, null, p_pattern_id) then
    return query select 'absent', null::boolean, null::int, null::int;
    return;
  end if;
  if exists (select from bookings b where b.pattern_id = p_pattern_id) then
    return query
    select u.problem, false, u.bookings, u.guests
    from update_pattern(p_vineyard_id, p_pattern_id, '{"is_active": false}', p_actor, p_actor_id, p_now) u;
    return;
  end if;
  select p.* into before from availability_patterns p where p.id = p_pattern_id;
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', p_pattern_id,
    (select e.vineyard_id from experiences e where e.id = before.experience_id), to_jsonb(before), null, p_now
  );
  delete from slot_inventory i where i.pattern_id = p_pattern_id;
  delete from availability_exceptions x where x.pattern_id = p_pattern_id;
  delete from availability_patterns p where p.id = p_pattern_id;
  return query select null::text, true, 0, 0;
end $$;

-- A fingerprint of all active patterns of an experience.
create function plan_version(p_experience_id uuid) returns text
language sql stable
as $$
  select left(md5(coalesce(string_agg(version_of(to_jsonb(p)), ',' order by p.id), '')), 16)
  from availability_patterns p where p.experience_id = p_experience_id and p.is_active
$$;

-- Writes all weekly starts of an experience, or nothing; existing ones come with their id. Missing ones are deleted,
-- or deactivated once booked. Bookings stay: bookings, guests and over count those outside the plan. problem: null,
-- 'absent', 'stale' (not version p_seen) or 'same_start' (place: which of p_patterns, from 0).
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
    -- Deactivates all first, because two starts may swap times.
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

-- What a plan would give: runs save_plan, reads the starts and rolls back, so the preview is exact.
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

-- Bookings to come that an exception applies to.
create function bookings_under(e availability_exceptions, p_now timestamptz) returns setof bookings
language sql stable
as $$
  select b.* from bookings b
  where b.vineyard_id = e.vineyard_id
    and (e.experience_id is null or b.experience_id = e.experience_id)
    and (e.pattern_id is null or b.pattern_id = e.pattern_id)
    and b.status in ('pending', 'confirmed')
    -- A visit that begins the evening before may reach into the first day's hours.
    and b.booking_date between e.starts_on - 1 and e.ends_on
    and case
      when b.starts_at is not null then b.starts_at > p_now and exception_meets(e, b.starts_at, b.ends_at)
      else e.from_time is null and b.booking_date between greatest(e.starts_on, london_today(p_now)) and e.ends_on
    end
$$;

-- Closes days or hours (capacity null) or changes their capacity. A closure over bookings is refused until p_bookings
-- says 'keep' or 'cancel'; bookings and guests count them. problem: null, 'absent' or 'booked'.
create function add_exception(p_exception jsonb, p_bookings text, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem text, exception_id uuid, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
  b bookings;
  parties integer := 0;
  people integer := 0;
begin
  e := jsonb_populate_record(null::availability_exceptions, p_exception);
  e.id := gen_random_uuid();
  e.source := coalesce(e.source, 'staff');
  e.created_at := p_now;
  if e.vineyard_id is null or not lock_availability(e.vineyard_id, e.experience_id, e.pattern_id)
    or e.pattern_id is not null and not exists (
      select from availability_patterns p where p.id = e.pattern_id and p.experience_id = e.experience_id
    ) then
    return query select 'absent', null::uuid, null::int, null::int;
    return;
  end if;

  if e.capacity is null then
    select count(*), coalesce(sum(u.number_of_guests), 0) into parties, people from bookings_under(e, p_now) u;
    if parties > 0 and p_bookings is null then
      return query select 'booked', null::uuid, parties, people;
      return;
    end if;
  end if;

  insert into availability_exceptions select e.*;
  if e.capacity is null and p_bookings = 'cancel' then
    parties := 0;
    people := 0;
    for b in select x.* from bookings x where x.id in (select u.id from bookings_under(e, p_now) u) order by x.id for update loop
      continue when b.status not in ('pending', 'confirmed');
      perform cancel_places(b, p_actor, p_actor_id, p_now);
      parties := parties + 1;
      people := people + b.number_of_guests;
    end loop;
  end if;
  perform rewrite_capacities(e.vineyard_id, e.experience_id, e.pattern_id, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, null, to_jsonb(e), p_now
  );
  return query select null::text, e.id, parties, people;
end $$;

-- Removes an exception. One that came from an external calendar can be removed only there.
create function remove_exception(
  p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
begin
  select x.* into e from availability_exceptions x
  where x.id = p_exception_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent';
    return;
  end if;
  if e.source = 'feed' then
    return query select 'of_calendar';
    return;
  end if;
  perform lock_availability(e.vineyard_id, e.experience_id, e.pattern_id);
  delete from availability_exceptions x where x.id = p_exception_id;
  if not found then
    return query select 'absent';
    return;
  end if;
  perform rewrite_capacities(e.vineyard_id, e.experience_id, e.pattern_id, p_now);
  perform note_audit(p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, to_jsonb(e), null, p_now);
  return query select null::text;
end $$;

-- Recalculates until when these experiences have starts. The lock and the calculation are two statements, so that the
-- second of two transactions sees what the first did.
create function keep_plans(p_experience_ids uuid[]) returns void
language plpgsql as $$
begin
  perform from experience_plans where experience_id = any (p_experience_ids) order by experience_id for update;
  update experience_plans k set planned_until = f.planned_until, last_start = f.last_start
  from plans_as_they_are(p_experience_ids) as f
  where k.experience_id = f.experience_id
    and (k.planned_until, k.last_start) is distinct from (f.planned_until, f.last_start);
end $$;

-- p_experience_ids null: all experiences.
create function plans_as_they_are(p_experience_ids uuid[]) returns setof experience_plans
language sql stable
as $$
  select e.id, coalesce(p.planned_until, '-infinity'), coalesce(a.last_start, '-infinity')
  from experiences e
    left join (
      select experience_id, max(coalesce(valid_until, 'infinity')) as planned_until from availability_patterns
      where is_active and (p_experience_ids is null or experience_id = any (p_experience_ids))
      group by experience_id
    ) as p on p.experience_id = e.id
    left join (
      select experience_id, max(start_time) as last_start from availability
      where p_experience_ids is null or experience_id = any (p_experience_ids)
      group by experience_id
    ) as a on a.experience_id = e.id
  where p_experience_ids is null or e.id = any (p_experience_ids)
$$;

-- A new start can only be later, so nothing else is read. The row is written even without a change: whoever removes
-- another start waits for it, and then sees this one.
create or replace function keep_new_patterns() returns trigger
language plpgsql as $$
begin
  update experience_plans k set planned_until = greatest(k.planned_until, m.planned_until)
  from (
    select experience_id, max(coalesce(valid_until, 'infinity')) as planned_until from made where is_active
    group by experience_id
  ) as m
  where k.experience_id = m.experience_id;
  return null;
end $$;

create or replace function keep_other_patterns() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array(
    select w.experience_id from was w join became b on b.id = w.id
    where (w.experience_id, w.is_active, w.valid_until) is distinct from (b.experience_id, b.is_active, b.valid_until)
    union
    select b.experience_id from was w join became b on b.id = w.id where b.experience_id <> w.experience_id
  ));
  return null;
end $$;

create or replace function keep_new_starts() returns trigger
language plpgsql as $$
begin
  update experience_plans k set last_start = greatest(k.last_start, m.last_start)
  from (select experience_id, max(start_time) as last_start from made group by experience_id) as m
  where k.experience_id = m.experience_id;
  return null;
end $$;

-- Bookings write this row too, but do not move the start.
create or replace function keep_moved_start() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array[old.experience_id, new.experience_id]);
  return null;
end $$;

create or replace function keep_fewer_plans() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array(select distinct experience_id from gone));
  return null;
end $$;

create or replace function keep_no_plans() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array(select experience_id from experience_plans));
  return null;
end $$;
