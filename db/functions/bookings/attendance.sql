-- Returns whether a booking is a visit that took place or is upcoming. Cancelled bookings, called-off bookings and no-shows
-- do not count. All totals of guests, money and visits use this function.
create function counts_as_visit(b bookings) returns boolean
language sql immutable
return b.status <> 'cancelled' and b.called_off_at is null and b.attendance is distinct from 'no_show';

-- Returns whether a party did not come to its visit.
create function is_no_show(b bookings) returns boolean
language sql immutable
return b.status <> 'cancelled' and b.called_off_at is null and b.attendance is not distinct from 'no_show';

-- Returns how many guests of a party count: those who came, or the whole party if nobody counted them. Callers leave out
-- no-shows.
create function guests_of(b bookings) returns integer
language sql immutable
return case when b.attendance = 'arrived' then coalesce(b.arrived_guests, b.number_of_guests) else b.number_of_guests end;

-- Returns how many guests of a party may not have come: all guests of a completed visit that nobody marked, otherwise 0.
create function not_marked_of(b bookings) returns integer
language sql immutable
return case when b.status = 'completed' and b.attendance is null and b.called_off_at is null then b.number_of_guests else 0 end;

-- Records whether a party came, or clears the record. Devices without a connection send marks late, so the mark that
-- was made last counts. Of two marks with the same time, the mark received last counts. p_replaces is the time of the mark
-- that the device showed. If another mark is stored by now, the history records which of these two marks was overruled. A
-- mark without p_key was made just now, on a screen with the current state.
create function mark_attendance(
  p_booking_id uuid,
  p_reference text,
  p_vineyard_id uuid,
  p_attendance text,
  p_arrived_guests integer,
  p_marked_at timestamptz,
  p_replaces timestamptz,
  p_key uuid,
  p_actor text,
  p_actor_id uuid,
  p_now timestamptz
) returns table (
  problem attendance_problem, booking_date date, start_time time, attendance text, arrived_guests integer, marked_at timestamptz
)
language plpgsql as $$
declare
  b bookings;
  -- The clock of a device may be wrong, although devices correct their clocks by the server's.
  v_at timestamptz := least(p_marked_at, p_now + interval '5 minutes');
  v_arrived integer;
  v_same boolean;
  v_unseen boolean;
  v_changes jsonb := '{}';
begin
  select x.* into b from bookings x
  where (x.id = p_booking_id or x.reference = p_reference) and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id)
  for update;
  if not found then
    return query select 'absent'::attendance_problem, null::date, null::time, null, null::integer, null::timestamptz;
    return;
  end if;
  v_arrived := case when p_attendance = 'arrived' then nullif(p_arrived_guests, b.number_of_guests) end;
  v_same := (b.attendance, b.arrived_guests) is not distinct from (p_attendance, v_arrived);
  v_unseen := p_key is not null and b.marked_at is not null and b.marked_at is distinct from p_replaces;
  problem := case
    when p_key is not null and exists (
      select from booking_events e
      where e.booking_id = b.id and e.kind = 'marked' and e.changes -> 'key' ->> 1 = p_key::text
    ) then 'repeated'
    when b.status = 'cancelled' then 'cancelled'
    when b.called_off_at is not null then 'called_off'
    when p_attendance = 'arrived' and b.booking_date > london_today(least(v_at, p_now)) then 'early'
    when p_attendance = 'no_show' and coalesce(b.starts_at, london_instant(b.booking_date, '00:00')) > least(v_at, p_now) then 'early'
    when v_arrived > b.number_of_guests then 'too_many'
    when v_unseen and b.marked_at > v_at and not v_same then 'overruled'
  end;
  if p_key is not null then
    v_changes := jsonb_build_object('key', jsonb_build_array(null, p_key));
  end if;
  if problem = 'overruled' then
    v_changes := v_changes || jsonb_build_object('overruled', jsonb_build_array(p_attendance, v_at));
  elsif problem is null and not v_same then
    v_changes := v_changes || jsonb_build_object('attendance', jsonb_build_array(b.attendance, p_attendance));
    if b.arrived_guests is distinct from v_arrived then
      v_changes := v_changes || jsonb_build_object('arrived_guests', jsonb_build_array(b.arrived_guests, v_arrived));
    end if;
    if v_unseen then
      v_changes := v_changes || jsonb_build_object('overruled', jsonb_build_array(b.attendance, b.marked_at));
    end if;
    update bookings u set attendance = p_attendance, arrived_guests = v_arrived, marked_at = v_at
    where u.id = b.id
    returning * into b;
  end if;
  if problem is null and not v_same or problem = 'overruled' then
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    values (b.id, 'marked', p_actor, p_actor_id, v_changes, p_now);
  end if;
  return query select problem, b.booking_date, b.start_time, b.attendance, b.arrived_guests, b.marked_at;
end $$;
