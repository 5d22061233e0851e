-- Holds places for a group in one or several sessions: in all of them, or in none. p_group has the fields of
-- group_holds, p_slots is an array of slots with experience_id, pattern_id or availability_id, and slot_date. With
-- p_overbook the group may exceed the capacity of a session, and may be smaller or larger than the experience allows. An entry
-- of p_slots may then also name only a day and a start at which the experience is closed: the group gets a slot of its own
-- there. problem: null, 'repeated' (the hold was made before), 'other' (the id belongs to another vineyard), 'absent', 'late'
-- (a session has begun, or the end has passed or is over 90 days away), 'group_size', 'gone', or 'full'. remaining has the places
-- left in a session that has too few, also beside 'group_size'. slot_number is the position of the refused slot, counted from 1.
create function create_group_hold(
  p_group jsonb, p_slots jsonb, p_vineyard_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem group_hold_problem, remaining integer, slot_number integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  g group_holds := jsonb_populate_record(null::group_holds, p_group);
  slot_ids uuid[] := '{}';
  wanted holds;
  s slots;
  held record;
  wrong_size integer;
begin
  perform lock_idempotency_key(g.id);
  select case when x.vineyard_id = g.vineyard_id then 'repeated'::group_hold_problem else 'other' end
  into problem from group_holds x where x.id = g.id;
  if not found then
    problem := case
      when p_vineyard_id <> g.vineyard_id or not exists (select from vineyards v where v.id = g.vineyard_id) then 'absent'
      when exists (
        select from jsonb_populate_recordset(null::holds, p_slots) h
        where not exists (select from experiences e where e.id = h.experience_id and e.vineyard_id = g.vineyard_id)
      ) then 'absent'
      when g.expires_at <= p_now or london_today(g.expires_at) > london_today(p_now) + 90 then 'late'
    end;
  end if;
  if problem is not null then
    return next;
    return;
  end if;

  for wanted in select h.* from jsonb_populate_recordset(null::holds, p_slots) h loop
    slot_ids := slot_ids || slot_for_staff(
      wanted.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time, p_now
    );
  end loop;
  -- Locks all rows in their usual order before the first places are taken.
  perform lock_slots_and_hosts(slot_ids);
  begin
    insert into group_holds (
      id, vineyard_id, name, guest_email, guest_phone, note, number_of_guests, actor, actor_id, expires_at, created_at
    )
    values (
      g.id, g.vineyard_id, g.name, g.guest_email, g.guest_phone, g.note, g.number_of_guests, g.actor, g.actor_id, g.expires_at,
      p_now
    );
    for i in 1 .. cardinality(slot_ids) loop
      slot_number := i;
      select x.* into s from slots x where x.id = slot_ids[i];
      wanted := jsonb_populate_record(null::holds, p_slots -> (i - 1));
      if p_overbook and num_nonnulls(wanted.pattern_id, wanted.availability_id) = 0 and not coalesce(is_open(s), false) then
        -- For a start without a slot, hold_places makes a slot.
        s := null;
        s.experience_id := wanted.experience_id;
        s.slot_date := wanted.slot_date;
        s.start_time := wanted.start_time;
        s.starts_at := london_instant(wanted.slot_date, wanted.start_time);
      end if;
      problem := case when s.starts_at is null then 'gone' when s.starts_at <= p_now then 'late' end;
      if problem is null then
        loop
          select h.* into held from hold_places(
            jsonb_build_object(
              'experience_id', s.experience_id, 'pattern_id', s.pattern_id,
              'availability_id', case when s.pattern_id is null then s.id end, 'slot_date', s.slot_date, 'start_time', s.start_time,
              'number_of_guests', g.number_of_guests, 'actor', g.actor, 'actor_id', g.actor_id,
              'expires_at', least(g.expires_at, s.starts_at), 'kind', 'group', 'group_hold_id', g.id,
              'is_overbooked', p_overbook, 'beyond_limits', p_overbook or wrong_size is not null
            ), g.vineyard_id, p_now
          ) h;
          exit when held.problem is distinct from 'group_size' or p_overbook or wrong_size is not null;
          -- A group of the wrong size is refused after the loop, but staff must also learn whether a session has too few places.
          wrong_size := i;
        end loop;
        problem := held.problem::text::group_hold_problem;
        remaining := held.remaining;
      end if;
      if problem is not null then
        raise exception 'the group is refused' using errcode = 'GROUP';
      end if;
    end loop;
    slot_number := null;
    if wrong_size is not null then
      raise exception 'the group is refused' using errcode = 'GROUP';
    end if;
  exception when sqlstate 'GROUP' then
    -- Nothing is held if one session is refused: the changes of this block are rolled back, but not its variables.
    if wrong_size is not null and (problem is null or problem = 'full') then
      problem := 'group_size';
      slot_number := wrong_size;
    end if;
  end;
  return next;
end $$;

-- Locks the slots of the live holds of a group. Returns the ids of these holds in order of time. Returns null if the
-- vineyard has no such group.
create function lock_group_holds(p_group_hold_id uuid, p_vineyard_id uuid, p_now timestamptz) returns uuid[]
language plpgsql volatile
as $$
begin
  perform from group_holds g where g.id = p_group_hold_id and (p_vineyard_id is null or g.vineyard_id = p_vineyard_id);
  if not found then
    return null;
  end if;
  perform lock_slots(array(select h.slot_id from holds h where h.group_hold_id = p_group_hold_id and h.ended_at is null));
  -- This is a separate statement, so that it sees what others committed while the function waited for the lock.
  return array(
    select h.id from holds h
    where h.group_hold_id = p_group_hold_id and is_live(h, p_now) order by h.starts_at, h.id
  );
end $$;

-- Books the places that are held for a group: one booking for each of its sessions, all or none. The group's note becomes the
-- staff's note of each booking. p_guest has the guest's fields of booking_request. problem: null, 'absent', 'ended' (booked,
-- released or expired), or a problem of book_hold with the places left in remaining.
create function book_group_hold(
  p_group_hold_id uuid, p_guest jsonb, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem hold_booking_problem, booking_ids uuid[], remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  hold_ids constant uuid[] := lock_group_holds(p_group_hold_id, p_vineyard_id, p_now);
  hold_id uuid;
  booked record;
begin
  problem := case when hold_ids is null then 'absent' when cardinality(hold_ids) = 0 then 'ended' end;
  if problem is not null then
    return next;
    return;
  end if;
  perform lock_slots_and_hosts(array(select h.slot_id from holds h where h.id = any (hold_ids)));
  begin
    foreach hold_id in array hold_ids loop
      select b.* into booked from book_hold(hold_id, p_guest, p_vineyard_id, p_actor, p_actor_id, p_now) b;
      if booked.problem is not null then
        raise exception 'the group is refused' using errcode = 'GROUP';
      end if;
    end loop;
    update bookings b set staff_notes = g.note from group_holds g where b.id = any (hold_ids) and g.id = p_group_hold_id;
    booking_ids := hold_ids;
  exception when sqlstate 'GROUP' then
    problem := booked.problem;
    remaining := booked.remaining;
  end;
  return next;
end $$;

-- Changes the size, the end and the note of a group that still holds places: in all of its sessions or in none, by the rules of
-- create_group_hold. p_changes has number_of_guests, expires_at and note, and in seen their values before the edit. problem:
-- null or as in create_group_hold; 'absent' also if the hold has ended; 'changed' if the values in seen are not current and the
-- edit changes something.
create function change_group_hold(
  p_group_hold_id uuid, p_changes jsonb, p_vineyard_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem group_hold_problem, remaining integer, experience_id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  hold_ids constant uuid[] := lock_group_holds(p_group_hold_id, p_vineyard_id, p_now);
  g group_holds;
  wanted group_holds;
  seen group_holds;
  h holds;
  places record;
  wrong_size uuid;
begin
  select x.* into g from group_holds x where x.id = p_group_hold_id for update;
  wanted := jsonb_populate_record(g, p_changes);
  seen := jsonb_populate_record(g, coalesce(p_changes -> 'seen', '{}'));
  problem := case
    when coalesce(cardinality(hold_ids), 0) = 0 then 'absent'
    when seen is distinct from g and wanted is distinct from g then 'changed'
    when wanted.expires_at <> g.expires_at and (
      wanted.expires_at <= p_now or london_today(wanted.expires_at) > london_today(p_now) + 90
        or wanted.expires_at > g.created_at + interval '92 days'
    ) then 'late'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  perform lock_slots_and_hosts(array(select x.slot_id from holds x where x.id = any (hold_ids)));
  begin
    for h in select x.* from holds x where x.id = any (hold_ids) order by x.starts_at, x.id loop
      experience_id := h.experience_id;
      if wanted.number_of_guests <> g.number_of_guests then
        wrong_size := coalesce(wrong_size, (
          select e.id from experiences e
          where e.id = h.experience_id and not is_staff_party_size(e, wanted.number_of_guests, p_overbook)
        ));
        select t.* into places from take_places(
          h.slot_id, wanted.number_of_guests, case when p_overbook then 'on_purpose'::take_way else 'ordinary' end, h.id, true, p_now,
          h.start_time, true
        ) t;
        problem := nullif(places.outcome, 'taken')::text::group_hold_problem;
        remaining := case when problem = 'full' then places.remaining end;
        if problem is not null then
          raise exception 'the change is refused' using errcode = 'GROUP';
        end if;
        h.is_overbooked := places.is_overbooked;
      end if;
      update holds x set
        number_of_guests = wanted.number_of_guests, is_overbooked = h.is_overbooked, beyond_limits = x.beyond_limits or p_overbook,
        expires_at = least(wanted.expires_at, x.starts_at)
      where x.id = h.id;
    end loop;
    update group_holds x set number_of_guests = wanted.number_of_guests, expires_at = wanted.expires_at, note = wanted.note
    where x.id = g.id;
    if wrong_size is not null then
      raise exception 'the change is refused' using errcode = 'GROUP';
    end if;
  exception when sqlstate 'GROUP' then
    if wrong_size is not null and (problem is null or problem = 'full') then
      problem := 'group_size';
      experience_id := wrong_size;
    end if;
  end;
  return next;
end $$;

-- Releases the places of a group before its hold ends. Returns how many places become free: 0 if the hold had ended, null if
-- there is no such hold.
create function release_group_hold(p_group_hold_id uuid, p_vineyard_id uuid, p_now timestamptz) returns integer
language plpgsql volatile
as $$
declare
  hold_ids constant uuid[] := lock_group_holds(p_group_hold_id, p_vineyard_id, p_now);
begin
  return case when hold_ids is not null then end_holds(hold_ids, 'released', p_now) end;
end $$;

-- Returns the group holds of a person that are not erased: those with this email address, those that became one of the person's
-- bookings, and those with the contact of such a booking at the same vineyard.
create function group_holds_of_person(p_email text, p_booking_ids uuid[]) returns setof uuid
language sql stable
as $$
  select g.id
  from group_holds g
  where g.erased_at is null and (
    lower(g.guest_email) = lower(p_email)
    or exists (
      select from bookings b left join holds h on h.id = b.id
      where b.id = any (p_booking_ids) and (
        h.group_hold_id = g.id
        or b.vineyard_id = g.vineyard_id
          and contact_text(b.guest_email, b.guest_phone) = contact_text(g.guest_email, g.guest_phone)
      )
    )
  )
$$;

-- Erases the name, the contact and the note of groups whose hold ended 30 days ago, or of the groups p_ids instead. Returns
-- how many groups were erased.
create function erase_group_holds(p_ids uuid[], p_now timestamptz) returns integer
language sql volatile
as $$
  with erased as (
    update group_holds g set name = 'Erased', guest_email = null, guest_phone = null, note = '', erased_at = p_now
    where g.erased_at is null and case
      when p_ids is not null then g.id = any (p_ids)
      else (select max(coalesce(h.ended_at, h.expires_at)) from holds h where h.group_hold_id = g.id) < p_now - interval '30 days'
    end
    returning g.id
  )
  select count(*)::int from erased
$$;
