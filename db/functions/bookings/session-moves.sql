-- Returns the start of a booking before the vineyard moved its whole session, or null if the session was not moved.
create function moved_from(b bookings) returns timestamptz
language sql stable
return (select m.from_starts_at from session_moves m where m.id = b.session_move_id);

-- Returns whether an event restored a booking because the move of its whole session was undone.
create function is_move_back(e booking_events) returns boolean
language sql immutable
return e.kind = 'moved' and e.changes -> 'session_move' ->> 0 is not null;

-- Returns the columns of a booking that a move changes, so that the move can be undone.
create function state_before_move(b bookings) returns jsonb
language sql stable
as $$
  select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(b))
  where key in (
    'id', 'slot_id', 'pattern_id', 'availability_id', 'booking_date', 'start_time', 'end_time', 'starts_at', 'ends_at', 'is_overbooked',
    'beyond_limits', 'undo_until', 'reopened_at', 'reopened_informed_at', 'session_move_id', 'move_informed_at', 'attendance',
    'marked_at'
  )
$$;

-- Locks a vineyard against edits, and then, in the usual order, all slots that a move between two slots may change.
create function lock_session_move(p_vineyard_id uuid, p_slot_ids uuid[]) returns void
language plpgsql volatile
as $$
begin
  perform lock_availability(p_vineyard_id, null, null);
  perform lock_slots(p_slot_ids || array(
    select o.id from slots s join slots o on o.vineyard_id = s.vineyard_id and o.slot_date between s.slot_date - 2 and s.slot_date
    where s.id = p_slot_ids[1]
  ));
end $$;

-- Returns why a session does not fit into a slot: the places needed and left, the groups that hold places there, and the host
-- with the other sessions of the host at that time.
create function session_clash(s slots, p_needed integer, p_from_slot_id uuid, p_now timestamptz) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'needed', p_needed, 'left', places_left(s, p_now),
    'groups', (
      select jsonb_agg(jsonb_build_object('name', g.name, 'number_of_guests', g.number_of_guests) order by g.name)
      from holds h join group_holds g on g.id = h.group_hold_id where h.slot_id = s.id and is_live(h, p_now)
    ),
    'host', h.name, 'host_capacity', h.capacity,
    'others', sessions_of_host(h, s.starts_at, s.ends_at, array[s.id, p_from_slot_id], p_now)
  )
  from experiences e left join hosts h on h.id = host_of(s, e)
  where e.id = s.experience_id
$$;

-- Moves a whole session to another time of its experience, or changes nothing. The parties that have not arrived and
-- the held places move. The session starts at start_time of p_session or, without it, when its slot starts. p_to names
-- a slot, or any time by slot_date and start_time: if no slot is open at this time, the session gets a slot of its own
-- that guests do not see. The former time is closed. The guests are emailed once staff can no longer undo the move, but
-- not about a time in the past. With p_preview, only returns the result and changes nothing. groups lists the group
-- holds that move too. problem: null, 'absent', 'empty' (nobody to move), 'gone', 'unchanged', 'past' (p_into_past is
-- missing) or 'full' (clash says why).
create function move_session(
  p_session jsonb, p_to jsonb, p_into_past boolean, p_preview boolean, p_vineyard_id uuid, p_actor text, p_actor_id uuid,
  p_now timestamptz
)
returns table (
  problem session_move_problem, session_move_id uuid, bookings integer, guests integer, without_email integer, held integer,
  groups jsonb, clash jsonb
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  session holds := jsonb_populate_record(null::holds, p_session);
  wanted holds := jsonb_populate_record(null::holds, p_to);
  e experiences;
  source slots;
  target slots;
  v_target_id uuid;
  m session_moves;
  b bookings;
  h holds;
  was holds;
  outcome text;
begin
  select x.* into e from experiences x
  where x.id = session.experience_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  select s.* into source from slots s
  where s.id = stored_slot(e.id, session.pattern_id, session.availability_id, session.slot_date, null);
  problem := case when e.id is null then 'absent' when source.id is null then 'gone' end;
  if problem is not null then
    return next;
    return;
  end if;
  v_target_id := slot_for_staff(e.id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time, p_now);
  perform lock_session_move(e.vineyard_id, array[source.id, v_target_id]);
  select s.* into source from slots s where s.id = source.id;
  select s.* into target from slots s where s.id = v_target_id;
  session.start_time := coalesce(session.start_time, source.start_time);
  perform from bookings x where x.slot_id = source.id order by x.id for update;

  begin
    m.id := gen_random_uuid();
    m.parties := coalesce((
      select jsonb_agg(state_before_move(x) order by x.id) from bookings x
      where x.slot_id = source.id and x.start_time = session.start_time and x.status in ('pending', 'confirmed')
        and x.called_off_at is null and x.erased_at is null and x.attendance is distinct from 'arrived'
    ), '[]');
    m.holds := coalesce((
      select jsonb_agg(to_jsonb(x) order by x.id) from holds x
      where x.slot_id = source.id and x.start_time = session.start_time and is_live(x, p_now)
    ), '[]');
    m.places_left := places_left(source, p_now);
    select count(*), coalesce(sum(x.number_of_guests), 0), count(*) filter (where not emails_changes(x)) into bookings, guests, without_email
    from bookings x where m.parties @> jsonb_build_array(jsonb_build_object('id', x.id)) and x.slot_id = source.id;
    select coalesce(sum(x.number_of_guests), 0),
      coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'number_of_guests', g.number_of_guests) order by g.name) filter (where g.id is not null), '[]')
    into held, groups
    from jsonb_populate_recordset(null::holds, m.holds) x left join group_holds g on g.id = x.group_hold_id;
    if num_nonnulls(wanted.pattern_id, wanted.availability_id) = 0 and not coalesce(is_open(target) or target.id = source.id, false) then
      target := slot_of_its_own(e, wanted.slot_date, wanted.start_time, greatest(source.capacity, guests + held), p_now);
      target.host_id := source.host_id;
      insert into slots select target.* where target.starts_at is not null;
    end if;
    perform lock_hosts(array(select x from unnest(array[host_of(source, e), host_of(target, e)]) x where x is not null));
    m.host_left := free_places_at_host(host_of(source, e), source.starts_at, source.ends_at, null, p_now);
    problem := case
      when target.id is null or target.starts_at is null or not (is_open(target) or target.is_for_one_party) then 'gone'
      when target.id = source.id and target.start_time = session.start_time then 'unchanged'
      when bookings + held = 0 then 'empty'
      when target.starts_at <= p_now and not p_into_past then 'past'
    end;
    if problem is not null then
      raise exception 'refused' using errcode = 'CV005';
    end if;

    insert into session_moves (
      id, vineyard_id, experience_id, from_slot_id, to_slot_id, from_starts_at, to_starts_at, places_left, host_left, parties, holds,
      actor, actor_id, moved_at
    )
    values (
      m.id, e.vineyard_id, e.id, source.id, target.id, london_instant(source.slot_date, session.start_time), target.starts_at,
      m.places_left, m.host_left, m.parties, m.holds, p_actor, p_actor_id, p_now
    );
    for b in select x.* from jsonb_populate_recordset(null::bookings, m.parties) x order by x.id loop
      select mb.problem::text into outcome from move_booking(
        b.id, e.vineyard_id, jsonb_build_object(
          'pattern_id', target.pattern_id, 'availability_id', case when target.pattern_id is null then target.id end,
          'slot_date', target.slot_date, 'into_past', p_into_past, 'session_move', m.id
        ), p_actor, p_actor_id, false, p_now
      ) mb;
      if outcome is not null then
        problem := case outcome when 'full' then 'full' else 'gone' end;
        raise exception 'refused' using errcode = 'CV005';
      end if;
    end loop;
    for h in select x.* from jsonb_populate_recordset(null::holds, m.holds) x order by x.id loop
      was := h;
      select t.outcome::text, t.is_overbooked into outcome, h.is_overbooked
      from take_places(target.id, h.number_of_guests, 'ordinary', h.id, true, p_now, target.start_time, true) t;
      if outcome <> 'taken' then
        problem := outcome::session_move_problem;
        raise exception 'refused' using errcode = 'CV005';
      end if;
      perform give_back_places(source.id, was.number_of_guests, was.is_overbooked, not was.is_overbooked);
      perform put_hold(h, target, least(
        coalesce((select g.expires_at from group_holds g where g.id = h.group_hold_id), h.expires_at),
        greatest(target.starts_at, p_now + interval '1 second')
      ));
    end loop;

    if is_open(source) and source.start_time = session.start_time and source.starts_at > p_now then
      if source.pattern_id is null then
        update slots s set retired_at = p_now where s.id = source.id;
      else
        update session_moves x set exception_id = a.exception_id
        from add_exception(
          jsonb_build_object(
            'vineyard_id', e.vineyard_id, 'experience_id', e.id, 'pattern_id', source.pattern_id, 'starts_on', source.slot_date, 'ends_on', source.slot_date,
            'reason', format('Moved to %s', to_char(target.slot_date + target.start_time, 'FMDD Mon, FMHH12:MI AM'))
          ), 'keep', p_actor, p_actor_id, p_now
        ) a
        where x.id = m.id;
      end if;
    end if;
    perform note_audit(
      p_actor, p_actor_id, 'session', source.id, e.vineyard_id,
      jsonb_build_object('start', format('%s %s', source.slot_date, left(session.start_time::text, 5))),
      jsonb_build_object(
        'start', format('%s %s', target.slot_date, left(target.start_time::text, 5)), 'title', e.title, 'parties', bookings, 'guests', guests
      ), p_now
    );
    if p_preview then
      raise exception 'only a preview' using errcode = 'CV005';
    end if;
    session_move_id := m.id;
  exception when sqlstate 'CV005' then
    -- The changes of this block are rolled back, but not its variables.
    clash := case when problem = 'full' then session_clash(target, guests + held, source.id, p_now) end;
  end;
  return next;
end $$;

-- Moves a hold to another slot, and sets when the hold expires. The caller has locked both slots.
create function put_hold(h holds, s slots, p_expires_at timestamptz) returns void
language sql volatile
as $$
  update holds x set
    slot_id = s.id, pattern_id = s.pattern_id, availability_id = case when s.pattern_id is null then s.id end, slot_date = s.slot_date,
    start_time = s.start_time, end_time = s.end_time, starts_at = s.starts_at, ends_at = s.ends_at, is_overbooked = h.is_overbooked,
    expires_at = p_expires_at
  where x.id = h.id
$$;

-- Undoes the move of a whole session within 30 seconds, before its guests are emailed: the parties and holds that are
-- still at the new time return to the former time, which opens again. Parties that moved or cancelled meanwhile stay as
-- they are. Guests to whom staff have told the new time get an email. problem: null, 'absent' (also if it was undone
-- before), 'late' or 'full' (others took the places meanwhile).
create function undo_session_move(p_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem session_move_undo_problem, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  m session_moves;
  e experiences;
  source slots;
  b bookings;
  before bookings;
  h holds;
  was holds;
  left_over integer;
begin
  select x.* into m from session_moves x where x.id = p_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if found then
    perform lock_undoable_emails(array(select (x ->> 'id')::uuid from jsonb_array_elements(m.parties) x));
    perform lock_session_move(m.vineyard_id, array[m.from_slot_id, m.to_slot_id]);
    -- Somebody else may have undone the move meanwhile.
    select x.* into m from session_moves x where x.id = p_id and x.undone_at is null for update;
  end if;
  perform from bookings x where x.session_move_id = m.id order by x.id for update;
  problem := case
    when m.id is null then 'absent'
    when m.moved_at <= p_now - undo_time() or exists (
      select from booking_events v join emails l on l.event_id = v.id
      where m.parties @> jsonb_build_array(jsonb_build_object('id', v.booking_id)) and v.changes -> 'session_move' ->> 1 = m.id::text
        and not (l.state in ('waiting', 'kept', 'superseded') and l.queued_at is null)
    ) then 'late'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  select x.* into e from experiences x where x.id = m.experience_id;
  bookings := 0;
  guests := 0;
  begin
    perform remove_exception(m.vineyard_id, m.exception_id, p_actor, p_actor_id, p_now) where m.exception_id is not null;
    update slots s set retired_at = null where s.id = m.from_slot_id and s.pattern_id is null and not s.is_for_one_party and s.retired_at = m.moved_at;
    for b in
      select x.* from bookings x
      where x.session_move_id = m.id and x.slot_id = m.to_slot_id and x.status in ('pending', 'confirmed') and x.called_off_at is null
      order by x.id
    loop
      before := jsonb_populate_record(b, (select x from jsonb_array_elements(m.parties) x where x ->> 'id' = b.id::text));
      perform give_back_places(m.to_slot_id, b.number_of_guests, b.is_overbooked);
      perform put_back_places(m.from_slot_id, b.number_of_guests, before.is_overbooked, false);
      update bookings x set
        (slot_id, pattern_id, availability_id, booking_date, start_time, end_time, starts_at, ends_at, is_overbooked, beyond_limits, undo_until,
          reopened_at, reopened_informed_at, session_move_id, move_informed_at)
        = row(before.slot_id, before.pattern_id, before.availability_id, before.booking_date, before.start_time, before.end_time,
          before.starts_at, before.ends_at, before.is_overbooked, before.beyond_limits, before.undo_until, before.reopened_at,
          before.reopened_informed_at, before.session_move_id, before.move_informed_at)
      where x.id = b.id;
      -- The change of time has cleared the attendance, so it is set again: as marked at the new time, otherwise as before.
      update bookings x set
        attendance = coalesce(b.attendance, before.attendance), arrived_guests = b.arrived_guests,
        marked_at = case when b.attendance is null then before.marked_at else b.marked_at end
      where x.id = b.id and coalesce(b.attendance, before.attendance) is not null
        and case when b.attendance = 'no_show' then before.starts_at <= p_now else before.booking_date <= london_today(p_now) end;
      update emails l set state = 'superseded'
      from booking_events v
      where v.booking_id = b.id and v.changes -> 'session_move' ->> 1 = m.id::text and l.event_id = v.id and l.state = 'waiting';
      perform note_booking_event(
        b.id, 'moved', p_actor, p_actor_id, booking_differences(b, before) || jsonb_build_object('session_move', jsonb_build_array(m.id, null)),
        case when b.move_informed_at is not null then 'moved' end, p_now
      );
      perform queue_again(b.id, p_now);
      bookings := bookings + 1;
      guests := guests + b.number_of_guests;
    end loop;
    for was in select x.* from jsonb_populate_recordset(null::holds, m.holds) x order by x.id loop
      select x.* into h from holds x where x.id = was.id and x.slot_id = m.to_slot_id and x.ended_at is null;
      continue when not found;
      perform give_back_places(m.to_slot_id, h.number_of_guests, h.is_overbooked, not h.is_overbooked);
      perform put_back_places(m.from_slot_id, h.number_of_guests, was.is_overbooked, true);
      select x.* into source from slots x where x.id = m.from_slot_id;
      perform put_hold(was, source, was.expires_at);
    end loop;
    select x.* into source from slots x where x.id = m.from_slot_id;
    left_over := free_places_at_host(host_of(source, e), source.starts_at, source.ends_at, null, p_now);
    if places_left(source, p_now) < least(0, m.places_left) or left_over < least(0, m.host_left) then
      raise exception 'others took the places' using errcode = 'CV005';
    end if;
    delete from slots s where s.id = m.to_slot_id and s.is_for_one_party and not is_slot_used(s);
    update session_moves x set undone_at = p_now where x.id = m.id;
    perform note_audit(
      p_actor, p_actor_id, 'session', m.from_slot_id, m.vineyard_id, jsonb_build_object('start', m.to_starts_at),
      jsonb_build_object('start', m.from_starts_at, 'title', e.title, 'parties', bookings, 'guests', guests), p_now
    );
  exception when sqlstate 'CV005' then
    problem := 'full';
  end;
  return next;
end $$;

-- Records that a guest accepts the time to which the vineyard moved the session. Returns false if the session was not
-- moved, or if the guest has moved or cancelled the booking since.
create function keep_moved_time(p_booking_id uuid, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
begin
  update bookings b set move_informed_at = coalesce(b.move_informed_at, p_now)
  where b.id = p_booking_id and b.session_move_id is not null and b.status in ('pending', 'confirmed') and b.called_off_at is null
    and b.move_informed_at is null;
  if found then
    perform note_booking_event(p_booking_id, 'informed', 'guest', null, '{"informed": [false, true]}', null, p_now);
  end if;
  return exists (
    select from bookings b
    where b.id = p_booking_id and b.move_informed_at is not null and b.status in ('pending', 'confirmed') and b.called_off_at is null
  );
end $$;
