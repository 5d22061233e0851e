-- Makes the edits of a vineyard run one after another. Returns false if the vineyard has no such experience or pattern. Writes
-- the row of the vineyard instead of only locking it, so that a transaction with an older snapshot fails and starts again.
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

-- Makes bookings at a vineyard wait, because they read whether its experiences can be booked. Bookings with an older snapshot
-- fail.
create function lock_experiences(p_vineyard_id uuid) returns void
language plpgsql volatile
as $$
begin
  perform from experiences e where e.vineyard_id = p_vineyard_id order by e.id for no key update;
  update experiences e set is_active = e.is_active where e.vineyard_id = p_vineyard_id;
end $$;

-- Locks the slots that a closure may apply to. Also locks the slots of the bookings that it may affect, because a slot may have
-- moved after it was booked. Counting or cancelling bookings afterwards then misses none.
create function lock_slots_of_closure(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_from date, p_until date
) returns void
language sql volatile
as $$
  select lock_slots(array(
    select s.id from experiences e join slots s on s.experience_id = e.id
    where e.vineyard_id = p_vineyard_id and (p_experience_id is null or e.id = p_experience_id)
      and (p_pattern_id is null or s.pattern_id = p_pattern_id) and s.slot_date between p_from - 2 and p_until
    union
    select b.slot_id from bookings b
    where b.vineyard_id = p_vineyard_id and (p_experience_id is null or b.experience_id = p_experience_id)
      and (p_pattern_id is null or b.pattern_id = p_pattern_id) and b.booking_date between p_from - 2 and p_until
      and b.slot_id is not null
  ))
$$;

-- Counts the upcoming bookings of a pattern whose slots are no longer planned after a closure or an edit.
create function bookings_outside_plan(p_pattern_id uuid, p_now timestamptz) returns table (bookings integer, guests integer)
language sql stable
as $$
  select count(*)::int, coalesce(sum(b.number_of_guests), 0)::int
  from bookings b join slots s on s.id = b.slot_id
  where b.pattern_id = p_pattern_id and b.status in ('pending', 'confirmed') and b.starts_at > p_now
    and (b.start_time <> s.start_time or s.capacity = 0 or s.retired_at is not null)
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
-- bookings outside the new plan; over counts the places sold beyond it. problem: null, 'absent', 'stale', 'same_start' or
-- 'season' (the season would end before it begins).
create function update_pattern(
  p_vineyard_id uuid, p_pattern_id uuid, p_changes jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem pattern_change_problem, bookings integer, guests integer, over integer, version text)
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
  select null::pattern_change_problem, o.bookings, o.guests, places_over(array[p_pattern_id], p_now), version_of(to_jsonb(after))
  from bookings_outside_plan(p_pattern_id, p_now) o;
end $$;

-- Returns whether a pattern was ever booked or held, or offered places on a past day. Such a pattern is deactivated instead
-- of deleted.
create function is_pattern_used(p_pattern_id uuid, p_now timestamptz) returns boolean
language sql stable
return exists (select from bookings where pattern_id = p_pattern_id)
  or exists (select from holds where pattern_id = p_pattern_id)
  or exists (select from slots where pattern_id = p_pattern_id and slot_date < london_today(p_now));

-- Deletes a pattern that was never used, and deactivates a used one. problem: null or 'absent'.
create function remove_pattern(p_vineyard_id uuid, p_pattern_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem lookup_problem, deleted boolean, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before availability_patterns;
begin
  if p_pattern_id is null or not lock_availability(p_vineyard_id, null, p_pattern_id) then
    problem := 'absent';
    return next;
    return;
  end if;
  if is_pattern_used(p_pattern_id, p_now) then
    return query
    select u.problem::text::lookup_problem, false, u.bookings, u.guests
    from update_pattern(p_vineyard_id, p_pattern_id, '{"is_active": false}', null, p_actor, p_actor_id, p_now) u;
    return;
  end if;
  select p.* into before from availability_patterns p where p.id = p_pattern_id;
  perform note_audit(
    p_actor, p_actor_id, 'availability_pattern', p_pattern_id,
    (select e.vineyard_id from experiences e where e.id = before.experience_id), to_jsonb(before), null, p_now
  );
  delete from slots s where s.pattern_id = p_pattern_id;
  delete from availability_exceptions x where x.pattern_id = p_pattern_id;
  delete from availability_patterns p where p.id = p_pattern_id;
  perform update_slots(null, before.experience_id, null, p_now);
  return query select null::lookup_problem, true, 0, 0;
end $$;

-- Returns a fingerprint of all active patterns of an experience.
create function plan_version(p_experience_id uuid) returns text
language sql stable
as $$
  select left(md5(coalesce(string_agg(version_of(to_jsonb(p)), ',' order by p.id), '')), 16)
  from availability_patterns p where p.experience_id = p_experience_id and p.is_active
$$;

-- Replaces all weekly starts of an experience, or changes nothing. Existing starts keep their ids; starts that p_patterns
-- leaves out are deleted, or deactivated if they were used. Bookings stay as they are; bookings, guests and over count as
-- in update_pattern. problem: null, 'absent', 'stale' (not at p_version) or 'same_start' (place is the index in p_patterns).
create function save_plan(
  p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem plan_problem, place integer, bookings integer, guests integer, over integer, version text)
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

  foreach previous in array before loop
    continue when previous.id = any (saved_ids);
    if is_pattern_used(previous.id, p_now) then
      perform note_audit(
        p_actor, p_actor_id, 'availability_pattern', previous.id, vineyard, jsonb_build_object('is_active', true),
        jsonb_build_object('is_active', false), p_now
      );
    else
      perform note_audit(p_actor, p_actor_id, 'availability_pattern', previous.id, vineyard, to_jsonb(previous), null, p_now);
      delete from slots s where s.pattern_id = previous.id;
      delete from availability_exceptions x where x.pattern_id = previous.id;
      delete from availability_patterns p where p.id = previous.id;
    end if;
  end loop;

  perform update_slots(null, p_experience_id, null, p_now);
  return query
  select null::plan_problem, null::int, coalesce(sum(l.bookings), 0)::int, coalesce(sum(l.guests), 0)::int,
    places_over(array(select p.id from availability_patterns p where p.experience_id = p_experience_id), p_now),
    plan_version(p_experience_id)
  from unnest(before) b cross join lateral bookings_outside_plan(b.id, p_now) l;
end $$;

-- Previews a plan: returns the result that save_plan would return, and the starts of the new plan. Writes and locks nothing.
create function preview_plan(p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_from date, p_to date, p_now timestamptz)
returns table (problem plan_problem, place integer, bookings integer, guests integer, over integer, starts jsonb)
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

-- Returns the upcoming bookings that an exception applies to, without parties that have arrived.
create function bookings_affected_by(e availability_exceptions, p_now timestamptz) returns setof bookings
language sql stable
as $$
  select b.* from bookings b
  where b.vineyard_id = e.vineyard_id
    and (e.experience_id is null or b.experience_id = e.experience_id)
    and (e.pattern_id is null or b.pattern_id = e.pattern_id)
    and b.status in ('pending', 'confirmed') and b.called_off_at is null and b.attendance is distinct from 'arrived'
    -- A visit of up to 24 hours may last into the closed hours of the first day, across two midnights if the clocks change.
    and b.booking_date between e.starts_on - 2 and e.ends_on
    and case
      when b.starts_at is not null then b.starts_at > p_now and exception_applies(e, b.starts_at, b.ends_at)
      else e.from_time is null and b.booking_date between greatest(e.starts_on, london_today(p_now)) and e.ends_on
    end
$$;

-- Closes days or hours (capacity null), or changes their capacity. If bookings are affected, p_bookings must be 'keep' or
-- 'cancel'; bookings and guests count them, and held counts the places of live holds. The field cancellation of p_exception
-- has the reason and the message for cancelled guests. problem: null, 'absent' or 'booked'.
create function add_exception(p_exception jsonb, p_bookings text, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (
  problem exception_problem, exception_id uuid, bookings integer, guests integer, without_email integer, held integer
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
  b bookings;
  parties integer := 0;
  people integer := 0;
  unreachable integer := 0;
  held_places integer := 0;
begin
  e := jsonb_populate_record(null::availability_exceptions, p_exception);
  e.id := gen_random_uuid();
  e.source := coalesce(e.source, 'staff');
  e.created_at := p_now;
  if e.vineyard_id is null or not lock_availability(e.vineyard_id, e.experience_id, e.pattern_id)
    or e.pattern_id is not null and not exists (
      select from availability_patterns p where p.id = e.pattern_id and p.experience_id = e.experience_id
    ) then
    return query select 'absent'::exception_problem, null::uuid, null::int, null::int, null::int, null::int;
    return;
  end if;

  if e.capacity is null then
    perform lock_slots_of_closure(e.vineyard_id, e.experience_id, e.pattern_id, e.starts_on, e.ends_on);
    select count(*), coalesce(sum(u.number_of_guests), 0), count(*) filter (where not emails_changes(u))
    into parties, people, unreachable from bookings_affected_by(e, p_now) u;
    select coalesce(sum(h.number_of_guests), 0) into held_places from holds h
    where h.vineyard_id = e.vineyard_id and is_live(h, p_now) and exception_applies(e, h.starts_at, h.ends_at)
      and (e.experience_id is null or h.experience_id = e.experience_id)
      and (e.pattern_id is null or h.pattern_id = e.pattern_id);
    if parties > 0 and p_bookings is null then
      return query select 'booked'::exception_problem, null::uuid, parties, people, unreachable, held_places;
      return;
    end if;
  end if;

  insert into availability_exceptions select e.*;
  -- Closes before it cancels, so that an Undo of the closure sees that nothing has happened since.
  perform update_slots(e, p_now);
  -- A slot that was closed before counts as closed again.
  update slots s set version = s.version + 1 where s.exception_id = e.id and s.is_closed;
  if e.capacity is null and p_bookings = 'cancel' then
    parties := 0;
    people := 0;
    unreachable := 0;
    for b in select x.* from bookings x where x.id in (select u.id from bookings_affected_by(e, p_now) u) order by x.id for update loop
      continue when b.status not in ('pending', 'confirmed');
      perform cancel_booking(
        b, coalesce(p_exception -> 'cancellation', '{}') || jsonb_build_object('closure', e.id), p_actor, p_actor_id, p_now
      );
      parties := parties + 1;
      people := people + b.number_of_guests;
      unreachable := unreachable + (not emails_changes(b))::int;
    end loop;
  end if;
  perform note_audit(p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, null, to_jsonb(e), p_now);
  return query select null::exception_problem, e.id, parties, people, unreachable, held_places;
end $$;

-- Removes an exception. problem: null, 'absent' or 'of_calendar' (only the external calendar can remove it).
create function remove_exception(
  p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem exception_removal_problem)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
begin
  select x.* into e from availability_exceptions x
  where x.id = p_exception_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if found and e.source <> 'feed' then
    perform lock_availability(e.vineyard_id, e.experience_id, e.pattern_id);
    delete from availability_exceptions x where x.id = p_exception_id;
  end if;
  problem := case when e.source = 'feed' then 'of_calendar' when not found then 'absent' end;
  if problem is null then
    perform update_slots(e, p_now);
    perform note_audit(p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, to_jsonb(e), null, p_now);
  end if;
  return next;
end $$;

-- Returns the last day on which a pattern is valid, or infinity if the pattern has no end.
create function last_valid_day(p_valid_until date, p_valid_days datemultirange) returns date
language sql immutable parallel safe
return case when p_valid_until is null then 'infinity' else coalesce(upper(p_valid_days) - 1, '-infinity') end;

-- Returns the bookings that a closure cancelled and that staff may still restore, the last cancelled first: undoing goes
-- through the cancellations in reverse order.
create function undoable_with(e availability_exceptions, p_now timestamptz) returns setof bookings
language sql stable
as $$
  select b.* from bookings b
  where e.capacity is null and e.created_at > p_now - undo_time()
    and b.vineyard_id = e.vineyard_id and b.booking_date between e.starts_on - 2 and e.ends_on
    and b.status = 'cancelled' and b.undo_until > p_now
    and (
      select t.changes -> 'closure' ->> 1 from booking_events t
      where t.booking_id = b.id and t.kind = 'status' order by t.id desc limit 1
    ) = e.id::text
  order by b.id desc
$$;

-- Undoes a closure and restores all the bookings that it cancelled, or changes nothing. Bookings that their guests or sellers
-- cancelled too stay cancelled. problem: null, 'absent', 'of_calendar', 'late', 'gone' or 'full'.
create function undo_closure(
  p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem closure_undo_problem, bookings integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
  ids uuid[];
  v_id uuid;
  refusal text;
  restored integer := 0;
begin
  select x.* into e from availability_exceptions x
  where x.id = p_exception_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if found then
    ids := array(select u.id from undoable_with(e, p_now) u);
    perform lock_undoable_emails(ids);
  end if;
  select r.problem into refusal from remove_exception(p_vineyard_id, p_exception_id, p_actor, p_actor_id, p_now) r;
  if refusal is null and e.created_at <= p_now - undo_time() then
    refusal := 'late';
  end if;
  foreach v_id in array coalesce(ids, '{}') loop
    exit when refusal is not null;
    select u.problem into refusal
    from undo_booking_status(v_id, p_vineyard_id, 'cancelled', p_actor, p_actor_id, p_now) u;
    if refusal in ('final', 'erased') then
      refusal := null;
    elsif refusal is null then
      restored := restored + 1;
    end if;
  end loop;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CV003';
  end if;
  return query select null::closure_undo_problem, restored;
exception when sqlstate 'CV003' then
  return query select sqlerrm::closure_undo_problem, 0;
end $$;
