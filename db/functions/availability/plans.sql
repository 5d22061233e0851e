-- Makes the edits of a vineyard run one after another. Returns false if the vineyard has no such experience or pattern. Writes
-- the vineyard's row instead of only locking the row, so that a transaction with an older snapshot fails and starts again.
-- Bookings refer to the vineyard too, but do not wait.
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
  return found
    and (p_experience_id is null or exists (
      select from experiences e where e.id = p_experience_id and e.vineyard_id = vineyard
    ))
    and (p_pattern_id is null or exists (
      select from availability_patterns p join experiences e on e.id = p.experience_id
      where p.id = p_pattern_id and e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id)
    ));
end $$;

-- Makes new bookings at a vineyard wait until the transaction ends, because they read whether an experience can be booked. New
-- bookings with an older snapshot fail.
create function lock_experiences(p_vineyard_id uuid) returns void
language plpgsql volatile
as $$
begin
  perform from experiences e where e.vineyard_id = p_vineyard_id order by e.id for no key update;
  update experiences e set is_active = e.is_active where e.vineyard_id = p_vineyard_id;
end $$;

-- Counts a pattern's upcoming bookings whose slot has moved, closed or been retired since they were made.
create function bookings_outside_plan(p_pattern_id uuid, p_now timestamptz) returns table (bookings integer, guests integer)
language sql stable
as $$
  select count(*)::int, coalesce(sum(b.number_of_guests), 0)::int
  from bookings b join slots s on s.id = b.slot_id
  where b.pattern_id = p_pattern_id and b.status in ('pending', 'confirmed') and b.starts_at > p_now
    and (b.start_time <> s.start_time or s.capacity = 0 or s.retired_at is not null)
$$;

-- Counts the places in live holds of these patterns, but only in holds at times that a plan lacks (by default, the stored plan).
-- Also returns the names of the groups that have such holds.
create function holds_outside_plan(
  p_experience_id uuid, p_pattern_ids uuid[], p_now timestamptz, p_plan availability_patterns[] default null
)
returns table (held integer, groups text[])
language sql stable
as $$
  select coalesce(sum(h.number_of_guests), 0)::int, coalesce(array_agg(distinct g.name) filter (where g.id is not null), '{}')
  from holds h left join group_holds g on g.id = h.group_hold_id
  where h.pattern_id = any (p_pattern_ids) and is_live(h, p_now) and not exists (
    select from planned_slots(p_experience_id, h.slot_date, h.slot_date, p_plan) p
    where p.pattern_id = h.pattern_id and p.start_time = h.start_time and p.starts_at is not null and p.capacity > 0
  )
$$;

-- Returns by how many people the slots of these patterns are overbooked, from today on.
create function places_over(p_pattern_ids uuid[], p_now timestamptz) returns integer
language sql stable
return (
  select coalesce(sum(over_by(s)), 0)::int from slots s
  where s.pattern_id = any (p_pattern_ids) and s.slot_date >= london_today(p_now) and over_by(s) > 0
);

-- Adds a weekly start. p_pattern has days_of_week, start_time, capacity, valid_from, valid_until, yearly_season, is_active.
-- problem: null, 'absent' or 'same_start' (another active pattern has this start on one of the days).
create function create_pattern(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem pattern_problem, pattern_id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  made availability_patterns;
begin
  if p_experience_id is null or not lock_availability(p_vineyard_id, p_experience_id, null) then
    problem := 'absent';
    return next;
    return;
  end if;
  made := jsonb_populate_record(null::availability_patterns, p_pattern);
  begin
    insert into availability_patterns as p (
      experience_id, days_of_week, start_time, capacity, valid_from, valid_until, yearly_season, is_active, created_at
    )
    values (
      p_experience_id, made.days_of_week, made.start_time, made.capacity, made.valid_from, made.valid_until,
      made.yearly_season, coalesce(made.is_active, true), p_now
    )
    returning p.* into made;
  exception when exclusion_violation then
    problem := 'same_start';
    return next;
    return;
  end;
  perform update_slots(null, p_experience_id, null, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', made.id, (select e.vineyard_id from experiences e where e.id = made.experience_id),
    null, to_jsonb(made), p_now
  );
  return query select null::pattern_problem, made.id;
end $$;

-- Changes a pattern that is still at p_version (null: any version). Bookings stay as they are. bookings and guests count the
-- bookings outside the new plan, held and groups describe the holds outside it, and over counts the places sold beyond the
-- new capacity. problem: null, 'absent', 'stale', 'same_start' or 'season' (the season would end before it begins).
create function update_pattern(
  p_vineyard_id uuid, p_pattern_id uuid, p_changes jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (
  problem pattern_change_problem, bookings integer, guests integer, held integer, groups text[], over integer, version text
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns;
  after availability_patterns;
begin
  if p_pattern_id is not null and lock_availability(p_vineyard_id, null, p_pattern_id) then
    select p.* into before from availability_patterns p where p.id = p_pattern_id;
  end if;
  problem := case
    when before.id is null then 'absent'
    when version_of(to_jsonb(before)) <> p_version then 'stale'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  after := jsonb_populate_record(before, p_changes);
  begin
    update availability_patterns p set
      (days_of_week, start_time, capacity, valid_from, valid_until, yearly_season, is_active) = (
        select after.days_of_week, after.start_time, after.capacity, after.valid_from, after.valid_until,
          after.yearly_season, after.is_active
      )
    where p.id = p_pattern_id
    returning p.* into after;
  exception when exclusion_violation or check_violation then
    problem := case when sqlstate = '23P01' then 'same_start' else 'season' end;
    return next;
    return;
  end;
  perform update_slots(null, null, p_pattern_id, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', p_pattern_id,
    (select e.vineyard_id from experiences e where e.id = after.experience_id), to_jsonb(before), to_jsonb(after), p_now
  );
  return query
  select null::pattern_change_problem, o.bookings, o.guests, h.held, h.groups, places_over(array[p_pattern_id], p_now),
    version_of(to_jsonb(after))
  from bookings_outside_plan(p_pattern_id, p_now) o, holds_outside_plan(after.experience_id, array[p_pattern_id], p_now) h;
end $$;

-- Returns the last day on which a pattern is valid, or infinity if the pattern has no end.
create function last_valid_day(p_valid_until date, p_valid_days datemultirange) returns date
language sql immutable parallel safe
return case when p_valid_until is null then 'infinity' else coalesce(upper(p_valid_days) - 1, '-infinity') end;

-- Returns whether a pattern was ever booked or held, or offered places on a past day. Such a pattern is deactivated instead
-- of deleted.
create function is_pattern_used(p_pattern_id uuid, p_now timestamptz) returns boolean
language sql stable
return exists (select from bookings where pattern_id = p_pattern_id)
  or exists (select from holds where pattern_id = p_pattern_id)
  or exists (select from slots where pattern_id = p_pattern_id and slot_date < london_today(p_now));

-- Deletes a pattern that was never used.
create function delete_pattern(p_pattern_id uuid) returns void
language sql volatile
as $$
  delete from slots s where s.pattern_id = p_pattern_id;
  delete from availability_exceptions x where x.pattern_id = p_pattern_id;
  delete from availability_patterns p where p.id = p_pattern_id;
$$;

-- Deletes a pattern that was never used, and deactivates a used one. problem: null or 'absent'.
create function remove_pattern(p_vineyard_id uuid, p_pattern_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem lookup_problem, deleted boolean, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns;
  after availability_patterns;
begin
  if p_pattern_id is null or not lock_availability(p_vineyard_id, null, p_pattern_id) then
    problem := 'absent';
    return next;
    return;
  end if;
  select p.* into before from availability_patterns p where p.id = p_pattern_id;
  update availability_patterns p set is_active = false where p.id = p_pattern_id returning p.* into after;
  -- Locks the slots, so that the answer of is_pattern_used stays true.
  perform update_slots(null, before.experience_id, null, p_now);
  deleted := not is_pattern_used(p_pattern_id, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', p_pattern_id,
    (select e.vineyard_id from experiences e where e.id = before.experience_id), to_jsonb(before),
    case when not deleted then to_jsonb(after) end, p_now
  );
  if deleted then
    perform delete_pattern(p_pattern_id);
  end if;
  return query select null::lookup_problem, deleted, o.bookings, o.guests from bookings_outside_plan(p_pattern_id, p_now) o;
end $$;

-- Returns a fingerprint of all active patterns of an experience.
create function plan_version(p_experience_id uuid) returns text
language sql stable
as $$
  select left(md5(coalesce(string_agg(version_of(to_jsonb(p)), ',' order by p.id), '')), 16)
  from availability_patterns p where p.experience_id = p_experience_id and p.is_active
$$;

-- Replaces all weekly starts of an experience, or changes nothing. Existing starts keep their ids; starts that p_patterns
-- leaves out are deleted, or deactivated if they were used. Bookings stay as they are; bookings, guests, held, groups and
-- over are as in update_pattern. problem: null, 'absent', 'stale' (not at p_version) or 'same_start' (place is the index in
-- p_patterns).
create function save_plan(
  p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (
  problem plan_problem, place integer, bookings integer, guests integer, held integer, groups text[], over integer, version text
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns[];
  previous availability_patterns;
  new_pattern availability_patterns;
  vineyard uuid;
  entry jsonb;
  index integer := 0;
  saved_ids uuid[];
begin
  if p_experience_id is not null and lock_availability(p_vineyard_id, p_experience_id, null) then
    select e.vineyard_id into vineyard from experiences e where e.id = p_experience_id;
  end if;
  before := array(select p from availability_patterns p where p.experience_id = p_experience_id and p.is_active);
  problem := case
    when vineyard is null then 'absent'
    when plan_version(p_experience_id) <> p_version or exists (
      select from jsonb_array_elements(p_patterns) as w
      where w ->> 'id' is not null and not exists (select from unnest(before) p where p.id = (w ->> 'id')::uuid)
    ) then 'stale'
  end;
  if problem is not null then
    return next;
    return;
  end if;

  begin
    -- Deactivates all starts first, because two of them may swap times.
    update availability_patterns p set is_active = false where p.id in (select b.id from unnest(before) b);
    for entry in select w from jsonb_array_elements(p_patterns) with ordinality as e (w, n) order by n loop
      previous := null;
      select b.* into previous from unnest(before) b where b.id = (entry ->> 'id')::uuid;
      -- An older client that omits yearly_season leaves the stored season unchanged.
      new_pattern := jsonb_populate_record(
        null::availability_patterns, jsonb_build_object('yearly_season', previous.yearly_season) || entry
      );
      if previous.id is null then
        insert into availability_patterns as p (
          experience_id, days_of_week, start_time, capacity, valid_from, valid_until, yearly_season, created_at
        )
        values (
          p_experience_id, new_pattern.days_of_week, new_pattern.start_time, new_pattern.capacity, new_pattern.valid_from,
          new_pattern.valid_until, new_pattern.yearly_season, p_now
        )
        returning p.* into new_pattern;
      else
        update availability_patterns p set
          is_active = true, days_of_week = new_pattern.days_of_week, start_time = new_pattern.start_time,
          capacity = new_pattern.capacity, valid_from = new_pattern.valid_from, valid_until = new_pattern.valid_until,
          yearly_season = new_pattern.yearly_season
        where p.id = previous.id
        returning p.* into new_pattern;
      end if;
      saved_ids := saved_ids || new_pattern.id;
      if previous.id is null or version_of(to_jsonb(previous)) <> version_of(to_jsonb(new_pattern)) then
        perform note_audit(
          p_actor, p_actor_id, 'availability_pattern', new_pattern.id, vineyard,
          case when previous.id is not null then to_jsonb(previous) end, to_jsonb(new_pattern), p_now
        );
      end if;
      index := index + 1;
    end loop;
  exception when exclusion_violation then
    problem := 'same_start';
    place := index;
    return next;
    return;
  end;

  -- Locks the slots, so that the answers of is_pattern_used stay true.
  perform update_slots(null, p_experience_id, null, p_now);
  foreach previous in array before loop
    continue when previous.id = any (saved_ids);
    if is_pattern_used(previous.id, p_now) then
      perform note_audit(
        p_actor, p_actor_id, 'availability_pattern', previous.id, vineyard, jsonb_build_object('is_active', true),
        jsonb_build_object('is_active', false), p_now
      );
    else
      perform note_audit(p_actor, p_actor_id, 'availability_pattern', previous.id, vineyard, to_jsonb(previous), null, p_now);
      perform delete_pattern(previous.id);
    end if;
  end loop;

  return query
  select null::plan_problem, null::int, coalesce(sum(l.bookings), 0)::int, coalesce(sum(l.guests), 0)::int, h.held, h.groups,
    places_over(array(select p.id from availability_patterns p where p.experience_id = p_experience_id), p_now),
    plan_version(p_experience_id)
  from holds_outside_plan(p_experience_id, array(select b.id from unnest(before) b), p_now) h
    left join unnest(before) b on true
    left join lateral bookings_outside_plan(b.id, p_now) l on true
  group by h.held, h.groups;
end $$;

-- Previews a plan: returns the result that save_plan would return, and the starts of the new plan. Writes and locks nothing.
create function preview_plan(p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_from date, p_to date, p_now timestamptz)
returns table (
  problem plan_problem, place integer, bookings integer, guests integer, held integer, groups text[], over integer, starts jsonb
)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  before constant availability_patterns[] := array(
    select p from availability_patterns p where p.experience_id = p_experience_id and p.is_active
  );
  plan availability_patterns[];
begin
  starts := '[]';
  if not exists (
    select from experiences e
    where e.id = p_experience_id and (p_vineyard_id is null or e.vineyard_id = p_vineyard_id)
  ) then
    problem := 'absent';
  elsif exists (
    select from jsonb_array_elements(p_patterns) as w
    where w ->> 'id' is not null and not exists (select from unnest(before) p where p.id = (w ->> 'id')::uuid)
  ) then
    problem := 'stale';
  else
    plan := array(
      select jsonb_populate_record(
        null::availability_patterns,
        -- An older client that omits yearly_season leaves the stored season unchanged.
        jsonb_build_object('yearly_season', b.yearly_season) || entry || jsonb_build_object(
          'id', coalesce(b.id, gen_random_uuid()), 'experience_id', p_experience_id, 'is_active', true
        )
      )
      from jsonb_array_elements(p_patterns) with ordinality as w (entry, n)
        left join unnest(before) b on b.id = (entry ->> 'id')::uuid
      order by n
    );
    place := (
      select min(later) - 1
      from generate_subscripts(plan, 1) earlier join generate_subscripts(plan, 1) later on later > earlier
      where plan[later].start_time = plan[earlier].start_time
        and plan[later].days_of_week && plan[earlier].days_of_week
        and days_of_plan(plan[later]) && days_of_plan(plan[earlier])
    );
    if place is not null then
      problem := 'same_start';
    else
      select coalesce(sum(o.bookings), 0), coalesce(sum(o.guests), 0), coalesce(sum(o.over) filter (where o.over > 0), 0)
      into bookings, guests, over
      from (
        select s.booked + s.overbooked - coalesce(p.capacity, 0) as over, affected.bookings, affected.guests
        from slots s
          left join planned_slots(p_experience_id, london_today(p_now), (
            select max(sold.slot_date) from slots sold where sold.experience_id = p_experience_id and sold.booked + sold.overbooked > 0
          ), plan) as p on p.pattern_id = s.pattern_id and p.slot_date = s.slot_date and p.starts_at is not null
          cross join lateral (
            select count(*) as bookings, sum(b.number_of_guests) as guests from bookings b
            where b.slot_id = s.id and b.status in ('pending', 'confirmed') and b.starts_at > p_now
              and s.pattern_id in (select x.id from unnest(before) x)
              and (b.start_time <> p.start_time or coalesce(p.capacity, 0) = 0)
          ) as affected
        where s.experience_id = p_experience_id and s.pattern_id is not null and s.slot_date >= london_today(p_now)
          and s.booked + s.overbooked > 0
      ) as o;
      select h.held, h.groups into held, groups
      from holds_outside_plan(p_experience_id, array(select b.id from unnest(before) b), p_now, plan) h;
      starts := coalesce((
        select jsonb_agg(to_jsonb(s) order by s.slot_date, s.start_time)
        from (
          select slot_date, start_time, planned, capacity, taken, closed, exception_id, starts_at is null as skipped
          from planned_starts(p_experience_id, p_from, p_to, p_now, plan)
        ) as s
      ), '[]');
    end if;
  end if;
  return next;
end $$;
