-- Locks all slots of the days to which a closure may apply. A slot keeps its day when it moves, so the slots of all bookings that
-- the closure may affect are locked. The caller then counts or cancels the affected bookings.
create function lock_slots_of_closure(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_from date, p_until date
) returns void
language sql volatile
as $$
  select lock_slots(array(
    select s.id from experiences e join slots s on s.experience_id = e.id
    where e.vineyard_id = p_vineyard_id and (p_experience_id is null or e.id = p_experience_id)
      and (p_pattern_id is null or s.pattern_id = p_pattern_id) and s.slot_date between p_from - 2 and p_until
  ))
$$;

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

-- Closes days or hours (capacity null), or changes their capacity. If a closure affects bookings or live holds, p_bookings
-- must be 'keep' or 'cancel'. In the result, bookings and guests count the affected bookings, and held the places of live holds.
-- p_exception may have a field cancellation with the reason and the message for cancelled guests. problem: null, 'absent' or
-- 'booked'.
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

  perform lock_slots_of_closure(e.vineyard_id, e.experience_id, e.pattern_id, e.starts_on, e.ends_on);
  select coalesce(sum(h.number_of_guests), 0) into held_places from holds h
  where h.vineyard_id = e.vineyard_id and is_live(h, p_now) and exception_applies(e, h.starts_at, h.ends_at)
    and (e.experience_id is null or h.experience_id = e.experience_id)
    and (e.pattern_id is null or h.pattern_id = e.pattern_id);
  if e.capacity is null then
    select count(*), coalesce(sum(u.number_of_guests), 0), count(*) filter (where not emails_changes(u))
    into parties, people, unreachable from bookings_affected_by(e, p_now) u;
    if parties + held_places > 0 and p_bookings is null then
      return query select 'booked'::exception_problem, null::uuid, parties, people, unreachable, held_places;
      return;
    end if;
  end if;

  insert into availability_exceptions select e.*;
  -- Closes the slots before it cancels bookings, because a cancelled booking records the version of its slot for an Undo.
  perform update_slots(e, p_now);
  -- A slot that another exception had closed gets a new version too.
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

-- Returns the bookings that a closure cancelled and that staff may still restore. The last cancelled booking comes first,
-- because an Undo restores it first.
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

-- Undoes a closure and restores all the bookings that it cancelled, or changes nothing. Bookings that the guest or the seller
-- has cancelled as well stay cancelled. problem: null, 'absent', 'of_calendar', 'late', 'gone' or 'full'.
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
    perform lock_availability(e.vineyard_id, e.experience_id, e.pattern_id);
    perform lock_slots_of_closure(e.vineyard_id, e.experience_id, e.pattern_id, e.starts_on, e.ends_on);
    perform from bookings b where b.id = any (ids) order by b.id for update;
    perform lock_hosts(array(
      select distinct host_of(s, x) from bookings b join experiences x on x.id = b.experience_id left join slots s on s.id = b.slot_id
      where b.id = any (ids) and host_of(s, x) is not null
    ));
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
