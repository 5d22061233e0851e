-- A spoken name for a booking that no other has: no letters or figures that look or sound alike.
create function new_reference() returns text
language plpgsql volatile
as $$
declare
  drawn text;
begin
  loop
    select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + floor(random() * 31)::int, 1), '') into drawn
    from generate_series(1, 6);
    drawn := 'CV-' || substr(drawn, 1, 4) || '-' || substr(drawn, 5, 2);
    if not exists (select from bookings where reference = drawn) then
      return drawn;
    end if;
  end loop;
end $$;

-- The payload the specification names for a booking's mails, as things stood when it was caused.
create function email_payload(p_booking_id uuid, p_email_type text) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'bookingId', b.id,
    'guestName', b.guest_name,
    'guestEmail', b.guest_email,
    'experienceTitle', e.title,
    'vineyardName', v.name,
    'bookingDate', to_char(b.booking_date, 'FMDay, FMMonth FMDD, YYYY'),
    'bookingTime', b.booking_time,
    'numGuests', b.number_of_guests,
    'totalPrice', b.total_price,
    'vineyardAddress', v.address,
    'vineyardCity', v.city,
    'vineyardRegion', v.region,
    'vineyardPostcode', v.postcode,
    'emailType', p_email_type
  )
  from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
  where b.id = p_booking_id
$$;

-- Writes what happened and, where a mail belongs to it, the mail.
create function note_booking_event(
  p_booking_id uuid, p_kind text, p_actor text, p_actor_id uuid, p_changes jsonb, p_email_type text, p_now timestamptz
) returns void
language sql volatile
as $$
  with event as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    values (p_booking_id, p_kind, p_actor, p_actor_id, p_changes, p_now)
    returning id
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select p_booking_id, event.id, p_email_type, b.guest_email, email_payload(p_booking_id, p_email_type), p_now
  from event, bookings b
  where b.id = p_booking_id and p_email_type is not null
$$;

-- Takes places in a slot's counter if they are there. The check and the change are one statement.
create function take_places(p_pattern_id uuid, p_slot_date date, p_capacity integer, p_guests integer) returns boolean
language plpgsql volatile
as $$
begin
  insert into slot_inventory as i (pattern_id, slot_date, capacity, booked)
  select p_pattern_id, p_slot_date, p_capacity, p_guests where p_guests <= p_capacity
  on conflict (pattern_id, slot_date) do update
    set booked = i.booked + excluded.booked, capacity = excluded.capacity
    where i.booked + i.overbooked + excluded.booked <= excluded.capacity;
  return found;
end $$;

create function give_places_back(b bookings) returns void
language sql volatile
as $$
  update slot_inventory set
    booked = booked - case when b.is_overbooked then 0 else b.number_of_guests end,
    overbooked = overbooked - case when b.is_overbooked then b.number_of_guests else 0 end
  where pattern_id = b.pattern_id and slot_date = b.booking_date;
  update availability set
    available_slots = available_slots + case when b.is_overbooked then 0 else b.number_of_guests end,
    taken = taken - case when b.is_overbooked then 0 else b.number_of_guests end,
    overbooked = overbooked - case when b.is_overbooked then b.number_of_guests else 0 end
  where id = b.availability_id;
$$;

-- Books a party into a slot: places, booking, event and mail, or none of them, in one round trip.
-- p_request: id, vineyard_id, experience_id, pattern_id | availability_id, slot_date, number_of_guests,
-- price_per_person (as it was shown), guest_name, guest_email, guest_phone, special_requests, user_id,
-- idempotency_key, request_hash (hex).
-- Returns one row. problem null: booked. 'repeated': the same request was booked before. 'key_reused': the key
-- belongs to another request, booking_id names that one's booking. 'gone', 'full' (remaining says how many are left),
-- 'price' (price_per_person is today's), 'group_size': nothing was written.
create function place_booking(p_request jsonb, p_now timestamptz)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  r record;
  e experiences;
  slot record;
  earlier record;
  places_taken boolean;
begin
  select * into r from jsonb_to_record(p_request) as t (
    id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date,
    number_of_guests integer, price_per_person numeric, guest_name text, guest_email text, guest_phone text,
    special_requests text, user_id uuid, idempotency_key uuid, request_hash text
  );

  select b.id, b.request_hash = decode(r.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;

  -- Whoever closes, cuts or deactivates locks the pattern for update first: after this line nothing moves below us.
  perform from availability_patterns p where p.id = r.pattern_id for share;

  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id and v.is_visible
  where x.id = r.experience_id and x.vineyard_id = r.vineyard_id and x.is_active;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;
  if e.price_per_person is distinct from r.price_per_person then
    return query select 'price', null::uuid, null::int, e.price_per_person;
    return;
  end if;
  if r.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int, null::numeric;
    return;
  end if;

  -- Bookings under one host meet in its row before they count who is there.
  if e.host_id is not null then
    update hosts set taken_turns = taken_turns + 1 where id = e.host_id;
  end if;

  select s.* into slot from slots_of(r.experience_id, r.slot_date, r.slot_date, p_now) s
  where s.pattern_id is not distinct from r.pattern_id and s.availability_id is not distinct from r.availability_id;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;

  if slot.remaining < r.number_of_guests then
    places_taken := false;
  elsif r.pattern_id is not null then
    places_taken := take_places(r.pattern_id, r.slot_date, slot.capacity, r.number_of_guests);
  else
    update availability a set available_slots = available_slots - r.number_of_guests, taken = taken + r.number_of_guests
    where a.id = r.availability_id and a.available_slots >= r.number_of_guests;
    places_taken := found;
  end if;

  if places_taken then
    insert into bookings (
      id, reference, user_id, vineyard_id, experience_id, pattern_id, availability_id, booking_date,
      start_time, end_time, starts_at, ends_at, number_of_guests, guest_name, guest_email, guest_phone,
      special_requests, price_per_person, total_price, currency, status, idempotency_key, request_hash,
      created_at, updated_at
    )
    select
      r.id, new_reference(), r.user_id, e.vineyard_id, e.id, r.pattern_id, r.availability_id, slot.slot_date,
      slot.start_time, slot.end_time, slot.starts_at, slot.ends_at, r.number_of_guests, r.guest_name, r.guest_email,
      r.guest_phone, coalesce(r.special_requests, ''), e.price_per_person, e.price_per_person * r.number_of_guests,
      e.currency, case when e.is_instant then 'confirmed' else 'pending' end, r.idempotency_key,
      decode(r.request_hash, 'hex'), p_now, p_now
    on conflict (idempotency_key) do nothing;
    if found then
      perform note_booking_event(
        r.id, 'created', 'guest', r.user_id, jsonb_build_object('status', jsonb_build_array(null, 'pending')),
        case when e.is_instant then null else 'received' end, p_now
      );
      if e.is_instant then
        perform note_booking_event(
          r.id, 'status', 'system', null, jsonb_build_object('status', jsonb_build_array('pending', 'confirmed')),
          'confirmed', p_now
        );
      end if;
      return query select null::text, r.id, null::int, null::numeric;
      return;
    end if;
    -- The same key was booked while we took the places: they go back, the first booking stands.
    if r.pattern_id is not null then
      update slot_inventory i set booked = i.booked - r.number_of_guests
      where i.pattern_id = r.pattern_id and i.slot_date = r.slot_date;
    else
      update availability a set available_slots = available_slots + r.number_of_guests, taken = taken - r.number_of_guests
      where a.id = r.availability_id;
    end if;
  end if;

  -- Refused, or beaten by ourselves: a request with our key that was booked meanwhile is the answer to this one.
  select b.id, b.request_hash = decode(r.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;
  return query
  select case when left_now.remaining > 0 then 'full' else 'gone' end, null::uuid, left_now.remaining, null::numeric
  from (
    select coalesce(max(s.remaining), 0) as remaining
    from slots_of(r.experience_id, r.slot_date, r.slot_date, p_now) s
    where s.pattern_id is not distinct from r.pattern_id and s.availability_id is not distinct from r.availability_id
  ) as left_now;
end $$;

-- Books by experience, day and start, as a caller does who knows no slot id; otherwise as place_booking.
-- p_request besides: start_time, and in the place of price_per_person the party's total_price.
create function place_booking_by_start(p_request jsonb, p_now timestamptz)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language sql volatile
as $$
  select placed.*
  from jsonb_to_record(p_request) as r (
    experience_id uuid, slot_date date, start_time time, number_of_guests integer, total_price numeric
  )
  left join availability_patterns p
    on p.experience_id = r.experience_id and p.is_active and p.start_time = r.start_time
    and r.slot_date between p.valid_from and coalesce(p.valid_until, 'infinity')
    and extract(isodow from r.slot_date)::smallint = any (p.days_of_week)
  left join availability a
    on p.id is null and a.experience_id = r.experience_id
    and a.start_time at time zone 'Europe/London' = r.slot_date + r.start_time
  cross join lateral place_booking(
    p_request || jsonb_build_object(
      'pattern_id', p.id, 'availability_id', a.id, 'price_per_person', r.total_price / r.number_of_guests
    ),
    p_now
  ) as placed
$$;

-- A guest cancels: only what is neither cancelled nor completed, only before the cut-off, and only once.
-- problem null: cancelled now. 'absent', 'final' (cancelled or completed already), 'late' (past the cut-off).
create function cancel_booking_as_guest(p_booking_id uuid, p_now timestamptz)
returns table (problem text)
language plpgsql volatile
as $$
declare
  before bookings;
  cutoff integer;
begin
  select * into before from bookings where id = p_booking_id for update;
  if not found then
    return query select 'absent';
    return;
  end if;
  if before.status in ('cancelled', 'completed') then
    return query select 'final';
    return;
  end if;
  select cancellation_cutoff_minutes into cutoff from experiences where id = before.experience_id;
  if p_now >= before.starts_at - make_interval(mins => cutoff) then
    return query select 'late';
    return;
  end if;

  update bookings set status = 'cancelled' where id = p_booking_id;
  perform give_places_back(before);
  perform note_booking_event(
    p_booking_id, 'status', 'guest', before.user_id,
    jsonb_build_object('status', jsonb_build_array(before.status, 'cancelled')), 'cancelled', p_now
  );
  return query select null::text;
end $$;
