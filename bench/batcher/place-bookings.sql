-- Many bookings in one transaction and a handful of statements. What is plain (a pattern's slot, no host, a key never
-- seen, a party that fits) is placed for all together; everything else goes through the function that places one.
-- Slots are locked in the order of their keys, so that two batches never wait for each other crosswise; within a slot
-- who came first is first. p_requests are those of place_booking or, where they hold a start_time, of
-- place_booking_by_start. One row per request, `turn` from 1; what was placed for all together comes with its row, so
-- that nobody has to read it again. A key that another process books meanwhile fails the whole: try each alone then.
drop function if exists place_bookings;
create function place_bookings(p_requests jsonb[], p_now timestamptz)
returns table (turn integer, problem text, booking_id uuid, remaining integer, price_per_person numeric, booking jsonb)
language plpgsql volatile
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  r record;
  taken integer;
  at_pattern uuid;
  at_date date;
  at_capacity integer;
  accepted jsonb[] := '{}';
  placed integer[] := '{}';
  places integer := 0;
  written jsonb;
begin
  -- Whoever closes, cuts or deactivates locks the pattern for update first: after this line nothing moves below us.
  perform lock_slots(
    array(
      select p.id
      from unnest(p_requests) as request
        cross join lateral jsonb_to_record(request) as t (
          experience_id uuid, slot_date date, start_time time, pattern_id uuid
        )
        join availability_patterns p
          on p.experience_id = t.experience_id and p.is_active
          and (p.id = t.pattern_id or p.start_time = t.start_time)
          and t.slot_date between p.valid_from and coalesce(p.valid_until, 'infinity')
          and extract(isodow from t.slot_date)::smallint = any (p.days_of_week)
    ),
    null
  );
  -- Hosts come after patterns and before counters, as everywhere; those of the batch by key.
  perform from hosts h
  where h.id in (
    select e.host_id from unnest(p_requests) as request join experiences e on e.id = (request ->> 'experience_id')::uuid
  )
  order by h.id for no key update;

  for r in
    with asked as (
      select q.n::int as n, q.request, t.*
      from unnest(p_requests) with ordinality as q (request, n)
        cross join lateral jsonb_to_record(q.request) as t (
          vineyard_id uuid, experience_id uuid, slot_date date, start_time time, pattern_id uuid,
          number_of_guests integer, price_per_person numeric, total_price numeric, idempotency_key uuid
        )
    ),
    slots as (
      select d.experience_id, s.*
      from (select distinct experience_id, slot_date from asked) d
        cross join lateral slots_of(d.experience_id, d.slot_date, d.slot_date, p_now) s
      where s.pattern_id is not null
    )
    select
      a.n, a.number_of_guests as guests, s.pattern_id, s.slot_date, s.capacity,
      a.request || jsonb_build_object(
        'pattern_id', s.pattern_id, 'start_time', s.start_time, 'end_time', s.end_time, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
        'price_per_person', e.price_per_person, 'total_price', e.price_per_person * a.number_of_guests,
        'status', case when e.is_instant then 'confirmed' else 'pending' end
      ) as booking
    from asked a
      join experiences e on e.id = a.experience_id and e.vineyard_id = a.vineyard_id and e.host_id is null and e.is_active
      join slots s on s.experience_id = a.experience_id and s.slot_date = a.slot_date
        and (s.pattern_id = a.pattern_id or s.start_time = a.start_time)
    where coalesce(a.total_price = e.price_per_person * a.number_of_guests, a.price_per_person = e.price_per_person)
      and a.number_of_guests between e.min_group_size and coalesce(e.max_group_size, 10)
      and a.number_of_guests <= s.capacity
      and not exists (select from bookings b where b.idempotency_key = a.idempotency_key)
      and not exists (select from asked other where other.idempotency_key = a.idempotency_key and other.n < a.n)
    order by s.pattern_id, s.slot_date, a.n
  loop
    if r.pattern_id is distinct from at_pattern or r.slot_date is distinct from at_date then
      update slot_inventory i set booked = i.booked + places, capacity = at_capacity, kept = 0
      where i.pattern_id = at_pattern and i.slot_date = at_date and places > 0;
      insert into slot_inventory as i (pattern_id, slot_date, capacity) values (r.pattern_id, r.slot_date, r.capacity)
      on conflict (pattern_id, slot_date) do update set capacity = i.capacity
      returning i.booked + i.overbooked into taken;
      at_pattern := r.pattern_id;
      at_date := r.slot_date;
      at_capacity := r.capacity;
      places := 0;
    end if;
    if taken + places + r.guests <= r.capacity then
      places := places + r.guests;
      accepted := accepted || r.booking;
      placed := placed || r.n;
    end if;
  end loop;
  update slot_inventory i set booked = i.booked + places, capacity = at_capacity, kept = 0
  where i.pattern_id = at_pattern and i.slot_date = at_date and places > 0;

  with inserted as (
    insert into bookings (
      id, reference, user_id, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at,
      ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
      status, idempotency_key, request_hash, created_at, updated_at
    )
    select
      t.id, new_reference(), t.user_id, t.vineyard_id, t.experience_id, t.pattern_id, t.slot_date, t.start_time,
      t.end_time, t.starts_at, t.ends_at, t.number_of_guests, t.guest_name, t.guest_email, t.guest_phone,
      coalesce(t.special_requests, ''), t.price_per_person, t.total_price, t.status, t.idempotency_key,
      decode(t.request_hash, 'hex'), p_now, p_now
    from unnest(accepted) as booking
      cross join lateral jsonb_to_record(booking) as t (
        id uuid, user_id uuid, vineyard_id uuid, experience_id uuid, pattern_id uuid, slot_date date, start_time time,
        end_time time, starts_at timestamptz, ends_at timestamptz, number_of_guests integer, guest_name text,
        guest_email text, guest_phone text, special_requests text, price_per_person numeric, total_price numeric,
        status text, idempotency_key uuid, request_hash text
      )
    returning *
  ),
  happened as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    select b.id, step.kind, step.actor, step.actor_id, step.changes, p_now
    from inserted b
      cross join lateral (
        values
          (1, 'created', 'guest', b.user_id, '{"status": [null, "pending"]}'::jsonb),
          (2, 'status', 'system', null, '{"status": ["pending", "confirmed"]}'::jsonb)
      ) as step (place, kind, actor, actor_id, changes)
    where step.place = 1 or b.status = 'confirmed'
    order by step.place
    returning id, booking_id, kind
  ),
  written_to as (
    insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
    select
      b.id, h.id, m.email_type, b.guest_email,
      jsonb_build_object(
        'bookingId', b.id, 'guestName', b.guest_name, 'guestEmail', b.guest_email, 'experienceTitle', e.title,
        'vineyardName', v.name, 'bookingDate', to_char(b.booking_date, 'FMDay, FMMonth FMDD, YYYY'),
        'bookingTime', b.booking_time, 'numGuests', b.number_of_guests, 'totalPrice', b.total_price,
        'vineyardAddress', v.address, 'vineyardCity', v.city, 'vineyardRegion', v.region,
        'vineyardPostcode', v.postcode, 'emailType', m.email_type
      ),
      p_now
    from inserted b
      join happened h on h.booking_id = b.id and h.kind = case b.status when 'confirmed' then 'status' else 'created' end
      cross join lateral (select case b.status when 'confirmed' then 'confirmed' else 'received' end) as m (email_type)
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
  )
  select jsonb_object_agg(b.id, to_jsonb(b) - 'idempotency_key' - 'request_hash') into written from inserted b;

  return query
  select n, null::text, (booking ->> 'id')::uuid, null::integer, null::numeric, written -> (booking ->> 'id')
  from unnest(placed, accepted) as done (n, booking);

  -- Hosts, old keys, legacy slots and every refusal: as ever, one by one, in the order in which they came.
  for r in
    select q.n::int as n, q.request from unnest(p_requests) with ordinality as q (request, n)
    where q.n <> all (placed) order by q.n
  loop
    if r.request ? 'start_time' then
      return query select r.n, b.*, null::jsonb from place_booking_by_start(r.request, p_now) b;
    else
      return query select r.n, b.*, null::jsonb from place_booking(r.request, p_now) b;
    end if;
  end loop;
end $$;
