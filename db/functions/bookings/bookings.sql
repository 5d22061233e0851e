-- A request to book. Without a channel, the booking gets 'public' or, if staff book, 'staff' or 'walk_in'. The request
-- names the slot by pattern_id and slot_date, by availability_id, or by slot_date and start_time. price_per_person or
-- total_price is the price that the guest saw. Cut-off and horizon count from requested_at. Only staff may set
-- beyond_limits.
create type booking_request as (
  id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date, start_time time,
  number_of_guests integer, price_per_person numeric, total_price numeric, guest_name text, guest_email text,
  guest_phone text, special_requests text, user_id uuid, idempotency_key uuid, request_hash text, requested_at timestamptz,
  channel text, external_reference text, api_key_id uuid, emails_guest boolean, beyond_limits boolean
);

-- Returns the SEQUENCE of a booking in calendar files: the number of entries in the booking's history after the first.
create function calendar_sequence(b bookings) returns integer
language sql stable
return (select count(*)::int - 1 from booking_events t where t.booking_id = b.id);

-- Returns whether an upcoming booking has been pending for more than 24 hours, so that the vineyard is reminded.
create function is_long_pending(b bookings, p_now timestamptz) returns boolean
language sql stable
return b.status = 'pending' and b.called_off_at is null and not b.is_test and b.starts_at > p_now
  and b.created_at <= p_now - interval '24 hours';

-- Returns a reference that no booking has yet: six letters and digits without look-alikes.
create function new_reference() returns text
language plpgsql volatile
as $$
declare
  characters constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  candidate text;
begin
  loop
    candidate := 'CV-'
      || substr(characters, 1 + floor(random() * 31)::int, 1) || substr(characters, 1 + floor(random() * 31)::int, 1)
      || substr(characters, 1 + floor(random() * 31)::int, 1) || substr(characters, 1 + floor(random() * 31)::int, 1)
      || '-' || substr(characters, 1 + floor(random() * 31)::int, 1) || substr(characters, 1 + floor(random() * 31)::int, 1);
    if not exists (select from bookings where reference = candidate) then
      return candidate;
    end if;
  end loop;
end $$;

-- Returns the guest's name for staff, or a substitute: walk-ins and guests of resellers need not give a name.
create function guest_name_of(b bookings) returns text
language sql immutable
return coalesce(b.guest_name, case b.channel when 'reseller' then 'Reseller’s guest' else 'Walk-in' end);

create function email_payload(b bookings, e experiences, v vineyards, p_email_type text) returns jsonb
language sql stable
return jsonb_build_object(
  'bookingId', b.id,
  'guestName', guest_name_of(b),
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

create function email_payload(p_booking_id uuid, p_email_type text) returns jsonb
language sql stable
as $$
  select email_payload(b, e, v, p_email_type)
  from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
  where b.id = p_booking_id
$$;

-- Adds an event to a booking's history, and queues its email if the guest has an address. The email about a change
-- waits until staff can no longer undo the change.
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
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at, deliver_after)
  select p_booking_id, event.id, p_email_type, b.guest_email, email_payload(p_booking_id, p_email_type), p_now,
    case
      when p_kind = 'status' then b.undo_until
      when p_kind = 'called_off' or p_changes -> 'session_move' ->> 1 is not null then undo_until(p_actor, p_now)
    end
  from event, bookings b
  where b.id = p_booking_id and p_email_type is not null and emails_changes(b);

  -- Notifies the vineyard of a change by a guest or seller if the guest gets no email. Otherwise the worker notifies the
  -- vineyard when it sends the guest's email.
  select queue_vineyard_notices(array[max(e.id)], array[p_email_type], p_now)
  from bookings b join booking_events e on e.booking_id = b.id
  where b.id = p_booking_id and not emails_changes(b) and p_actor in ('guest', 'key')
    and p_email_type is not null
  having count(*) > 0
$$;

-- Writes the events and the email of a new booking. Every booking starts as pending; a booking that is confirmed straight
-- away gets only the confirmation email.
create function note_created_booking(b bookings) returns void
language sql volatile
as $$
  with event as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    select b.id, step.kind, step.actor, step.actor_id, step.changes, b.created_at
    from (
        values
          (1, 'created', 'guest', b.user_id, '{"status": [null, "pending"]}'::jsonb),
          (2, 'status', 'system', null, '{"status": ["pending", "confirmed"]}'::jsonb)
      ) as step (ordinal, kind, actor, actor_id, changes)
    where step.ordinal = 1 or b.status = 'confirmed'
    order by step.ordinal
    returning id, kind
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select b.id, event.id, m.email_type, b.guest_email, email_payload(b, e, v, m.email_type), b.created_at
  from event
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id
    cross join (select case b.status when 'confirmed' then 'confirmed' else 'received' end) as m (email_type)
  where event.kind = case b.status when 'confirmed' then 'status' else 'created' end
$$;

-- Returns the slot that a request names, or null if it is not stored.
create function requested_slot(r booking_request) returns uuid
language sql stable
return stored_slot(r.experience_id, r.pattern_id, r.availability_id, r.slot_date, r.start_time);

-- Takes places for a request and writes the booking, at the price in the request or, if there is none, the experience's price. A
-- booking with the id of a hold gets the start time of the hold. The outcomes are those of take_places.
create function insert_booking(
  r booking_request, p_slot_id uuid, p_status text, p_way take_way, p_as_staff boolean, p_now timestamptz
)
returns table (outcome take_outcome, remaining integer, booking bookings)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  places record;
begin
  select * into places
  from take_places(p_slot_id, r.number_of_guests, p_way, r.id, p_as_staff, p_now, r.start_time);
  if places.outcome <> 'taken' then
    return query select places.outcome, coalesce(places.remaining, 0), null::bookings;
    return;
  end if;
  return query
  insert into bookings as b (
    id, reference, user_id, vineyard_id, experience_id, slot_id, pattern_id, availability_id, booking_date, start_time,
    end_time, starts_at, ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests,
    price_per_person, total_price, currency, status, is_overbooked, channel, external_reference, api_key_id, emails_guest,
    idempotency_key, request_hash, created_at, updated_at, beyond_limits
  )
  select
    r.id, new_reference(), r.user_id, s.vineyard_id, s.experience_id, s.id, s.pattern_id,
    case when s.pattern_id is null then s.id end, s.slot_date, coalesce(h.start_time, s.start_time),
    coalesce(h.end_time, s.end_time), coalesce(h.starts_at, s.starts_at), coalesce(h.ends_at, s.ends_at),
    r.number_of_guests, r.guest_name, r.guest_email, r.guest_phone, coalesce(r.special_requests, ''),
    price.per_person, price.per_person * r.number_of_guests, e.currency, p_status, places.is_overbooked, r.channel,
    r.external_reference, r.api_key_id, coalesce(r.emails_guest, true), r.idempotency_key, decode(r.request_hash, 'hex'),
    p_now, p_now, coalesce(r.beyond_limits, false) and not is_party_size(e, r.number_of_guests)
      or s.is_for_one_party and p_as_staff
  from slots s
    join experiences e on e.id = s.experience_id
    left join holds h on h.id = r.id and h.slot_id = s.id and h.outcome = 'booked'
    cross join lateral (select coalesce(r.price_per_person, e.price_per_person)) as price (per_person)
  where s.id = p_slot_id
  returning places.outcome, null::integer, b;
end $$;

-- Makes requests with the same key wait for each other. Call this function before taking any other lock.
create function lock_idempotency_key(p_key uuid) returns void
language sql volatile
as $$
  select pg_advisory_xact_lock(hashtextextended(p_key::text, 0))
$$;

-- Books the booking_request of a visitor, with event and email. problem: null (booked), 'repeated' (the same request was booked
-- before), 'key_reused' (the key belongs to booking_id), 'gone', 'full' (then remaining has the places left), 'price'
-- (price_per_person is the current price) or 'group_size'. A refusal writes nothing.
create function create_booking(p_request jsonb)
returns table (problem booking_problem, booking_id uuid, remaining integer, price_per_person numeric, booking bookings)
language plpgsql volatile
set lock_timeout = '4s'
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  r booking_request := jsonb_populate_record(null::booking_request, p_request);
  slot_id uuid;
  e experiences;
  created record;
begin
  perform lock_idempotency_key(r.idempotency_key);
  slot_id := requested_slot(r);
  perform lock_slots(array[slot_id]);
  select b.* into booking from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    problem := case when booking.request_hash = decode(r.request_hash, 'hex') then 'repeated' else 'key_reused' end;
    booking_id := booking.id;
    return next;
    return;
  end if;

  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id and v.is_visible
  where x.id = r.experience_id and x.vineyard_id = r.vineyard_id and x.is_active;
  if not found then
    problem := 'gone';
  elsif coalesce(r.total_price = e.price_per_person * r.number_of_guests, r.price_per_person = e.price_per_person) is not true then
    problem := 'price';
    price_per_person := e.price_per_person;
  elsif not is_party_size(e, r.number_of_guests) then
    problem := 'group_size';
  else
    r.price_per_person := e.price_per_person;
    r.channel := coalesce(r.channel, 'public');
    select i.* into created
    from insert_booking(
      r, slot_id, case when e.is_instant then 'confirmed' else 'pending' end, 'ordinary', false, r.requested_at
    ) i;
    problem := nullif(created.outcome, 'taken');
    remaining := created.remaining;
    booking := created.booking;
    booking_id := booking.id;
    if problem is null then
      perform note_created_booking(booking);
    end if;
  end if;
  return next;
end $$;

-- If staff book a party outside the limits of its experience or at a closed start, writes an event that names the actor
-- and the limit. p_before is the size that the party had before.
create function note_beyond_limits(
  b bookings, e experiences, p_before integer, p_actor text, p_actor_id uuid, p_now timestamptz
) returns void
language sql volatile
as $$
  select note_booking_event(
    b.id, 'beyond_limits', p_actor, p_actor_id,
    jsonb_build_object('number_of_guests', jsonb_build_array(p_before, b.number_of_guests)) || jsonb_build_object(
      'beyond_limits', jsonb_build_array(null, case
        when is_party_size(e, b.number_of_guests) then 'closed'
        else format('%s to %s', e.min_group_size, largest_party(e))
      end)
    ),
    null, p_now
  )
  where b.beyond_limits
$$;

-- Creates a confirmed booking for staff, regardless of cut-off and horizon. With p_overbook, the party may exceed the capacity.
-- With beyond_limits, the party may be of any size up to 200, and gets a slot of its own at a closed start. A booking without
-- email and phone is a walk-in. p_vineyard_id is null for an admin. A second submission of a form waits for the first. problem:
-- null, 'repeated' (the same request is booked as booking_id), 'other' (another request used the key), 'absent', 'group_size',
-- 'gone', or 'full' (then remaining has the places left).
create function create_staff_booking(
  r booking_request, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamptz
)
returns table (problem staff_booking_problem, booking_id uuid, remaining integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  slot_id uuid;
  own slots;
  e experiences;
  earlier record;
  created record;
  is_silent boolean;
  has_begun boolean;
begin
  perform lock_idempotency_key(r.idempotency_key);
  slot_id := slot_in_scope(p_vineyard_id, r.experience_id, r.pattern_id, r.availability_id, r.slot_date, r.start_time, p_now);
  perform lock_slots(array[slot_id]);
  select
    b.id, b.request_hash = decode(r.request_hash, 'hex') and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id) as same
  into earlier from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.same then 'repeated'::staff_booking_problem else 'other' end,
      case when earlier.same then earlier.id end, null::int;
    return;
  end if;

  select x.* into e from experiences x
  where x.id = r.experience_id and x.is_active and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  problem := case
    when e.id is null then 'absent'
    when not is_staff_party_size(e, r.number_of_guests, r.beyond_limits) then 'group_size'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  if r.beyond_limits and num_nonnulls(r.pattern_id, r.availability_id) = 0
    and not coalesce((select is_open(s) from slots s where s.id = slot_id), false) then
    own := own_slot(e.id, r.slot_date, r.start_time, r.number_of_guests, p_now);
    insert into slots select own.* where own.id is not null;
    slot_id := own.id;
  end if;

  r.user_id := null;
  r.channel := coalesce(r.channel, case when num_nonnulls(r.guest_email, r.guest_phone) = 0 then 'walk_in' else 'staff' end);
  select * into created
  from insert_booking(
    r, slot_id, 'confirmed', case when p_overbook then 'on_purpose'::take_way else 'ordinary' end, true, p_now
  );
  if created.outcome <> 'taken' then
    delete from slots where id = own.id;
    return query select created.outcome::text::staff_booking_problem, null::uuid, created.remaining;
    return;
  end if;

  -- The history of an imported booking whose guest is not emailed begins with the status confirmed.
  is_silent := r.channel = 'import' and not coalesce(r.emails_guest, true);
  perform note_booking_event(
    r.id, 'created', p_actor, p_actor_id,
    jsonb_build_object('status', jsonb_build_array(null, case when is_silent then 'confirmed' else 'pending' end)), null, p_now
  );
  if (created.booking).is_overbooked then
    perform note_booking_event(
      r.id, 'overbooked', p_actor, p_actor_id,
      jsonb_build_object('number_of_guests', jsonb_build_array(0, r.number_of_guests)), null, p_now
    );
  end if;
  perform note_beyond_limits(created.booking, e, 0, p_actor, p_actor_id, p_now);
  if is_silent is not true then
    -- The guest is not emailed about a visit that has begun: staff add it for their records.
    has_begun := coalesce((created.booking).starts_at <= p_now, false);
    perform note_booking_event(
      r.id, 'status', p_actor, p_actor_id,
      '{"status": ["pending", "confirmed"]}'::jsonb || (case when has_begun then '{"into_past": [false, true]}' else '{}' end)::jsonb,
      case when not has_begun then 'confirmed' end, p_now
    );
  end if;
  return query select null::staff_booking_problem, r.id, null::int;
end $$;
