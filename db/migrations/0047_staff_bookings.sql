-- A booking that staff take by phone or at the gate: the rules of any other, but held by no cut-off and no horizon, and
-- with p_overbook beyond what is there. It is confirmed at once by who took it. p_vineyard_id is the winemaker's, null for
-- an admin. problem null: booked. 'repeated': the same key was booked before, booking_id names it; 'absent': no such
-- experience in reach; 'group_size'; 'gone': no such slot; 'full': remaining says how many are left.
create function place_staff_booking(
  w booking_wish, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem text, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  room record;
  earlier uuid;
begin
  perform lock_slots(array[w.pattern_id], array[w.availability_id]);
  select b.id into earlier from bookings b
  where b.idempotency_key = w.idempotency_key and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id);
  if found then
    return query select 'repeated', earlier, null::int;
    return;
  end if;

  select x.* into e from experiences x
  where x.id = w.experience_id and x.is_active and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent', null::uuid, null::int;
    return;
  end if;
  if w.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int;
    return;
  end if;

  perform meet_at_host(e.host_id);
  if w.pattern_id is null then
    select london_today(a.start_time) into w.slot_date from availability a where a.id = w.availability_id;
  end if;
  select t.* into room from take_room(
    null, e.id, w.pattern_id, w.availability_id, w.slot_date, null, w.number_of_guests, true, p_overbook, p_now
  ) t;
  if room.problem is not null then
    return query select room.problem, null::uuid, room.remaining;
    return;
  end if;

  insert into bookings (
    id, reference, vineyard_id, experience_id, pattern_id, availability_id, booking_date, start_time, end_time, starts_at,
    ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
    currency, status, is_overbooked, idempotency_key, request_hash, created_at, updated_at
  ) values (
    w.id, new_reference(), e.vineyard_id, e.id, w.pattern_id, w.availability_id, room.slot_date, room.start_time,
    room.end_time, room.starts_at, room.ends_at, w.number_of_guests, w.guest_name, w.guest_email, w.guest_phone,
    coalesce(w.special_requests, ''), e.price_per_person, e.price_per_person * w.number_of_guests, e.currency,
    'confirmed', room.overbooked, w.idempotency_key, decode(w.request_hash, 'hex'), p_now, p_now
  );
  perform note_booking_event(w.id, 'created', p_actor, p_actor_id, '{"status": [null, "pending"]}', null, p_now);
  if room.overbooked then
    perform note_booking_event(
      w.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(0, w.number_of_guests)), null, p_now
    );
  end if;
  perform note_booking_event(
    w.id, 'status', p_actor, p_actor_id, '{"status": ["pending", "confirmed"]}', 'confirmed', p_now
  );
  return query select null::text, w.id, null::int;
end $$;
