-- A guest who changes a booking has a page before them: the start it offered and the booking it showed must still be so,
-- or what is done is not what was pressed.

-- Moves a booking to another slot or another party, or both: new places before old ones, never both, never neither. It
-- keeps its status and the price per person it was booked at. p_actor 'guest' is held by the cut-offs, staff are not.
-- p_to: pattern_id and slot_date | availability_id | neither (the slot stays), number_of_guests (absent: the party stays);
-- start_time: the start that was shown for the slot, which it must still have; seen: what was shown of the booking,
-- any of its columns, which must still be so.
-- problem null: moved. 'absent', 'final' (cancelled or completed), 'late' (past the cancellation cut-off), 'group_size',
-- 'unchanged', 'changed' (it is no longer what was seen), 'gone' (no such slot), 'full' (remaining: what it could have
-- there, its own places reckoned as free).
create or replace function move_booking(
  p_booking_id uuid, p_vineyard_id uuid, p_to jsonb, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted record;
  before bookings;
  after bookings;
  e experiences;
  as_staff boolean := p_actor <> 'guest';
  new_slot boolean;
  same_counter boolean;
  same_slot boolean;
  slot record;
  room record;
begin
  select * into wanted from jsonb_to_record(p_to) as t (
    pattern_id uuid, availability_id uuid, slot_date date, start_time time, number_of_guests integer, seen jsonb
  );
  before := lock_booking(p_booking_id, p_vineyard_id, wanted.pattern_id, wanted.availability_id);
  if before.id is null then
    return query select 'absent', null::int;
    return;
  end if;
  if before.status in ('cancelled', 'completed') then
    return query select 'final', null::int;
    return;
  end if;
  select x.* into e from experiences x where x.id = before.experience_id;
  if not as_staff and p_now >= before.starts_at - make_interval(mins => e.cancellation_cutoff_minutes) then
    return query select 'late', null::int;
    return;
  end if;

  new_slot := num_nonnulls(wanted.pattern_id, wanted.availability_id) > 0;
  wanted.number_of_guests := coalesce(wanted.number_of_guests, before.number_of_guests);
  if not new_slot then
    wanted.pattern_id := before.pattern_id;
    wanted.availability_id := before.availability_id;
    wanted.slot_date := before.booking_date;
  elsif wanted.pattern_id is null then
    select london_today(a.start_time) into wanted.slot_date from availability a where a.id = wanted.availability_id;
  end if;
  if wanted.number_of_guests <> before.number_of_guests
    and wanted.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::int;
    return;
  end if;

  perform meet_at_host(e.host_id);
  same_counter := (wanted.pattern_id, wanted.availability_id) is not distinct from (before.pattern_id, before.availability_id)
    and (wanted.pattern_id is null or wanted.slot_date = before.booking_date);
  if same_counter then
    perform from slot_inventory i where i.pattern_id = before.pattern_id and i.slot_date = before.booking_date for update;
  end if;
  select s.* into slot
  from slots_for(e.id, wanted.slot_date, wanted.slot_date, p_now, as_staff, before.id) s
  where s.pattern_id is not distinct from wanted.pattern_id and s.availability_id is not distinct from wanted.availability_id
    and s.start_time = case when new_slot then coalesce(wanted.start_time, s.start_time) else before.start_time end;
  -- A pattern may have moved to another start since: then the same slot is another one.
  same_slot := same_counter and coalesce(coalesce(slot.start_time, wanted.start_time) = before.start_time, true);

  after := before;
  after.number_of_guests := wanted.number_of_guests;
  after.total_price := before.price_per_person * wanted.number_of_guests;
  if same_slot and after.number_of_guests = before.number_of_guests then
    return query select 'unchanged', null::int;
    return;
  end if;
  if not to_jsonb(before) @> coalesce(wanted.seen, '{}') then
    return query select 'changed', null::int;
    return;
  end if;

  if same_slot and after.number_of_guests < before.number_of_guests then
    -- Fewer people always fit, in a closed slot too.
    perform resize_places(before, after.number_of_guests, before.is_overbooked);
  else
    if slot.starts_at is null and as_staff and num_nonnulls(wanted.pattern_id, wanted.availability_id) = 0 then
      -- A booking outside slots is bounded by its host alone.
      select before.booking_date as slot_date, before.start_time, before.end_time, before.starts_at, before.ends_at,
        null::integer as capacity, host_room(e.host_id, before.starts_at, before.ends_at, before.id) as remaining into slot;
    elsif slot.starts_at is null then
      return query select 'gone', null::int;
      return;
    end if;
    if slot.remaining < after.number_of_guests and not p_overbook then
      return query select 'full', slot.remaining;
      return;
    end if;
    if same_counter then
      after.is_overbooked := slot.remaining < after.number_of_guests;
      perform resize_places(
        before, after.number_of_guests, after.is_overbooked, case when after.is_overbooked then null else slot.capacity end
      );
      room := slot;
    else
      perform lock_counters(before.pattern_id, before.booking_date, wanted.pattern_id, wanted.slot_date, slot.capacity);
      select t.* into room from take_room(
        before.id, e.id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time,
        after.number_of_guests, as_staff, p_overbook, p_now
      ) t;
      if room.problem is not null then
        return query select room.problem, room.remaining;
        return;
      end if;
      perform give_places_back(before);
      after.is_overbooked := room.overbooked;
    end if;
    after.pattern_id := wanted.pattern_id;
    after.availability_id := wanted.availability_id;
    after.booking_date := room.slot_date;
    after.start_time := room.start_time;
    after.end_time := room.end_time;
    after.starts_at := room.starts_at;
    after.ends_at := room.ends_at;
  end if;

  update bookings b set
    (pattern_id, availability_id, booking_date, start_time, end_time, starts_at, ends_at, number_of_guests, total_price, is_overbooked)
    = (select
      after.pattern_id, after.availability_id, after.booking_date, after.start_time, after.end_time, after.starts_at,
      after.ends_at, after.number_of_guests, after.total_price, after.is_overbooked)
  where b.id = before.id;
  if after.is_overbooked and not same_slot or after.is_overbooked and after.number_of_guests > before.number_of_guests then
    perform note_booking_event(
      before.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(before.number_of_guests, after.number_of_guests)), null, p_now
    );
  end if;
  perform note_booking_event(
    before.id, 'moved', p_actor, p_actor_id, booking_differences(before, after), 'moved', p_now
  );
  return query select null::text, null::int;
end $$;
