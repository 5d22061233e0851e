-- Placing one booking, whichever way its slot is named: the words in which it is asked for, and what follows from it.

-- What a party wants. The slot is named by pattern_id and slot_date, by availability_id, or by the experience's slot_date
-- and start_time; the price that was shown is price_per_person, or the party's total_price. asked_at is the moment the
-- request came in: cut-off and horizon are judged by it.
create type booking_wish as (
  id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date, start_time time,
  number_of_guests integer, price_per_person numeric, total_price numeric, guest_name text, guest_email text,
  guest_phone text, special_requests text, user_id uuid, idempotency_key uuid, request_hash text, asked_at timestamptz
);

-- The slots a wish may mean, before anything is locked: the pattern and the legacy row that its words fit.
create function patterns_meant(w booking_wish) returns setof uuid
language sql stable
begin atomic
  select p.id from availability_patterns p
  where p.experience_id = w.experience_id and p.is_active
    and (p.id = w.pattern_id or p.start_time = w.start_time)
    and w.slot_date between p.valid_from and coalesce(p.valid_until, 'infinity')
    and extract(isodow from w.slot_date)::smallint = any (p.days_of_week);
end;

create function legacy_slots_meant(w booking_wish) returns setof uuid
language sql stable
begin atomic
  select a.id from availability a
  where a.experience_id = w.experience_id
    and (a.id = w.availability_id or a.start_time at time zone 'Europe/London' = w.slot_date + w.start_time);
end;

-- What a booking's mail says, as things stand.
create function email_payload(b bookings, e experiences, v vineyards, p_email_type text) returns jsonb
language sql stable
return jsonb_build_object(
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
);
create or replace function email_payload(p_booking_id uuid, p_email_type text) returns jsonb
language sql stable
as $$
  select email_payload(b, e, v, p_email_type)
  from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
  where b.id = p_booking_id
$$;

-- One wish, whatever it is for. It is now one function for both ways to name a slot: a start that moved away while the
-- wish waited for its pattern is gone, and the pattern's new start is not booked in its place.
-- Returns one row. problem null: booked. 'repeated': the same request was booked before. 'key_reused': the key
-- belongs to another request, booking_id names that one's booking. 'gone' (no such slot), 'full' (remaining says how many
-- are left, 0 where none), 'price' (price_per_person is today's), 'group_size': nothing was written.
drop function place_booking_by_start(jsonb, timestamptz);
drop function place_booking(jsonb, timestamptz);
create function place_booking(w booking_wish)
returns table (problem text, booking_id uuid, remaining integer, price_per_person numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  slot record;
  earlier record;
  made bookings;
  places_taken boolean;
begin
  select b.id, b.request_hash = decode(w.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = w.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;

  if w.pattern_id is null and w.availability_id is null then
    select p into w.pattern_id from patterns_meant(w) p;
    if not found then
      select a into w.availability_id from legacy_slots_meant(w) a;
    end if;
  end if;
  perform lock_slots(array[w.pattern_id], array[w.availability_id]);

  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id and v.is_visible
  where x.id = w.experience_id and x.vineyard_id = w.vineyard_id and x.is_active;
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;
  if coalesce(w.total_price = e.price_per_person * w.number_of_guests, w.price_per_person = e.price_per_person) is not true then
    return query select 'price', null::uuid, null::int, e.price_per_person;
    return;
  end if;
  if w.number_of_guests not between e.min_group_size and coalesce(e.max_group_size, 10) then
    return query select 'group_size', null::uuid, null::int, null::numeric;
    return;
  end if;

  if e.host_id is not null then
    perform meet_at_host(e.host_id);
  end if;

  select s.* into slot from slots_of(w.experience_id, w.slot_date, w.slot_date, w.asked_at) s
  where s.pattern_id is not distinct from w.pattern_id and s.availability_id is not distinct from w.availability_id
    and s.start_time = coalesce(w.start_time, s.start_time);
  if not found then
    return query select 'gone', null::uuid, null::int, null::numeric;
    return;
  end if;

  if slot.remaining < w.number_of_guests then
    places_taken := false;
  elsif w.pattern_id is not null then
    places_taken := take_places(w.pattern_id, w.slot_date, slot.capacity, w.number_of_guests);
  else
    places_taken := take_legacy_places(w.availability_id, w.number_of_guests);
  end if;

  if places_taken then
    insert into bookings as b (
      id, reference, user_id, vineyard_id, experience_id, pattern_id, availability_id, booking_date,
      start_time, end_time, starts_at, ends_at, number_of_guests, guest_name, guest_email, guest_phone,
      special_requests, price_per_person, total_price, currency, status, idempotency_key, request_hash,
      created_at, updated_at
    )
    select
      w.id, new_reference(), w.user_id, e.vineyard_id, e.id, w.pattern_id, w.availability_id, slot.slot_date,
      slot.start_time, slot.end_time, slot.starts_at, slot.ends_at, w.number_of_guests, w.guest_name, w.guest_email,
      w.guest_phone, coalesce(w.special_requests, ''), e.price_per_person, e.price_per_person * w.number_of_guests,
      e.currency, case when e.is_instant then 'confirmed' else 'pending' end, w.idempotency_key,
      decode(w.request_hash, 'hex'), w.asked_at, w.asked_at
    on conflict (idempotency_key) do nothing
    returning b.* into made;
    if found then
      perform note_placed(array[made]);
      return query select null::text, w.id, null::int, null::numeric;
      return;
    end if;
    -- The same key was booked while we took the places: they go back, the first booking stands.
    if w.pattern_id is not null then
      update slot_inventory i set booked = i.booked - w.number_of_guests
      where i.pattern_id = w.pattern_id and i.slot_date = w.slot_date;
    else
      update availability a set available_slots = available_slots + w.number_of_guests, taken = taken - w.number_of_guests
      where a.id = w.availability_id;
    end if;
  end if;

  -- Refused, or beaten by ourselves: a request with our key that was booked meanwhile is the answer to this one.
  select b.id, b.request_hash = decode(w.request_hash, 'hex') as same into earlier
  from bookings b where b.idempotency_key = w.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated' else 'key_reused' end, earlier.id, null::int, null::numeric;
    return;
  end if;
  return query
  select case when count(*) > 0 then 'full' else 'gone' end, null::uuid, coalesce(max(s.remaining), 0), null::numeric
  from slots_of(w.experience_id, w.slot_date, w.slot_date, w.asked_at) s
  where s.pattern_id is not distinct from w.pattern_id and s.availability_id is not distinct from w.availability_id
    and s.start_time = coalesce(w.start_time, s.start_time);
end $$;

-- The events and the mails of bookings just placed, as of when they were made: each begins pending; what is confirmed
-- by the system at once says so in one mail.
create function note_placed(p_bookings bookings[]) returns void
language sql volatile
as $$
  with happened as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    select b.id, step.kind, step.actor, step.actor_id, step.changes, b.created_at
    from unnest(p_bookings) as b
      cross join lateral (
        values
          (1, 'created', 'guest', b.user_id, '{"status": [null, "pending"]}'::jsonb),
          (2, 'status', 'system', null, '{"status": ["pending", "confirmed"]}'::jsonb)
      ) as step (place, kind, actor, actor_id, changes)
    where step.place = 1 or b.status = 'confirmed'
    order by step.place
    returning id, booking_id, kind
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select b.id, h.id, m.email_type, b.guest_email, email_payload(b, e, v, m.email_type), b.created_at
  from unnest(p_bookings) as b
    join happened h on h.booking_id = b.id
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id
    cross join lateral (select case b.status when 'confirmed' then 'confirmed' else 'received' end) as m (email_type)
  where h.kind = case b.status when 'confirmed' then 'status' else 'created' end
$$;
