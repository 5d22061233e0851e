-- Returns the time from which the guest of a called-off booking can no longer choose another time: the start of the visit or,
-- for an imported booking without a start, 23:59 on its day.
create function choice_ends_at(b bookings) returns timestamptz
language sql stable
return coalesce(b.starts_at, london_instant(b.booking_date, '23:59'));

-- Returns the time until which staff may undo the call-off of a booking's session, or null without a call-off.
create function call_off_final_at(b bookings) returns timestamptz
language sql immutable
return case when b.call_off_id is not null then b.called_off_at + undo_time() end;

-- Returns whether the guest of a called-off booking may still choose another time or cancel.
create function may_choose(b bookings, p_now timestamptz) returns boolean
language sql stable
return b.called_off_at is not null and b.status in ('pending', 'confirmed') and p_now < choice_ends_at(b);

-- Returns whether the session of a booking is among the slots of p_slots. Null stands for the whole day.
create function is_among_slots(b bookings, p_slots jsonb) returns boolean
language sql immutable
return p_slots is null or exists (
  select from jsonb_to_recordset(p_slots) as s (pattern_id uuid, availability_id uuid)
  where s.pattern_id = b.pattern_id or s.availability_id = b.availability_id
);

-- Returns the closures of a whole day (p_slots null) or of these slots of the day. Returns null if the vineyard does
-- not have all of the slots on that day.
create function closures_of_slots(p_vineyard_id uuid, p_day date, p_slots jsonb) returns jsonb
language sql stable
as $$
  select case
    when p_slots is null then '[{}]'
    when count(e.id) = jsonb_array_length(p_slots) then jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'experience_id', e.id, 'pattern_id', p.id, 'from_time', legacy.start_time, 'until_time', legacy.start_time + interval '1 minute'
    )))
  end
  from jsonb_to_recordset(coalesce(p_slots, '[]')) as s (pattern_id uuid, availability_id uuid, slot_date date)
    left join availability_patterns p on p.id = s.pattern_id and s.slot_date = p_day
    left join slots legacy on legacy.id = s.availability_id and legacy.pattern_id is null and legacy.slot_date = p_day
    left join experiences e on e.id = coalesce(p.experience_id, legacy.experience_id) and e.vineyard_id = p_vineyard_id
$$;

-- Calls off a day or some of its sessions: closes them, marks the bookings of parties that have not arrived as called off, and
-- emails the guests once staff can no longer undo the call-off. p_slots has the pattern_id and slot_date, or the availability_id,
-- of each session; null means the whole day. problem: null, 'absent' (no such vineyard or slot) or 'past'.
create function call_off(
  p_vineyard_id uuid, p_day date, p_slots jsonb, p_reason text, p_message text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem call_off_problem, bookings integer, guests integer, without_email integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  closures constant jsonb := closures_of_slots(p_vineyard_id, p_day, p_slots);
  v_call_off_id constant uuid := gen_random_uuid();
  closure jsonb;
  b bookings;
begin
  if p_day < london_today(p_now) then
    return query select 'past'::call_off_problem, 0, 0, 0;
    return;
  end if;
  if not lock_availability(p_vineyard_id, null, null) or closures is null then
    return query select 'absent'::call_off_problem, 0, 0, 0;
    return;
  end if;
  -- Locks all slots in one step, so that they are locked in the usual order.
  perform lock_slots_of_closure(p_vineyard_id, null, null, p_day, p_day);
  for closure in select c from jsonb_array_elements(closures) as c loop
    continue when exists (
      select from availability_exceptions x
      where x.vineyard_id = p_vineyard_id and x.capacity is null and x.from_time is null
        and p_day between x.starts_on and x.ends_on
        and (x.experience_id is null or x.experience_id = (closure ->> 'experience_id')::uuid)
        and (x.pattern_id is null or x.pattern_id = (closure ->> 'pattern_id')::uuid)
    );
    perform add_exception(
      closure || jsonb_build_object(
        'vineyard_id', p_vineyard_id, 'starts_on', p_day, 'ends_on', p_day, 'call_off_id', v_call_off_id,
        'reason', 'Called off' || case p_reason when 'weather' then ' because of the weather' when 'illness' then ' because of illness' else '' end
      ),
      'keep', p_actor, p_actor_id, p_now
    );
  end loop;

  bookings := 0;
  guests := 0;
  without_email := 0;
  for b in
    select x.* from bookings x
    where x.vineyard_id = p_vineyard_id and x.booking_date = p_day and is_among_slots(x, p_slots)
      and x.status in ('pending', 'confirmed') and x.called_off_at is null and choice_ends_at(x) > p_now
      and x.attendance is distinct from 'arrived'
    order by x.id
    for update
  loop
    update bookings set
      called_off_at = p_now, called_off_reason = p_reason, called_off_message = p_message, call_off_id = v_call_off_id,
      reopened_at = null, reopened_informed_at = null, undo_until = null
    where id = b.id;
    perform note_booking_event(
      b.id, 'called_off', p_actor, p_actor_id, jsonb_build_object('reason', jsonb_build_array(null, p_reason)), 'called_off', p_now
    );
    bookings := bookings + 1;
    guests := guests + b.number_of_guests;
    without_email := without_email + (not emails_changes(b))::int;
  end loop;
  return next;
end $$;

-- Returns call-offs that were not undone: all call-offs of a vineyard's day, or the call-off with this id. The columns
-- bookings and guests leave out bookings that were moved or cancelled since. See may_reopen.
create function call_offs_of(p_call_off_id uuid default null, p_vineyard_id uuid default null, p_day date default null)
returns table (
  call_off_id uuid, vineyard_id uuid, day date, reason text, called_off_at timestamptz, is_whole_day boolean, start_times time[],
  bookings integer, guests integer
)
language sql stable
as $$
  select c.call_off_id, c.vineyard_id, c.day, max(c.reason), min(c.at), bool_or(c.is_whole_day),
    array_agg(distinct c.start_time) filter (where c.start_time is not null), count(c.guests)::int,
    coalesce(sum(c.guests), 0)::int
  from (
    select x.call_off_id, x.vineyard_id, x.starts_on as day, null as reason, x.created_at as at,
      x.experience_id is null as is_whole_day, coalesce(x.from_time, p.start_time) as start_time, null::int as guests
    from availability_exceptions x left join availability_patterns p on p.id = x.pattern_id
    where x.call_off_id is not null
      and (x.call_off_id = p_call_off_id or x.vineyard_id = p_vineyard_id and x.starts_on = p_day)
    union all
    select b.call_off_id, b.vineyard_id, b.booking_date, b.called_off_reason, b.called_off_at, false, b.start_time, b.number_of_guests
    from bookings b
    where b.call_off_id is not null and b.called_off_at is not null and b.status in ('pending', 'confirmed')
      and (b.call_off_id = p_call_off_id or b.vineyard_id = p_vineyard_id and b.booking_date = p_day)
  ) as c
  group by c.call_off_id, c.vineyard_id, c.day
$$;

-- Returns whether a call-off of a day can still be undone: one of its sessions has not started, or one of its guests can still
-- choose another time.
create function may_reopen(p_call_off_id uuid, p_day date, p_now timestamptz) returns boolean
language sql stable
return p_day >= london_today(p_now) and coalesce(
  greatest(
    (select max(choice_ends_at(b)) from bookings b where b.call_off_id = p_call_off_id and b.called_off_at is not null),
    (
      select max(s.starts_at) from slots s join availability_exceptions x on x.id = s.exception_id
      where x.call_off_id = p_call_off_id
    )
  ) > p_now,
  true
);

-- Undoes a call-off before the start: removes the closures of the call-off, and its bookings take place after all.
-- Guests who may have read that the session is called off get an email; emails about the call-off that are still
-- waiting are superseded. If a host's places were sold meanwhile, p_overbook must be true, and the bookings beyond the
-- capacity are overbooked. emailed and to_call count the guests to inform; over counts the guests beyond the host's
-- capacity. problem: null, 'absent' (also if it was undone before), 'late' or 'full'.
create function reopen_call_off(
  p_call_off_id uuid, p_vineyard_id uuid, p_overbook boolean, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (
  problem reopen_problem, bookings integer, guests integer, emailed integer, to_call integer, over integer
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  v_vineyard_id uuid;
  v_day date;
  v_reason text;
  closures uuid[];
  closure uuid;
  b bookings;
  was_told boolean;
  free integer;
begin
  perform from emails m
  where m.booking_id in (select x.id from bookings x where x.call_off_id = p_call_off_id)
    and m.email_type = 'called_off' and m.state in ('waiting', 'failed')
  order by m.id for update;
  select c.vineyard_id, c.day into v_vineyard_id, v_day from call_offs_of(p_call_off_id) c
  where p_vineyard_id is null or c.vineyard_id = p_vineyard_id;
  if not found then
    return query select 'absent'::reopen_problem, 0, 0, 0, 0, 0;
    return;
  end if;
  perform lock_availability(v_vineyard_id, null, null);
  perform lock_slots_of_closure(v_vineyard_id, null, null, v_day, v_day);
  closures := array(select x.id from availability_exceptions x where x.call_off_id = p_call_off_id order by x.id);
  -- Somebody else may have undone the call-off meanwhile.
  if not exists (select from call_offs_of(p_call_off_id)) then
    return query select 'absent'::reopen_problem, 0, 0, 0, 0, 0;
    return;
  elsif not may_reopen(p_call_off_id, v_day, p_now) then
    return query select 'late'::reopen_problem, 0, 0, 0, 0, 0;
    return;
  end if;

  bookings := 0;
  guests := 0;
  emailed := 0;
  to_call := 0;
  over := 0;
  foreach closure in array closures loop
    perform remove_exception(v_vineyard_id, closure, p_actor, p_actor_id, p_now);
  end loop;
  perform from bookings x where x.call_off_id = p_call_off_id order by x.id for update;
  perform lock_hosts(array(
    select distinct host_of(s, e) from bookings x join experiences e on e.id = x.experience_id left join slots s on s.id = x.slot_id
    where x.call_off_id = p_call_off_id and host_of(s, e) is not null
  ));
  for b in select x.* from bookings x where x.call_off_id = p_call_off_id and may_choose(x, p_now) order by x.id loop
    update emails m set state = 'superseded'
    where m.booking_id = b.id and m.email_type = 'called_off' and m.state = 'waiting';
    was_told := b.informed_at is not null
      or not emails_changes(b) and b.called_off_at <= p_now - undo_time()
      or exists (
        select from emails m
        where m.booking_id = b.id and m.email_type = 'called_off' and m.state <> 'superseded' and m.created_at >= b.called_off_at
      );
    select free_places_at_host(host_of(s, e), b.starts_at, b.ends_at, b.id, p_now) into free
    from experiences e left join slots s on s.id = b.slot_id where e.id = b.experience_id;
    update bookings set
      called_off_at = null, called_off_reason = null, called_off_message = '', informed_at = null,
      reopened_at = case when was_told then p_now end,
      is_overbooked = b.is_overbooked or coalesce(free < b.number_of_guests, false)
    where id = b.id;
    if free < b.number_of_guests and not b.is_overbooked then
      over := over + b.number_of_guests - greatest(free, 0);
      perform give_back_places(b.slot_id, b.number_of_guests, false);
      perform put_back_places(b.slot_id, b.number_of_guests, true, false);
      perform note_booking_event(
        b.id, 'overbooked', p_actor, p_actor_id,
        jsonb_build_object('number_of_guests', jsonb_build_array(0, b.number_of_guests)), null, p_now
      );
    end if;
    perform note_booking_event(
      b.id, 'reopened', p_actor, p_actor_id, jsonb_build_object('reason', jsonb_build_array(b.called_off_reason, null)),
      case when was_told then 'reopened' end, p_now
    );
    perform queue_again(b.id, p_now);
    bookings := bookings + 1;
    guests := guests + b.number_of_guests;
    emailed := emailed + (was_told and emails_changes(b))::int;
    to_call := to_call + (was_told and not emails_changes(b))::int;
  end loop;
  if over > 0 and not p_overbook then
    raise exception '%', over using errcode = 'CV004';
  end if;
  return next;
exception when sqlstate 'CV004' then
  return query select 'full'::reopen_problem, 0, 0, 0, 0, sqlerrm::int;
end $$;

-- Queues the emails of a booking again if they were superseded only because its session was called off or moved.
create function queue_again(p_booking_id uuid, p_now timestamptz) returns void
language sql volatile
as $$
  update emails m set state = 'waiting', queued_at = null, unanswered = 0, attempts = 0, last_error = null
  where m.booking_id = p_booking_id and m.state = 'superseded' and m.email_type <> 'called_off' and m.erased_at is null
    and coalesce(m.deliver_by > p_now, true)
    and not is_superseded(m.booking_id, m.email_type, coalesce(m.event_id, m.after_event_id))
$$;

-- Returns the id of the event with which a closure cancelled a booking, or null if the status has changed since.
create function closure_event_of(b bookings) returns bigint
language sql stable
as $$
  select case when t.changes ? 'closure' then t.id end from booking_events t
  where t.booking_id = b.id and t.kind = 'status' and b.status = 'cancelled' order by t.id desc limit 1
$$;

-- Returns when staff phoned the guest about the last change of the session, or null. The history has the calls about closures.
create function informed_at_of(b bookings) returns timestamptz
language sql stable
as $$
  select case
    when b.called_off_at is null and b.status = 'cancelled' and closure_event_of(b) is not null then (
      select case when t.changes #>> '{informed,1}' = 'true' then t.happened_at end from booking_events t
      where t.booking_id = b.id and t.kind = 'informed' and t.id > closure_event_of(b) order by t.id desc limit 1
    )
    else coalesce(b.informed_at, b.reopened_informed_at, b.move_informed_at)
  end
$$;

-- Records whether staff have informed a guest that the session was called off, closed or moved, or takes place after all.
-- Returns false if there is nothing to tell the guest.
create function mark_informed(
  p_booking_id uuid, p_vineyard_id uuid, p_is_informed boolean, p_actor text, p_actor_id uuid, p_now timestamptz
) returns boolean
language plpgsql volatile
as $$
declare
  b bookings;
begin
  select x.* into b from bookings x
  where x.id = p_booking_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id)
    and (
      x.called_off_at is not null or x.reopened_at is not null or x.session_move_id is not null or closure_event_of(x) is not null
    )
  for update;
  if not found then
    return false;
  end if;
  if (informed_at_of(b) is not null) <> p_is_informed then
    update bookings set
      informed_at = case when p_is_informed and b.called_off_at is not null then p_now end,
      reopened_informed_at = case when p_is_informed and b.called_off_at is null and b.reopened_at is not null then p_now end,
      move_informed_at = case when p_is_informed and b.called_off_at is null and b.session_move_id is not null then p_now end
    where id = b.id;
    perform note_booking_event(
      b.id, 'informed', p_actor, p_actor_id, jsonb_build_object('informed', jsonb_build_array(not p_is_informed, p_is_informed)), null, p_now
    );
  end if;
  return true;
end $$;

-- Returns the times to which the guest of a called-off booking may move: within the horizon, regardless of cut-offs.
create function times_to_choose(p_booking_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, end_time time, starts_at timestamptz,
  ends_at timestamptz, capacity integer, remaining integer
)
language sql stable
as $$
  select s.*
  from bookings b join experiences e on e.id = b.experience_id
    cross join lateral slots_for(
      e.id, greatest(p_from, london_today(p_now)), least(p_to, last_bookable_day(e, p_now)), p_now, true, b.id
    ) s
  where b.id = p_booking_id and s.starts_at > p_now and s.remaining >= b.number_of_guests
$$;

-- Holds places for a called-off booking and ends its earlier hold. The caller has checked the guest's link. p_slot has
-- pattern_id or availability_id, slot_date and start_time. Choosing the held time again does not extend the hold. problem:
-- null, 'absent', 'final' (no longer called off, or cancelled or moved meanwhile), 'late', 'gone', or 'full' (then remaining
-- has the places left).
create function hold_for_called_off(p_booking_id uuid, p_slot jsonb, p_expires_at timestamptz, p_now timestamptz)
returns table (problem choice_problem, remaining integer, hold_id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted holds := jsonb_populate_record(null::holds, p_slot);
  v_slot_id uuid;
  earlier constant holds[] := array(select h from holds h where h.for_booking_id = p_booking_id and h.ended_at is null);
  b bookings;
begin
  v_slot_id := (
    select slot_for_staff(
      x.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time, p_now
    )
    from bookings x where x.id = p_booking_id
  );
  b := lock_booking(p_booking_id, null, array(select e.slot_id from unnest(earlier) e) || v_slot_id);
  if b.id is null or not may_choose(b, p_now) then
    return query select case
      when b.id is null then 'absent'::choice_problem
      when b.called_off_at is null or b.status not in ('pending', 'confirmed') then 'final'
      else 'late'
    end, null::int, null::uuid;
    return;
  end if;
  -- Another request of the same guest has held places meanwhile.
  if exists (
    select from holds h
    where h.for_booking_id = b.id and h.ended_at is null and h.id not in (select e.id from unnest(earlier) e)
  ) then
    raise exception 'booking % holds other places by now', b.id using errcode = 'serialization_failure';
  end if;
  return query
  select null::choice_problem, null::int, h.id from holds h
  where h.for_booking_id = b.id and is_live(h, p_now) and h.start_time = coalesce(wanted.start_time, h.start_time)
    and h.slot_id = v_slot_id;
  if found then
    return;
  end if;

  begin
    perform end_holds(array(select e.id from unnest(earlier) e where is_live(e, p_now)), 'released', p_now);
    perform end_holds(array(select e.id from unnest(earlier) e where not is_live(e, p_now)), 'expired', p_now);
    select p.* into problem, remaining, hold_id from hold_places(
      p_slot || jsonb_build_object(
        'experience_id', b.experience_id, 'number_of_guests', b.number_of_guests, 'expires_at', p_expires_at,
        'actor', 'guest', 'for_booking_id', b.id
      ),
      null, p_now
    ) p;
    if problem is null and (select h.starts_at <= p_now from holds h where h.id = hold_id) then
      problem := 'gone';
    end if;
    -- If the new places cannot be held, the guest keeps the earlier hold.
    if problem is not null then
      raise exception 'refused' using errcode = 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    hold_id := null;
  end;
  return next;
end $$;

-- Cancels a called-off booking whose guest did not choose before the start. Returns false if the booking changed meanwhile.
create function cancel_unanswered(p_booking_id uuid, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
declare
  b bookings := lock_booking(p_booking_id, null);
begin
  if b.called_off_at is null or b.status not in ('pending', 'confirmed') or may_choose(b, p_now) then
    return false;
  end if;
  perform cancel_booking(b, '{}', 'system', null, p_now);
  return true;
end $$;

-- Returns bookings whose call-off and history disagree, and bookings that are still called off an hour after their guests
-- could last choose another time.
create function call_off_faults(p_now timestamptz) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'called off', 'bookings', b.id::text,
    format('called off: %s, in its history: %s', coalesce(b.called_off_at::text, 'never'), coalesce(last.said::text, 'never'))
  from bookings b
    left join lateral (
      select e.happened_at as said from booking_events e
      where e.booking_id = b.id and e.kind = 'called_off' and not exists (
        select from booking_events l
        where l.booking_id = b.id and l.id > e.id
          and (
            l.kind in ('moved', 'reopened')
            or l.kind = 'status' and l.changes -> 'status' ->> 0 = 'cancelled' and l.undoes is null
              and not takes_over_cancellation(l)
          )
      )
      order by e.id desc limit 1
    ) as last on true
  where b.id in (
      select x.id from bookings x where x.called_off_at is not null
      union select e.booking_id from booking_events e where e.kind = 'called_off'
    )
    and b.called_off_at is distinct from last.said
  union all
  select 'called off', 'bookings', b.id::text, format('should have been cancelled at %s', choice_ends_at(b))
  from bookings b
  where b.called_off_at is not null and b.status in ('pending', 'confirmed')
    and choice_ends_at(b) <= p_now - interval '1 hour'
$$;
