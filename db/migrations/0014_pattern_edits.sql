-- Plans a weekly start. p_pattern: days_of_week, start_time, capacity, valid_from, valid_until, is_active.
-- problem null: made. 'absent': no such experience of that vineyard. 'same_start': another active pattern has that start
-- on one of those days.
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

-- Bookings still to come whose slot is no longer planned as they hold it, by closures or by edits of their pattern.
create function bookings_left_behind(p_pattern_id uuid, p_now timestamptz) returns table (bookings integer, guests integer)
language sql stable
as $$
  select count(*)::int, coalesce(sum(b.number_of_guests), 0)::int
  from bookings b join availability_patterns p on p.id = b.pattern_id
  where b.pattern_id = p_pattern_id and b.status in ('pending', 'confirmed') and b.starts_at > p_now
    and (b.start_time <> p.start_time or planned_capacity(p, b.booking_date) = 0)
$$;

-- Changes a pattern: its days, start, capacity, season, or whether it is active. What is booked stays as it is:
-- bookings and guests say how many stand outside of what is planned now, over how many places are sold beyond it.
-- problem: 'absent', 'same_start'.
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

-- Takes a pattern away: deleted where nobody ever booked it, otherwise made inactive. problem: 'absent'.
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
