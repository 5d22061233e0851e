-- Returns whether a key may read and cancel a booking. A vineyard's key may read and cancel all bookings there except tests. A
-- reseller's key or a test key may read and cancel the bookings of all keys of its owner, even after the vineyard opted out.
create function is_open_to_key(b bookings, p_key_id uuid) returns boolean
language sql stable
return exists (
  select from api_keys k
  where k.id = p_key_id and case
    when k.reseller_id is not null or k.is_test then b.api_key_id = any (keys_of_same_owner(k.id))
    else b.vineyard_id = k.vineyard_id and not b.is_test
  end
);

-- Locks a key until the change is committed. Raises CV002 if the key stopped working. Does not check its vineyards.
create function require_key_works(p_key_id uuid) returns void
language plpgsql volatile
as $$
begin
  perform from api_keys k left join resellers r on r.id = k.reseller_id
  where k.id = p_key_id and k.revoked_at is null and coalesce(r.is_active, true)
  for share of k;
  if not found then
    raise exception 'key % does not work', p_key_id using errcode = 'CV002';
  end if;
end $$;

-- Books with a key under the rules for guests: before the cut-off, within the horizon, confirmed at once if the experience
-- is instant. r names its slot by slot_date and start_time. problem: null, 'absent' (no such experience, or the reseller may
-- not sell it), or a problem of create_booking.
create function create_booking_with_key(r booking_request, p_vineyard_id uuid, p_key_id uuid, p_now timestamptz)
returns table (problem key_booking_problem, booking_id uuid, remaining integer, price_per_person numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  key api_keys;
  e experiences;
  slot_id uuid;
  created record;
  earlier record;
begin
  perform require_key_reaches(p_key_id, p_vineyard_id);
  select k.* into key from api_keys k where k.id = p_key_id;
  perform lock_idempotency_key(r.idempotency_key);
  select b.id, is_open_to_key(b, p_key_id) as is_own, b.request_hash = decode(r.request_hash, 'hex') as is_same into earlier
  from bookings b where b.idempotency_key = r.idempotency_key;
  if found then
    return query select case when earlier.is_own and earlier.is_same then 'repeated'::key_booking_problem else 'key_reused' end,
      case when earlier.is_own then earlier.id end, null::int, null::numeric;
    return;
  end if;

  slot_id := requested_slot(r);
  perform lock_slots(array[slot_id]);
  select x.* into e from experiences x join vineyards v on v.id = x.vineyard_id
  where x.id = r.experience_id and x.vineyard_id = p_vineyard_id and x.is_active
    and (key.reseller_id is null or key.is_test or is_sold_by_resellers(x, v));
  problem := case
    when e.id is null then 'absent'
    when r.total_price is distinct from e.price_per_person * r.number_of_guests then 'price'
    when not is_party_size(e, r.number_of_guests) then 'group_size'
  end;
  if problem is not null then
    price_per_person := case when problem = 'price' then e.price_per_person end;
    return next;
    return;
  end if;

  r.price_per_person := e.price_per_person;
  r.channel := 'reseller';
  r.api_key_id := p_key_id;
  -- Resellers email their guests themselves.
  r.emails_guest := key.reseller_id is null;
  r.user_id := null;
  r.external_reference := null;
  select * into created
  from insert_booking(r, slot_id, case when e.is_instant then 'confirmed' else 'pending' end, 'ordinary', false, p_now);
  if created.outcome <> 'taken' then
    return query select created.outcome::text::key_booking_problem, null::uuid, created.remaining, null::numeric;
    return;
  end if;
  perform note_booking_event(
    r.id, 'created', 'key', p_key_id, '{"status": [null, "pending"]}', case when not e.is_instant then 'received' end, p_now
  );
  if e.is_instant then
    perform note_booking_event(
      r.id, 'status', 'key', p_key_id, '{"status": ["pending", "confirmed"]}', 'confirmed', p_now
    );
  end if;
  return query select null::key_booking_problem, r.id, null::int, null::numeric;
end $$;

-- Cancels a booking with a key, by the rules of cancel_until_deadline. The problem is 'absent' also if the key may not
-- read the booking.
create function cancel_booking_with_key(p_booking_id uuid, p_key_id uuid, p_now timestamptz)
returns table (problem cancellation_problem)
language plpgsql volatile
as $$
declare
  b bookings;
begin
  perform require_key_works(p_key_id);
  perform lock_undoable_emails(array[p_booking_id]);
  b := lock_booking(p_booking_id, null);
  problem := case
    when is_open_to_key(b, p_key_id) then cancel_until_deadline(b, 'key', p_key_id, p_now)
    else 'absent'
  end;
  return next;
end $$;
