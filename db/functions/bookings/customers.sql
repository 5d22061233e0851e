-- Rejects a row about a person without bookings at this vineyard. Locks one of the bookings until the row is written, so that
-- a concurrent erasure of the customer erases the row too.
create or replace function hold_customer() returns trigger
language plpgsql as $$
begin
  perform from bookings
  where lower(guest_email) = new.email and vineyard_id = new.vineyard_id and erased_at is null
  order by id limit 1
  for share;
  if not found then
    raise exception 'no customer with this address' using errcode = 'foreign_key_violation', constraint = 'customer_is_there';
  end if;
  return new;
end $$;

-- When the last booking of an email address at a vineyard is erased, deletes all that the vineyard stored about the address,
-- including audit values. If the guest corrected the address, moves the stored rows to the new address.
create or replace function leave_customer() returns trigger
language plpgsql
set audit.redacting = 'yes'
as $$
declare
  address constant text := lower(old.guest_email);
begin
  if exists (
    select from bookings
    where lower(guest_email) = address and vineyard_id = old.vineyard_id and erased_at is null
  ) then
    return null;
  end if;
  if new.erased_at is null then
    update customer_notes set email = lower(new.guest_email) where (vineyard_id, email) = (old.vineyard_id, address);
    delete from customer_tags a using customer_tags b
    where (a.vineyard_id, a.email, b.vineyard_id, b.email, b.tag) = (old.vineyard_id, address, old.vineyard_id, lower(new.guest_email), a.tag);
    update customer_tags set email = lower(new.guest_email) where (vineyard_id, email) = (old.vineyard_id, address);
    delete from erasure_requests a using erasure_requests b
    where (a.vineyard_id, a.email, b.vineyard_id, b.email) = (old.vineyard_id, address, old.vineyard_id, lower(new.guest_email))
      and a.declined_at is null and b.declined_at is null;
    update erasure_requests set email = lower(new.guest_email) where (vineyard_id, email) = (old.vineyard_id, address);
    return null;
  end if;

  with note as (
    delete from customer_notes where (vineyard_id, email) = (old.vineyard_id, address) returning id
  ), tag as (
    delete from customer_tags where (vineyard_id, email) = (old.vineyard_id, address) returning id
  ), request as (
    delete from erasure_requests where (vineyard_id, email) = (old.vineyard_id, address) returning id
  ), erased as (
    select id from note union select id from tag union select id from request
    union
    select e.noun_id
    from audit_personal p join audit_events e on e.id = p.event_id
    where p.subjects @> array[address] and e.vineyard_id = old.vineyard_id
      and e.noun in ('customer_note', 'customer_tag', 'erasure_request')
  )
  update audit_personal p set before = null, after = null, subjects = '{}', erased_at = new.erased_at
  from audit_events e
  where e.id = p.event_id and e.noun in ('customer_note', 'customer_tag', 'erasure_request') and e.noun_id in (select id from erased)
    and p.erased_at is null;
  return null;
end $$;

-- Returns what vineyards stored about a customer beside the bookings, for the export of personal data.
create function customer_records_of(p_email text) returns jsonb
language sql stable
return jsonb_build_object(
  'customer_notes', coalesce((
    select jsonb_agg(jsonb_build_object('vineyard', v.name, 'note', n.note, 'created_at', n.created_at) order by n.created_at, n.id)
    from customer_notes n join vineyards v on v.id = n.vineyard_id
    where n.email = lower(p_email)
  ), '[]'),
  'customer_tags', coalesce((
    select jsonb_agg(jsonb_build_object(
      'vineyard', v.name, 'tag', t.tag, 'agreed', t.agreed, 'created_at', t.created_at
    ) order by t.created_at, t.id)
    from customer_tags t join vineyards v on v.id = t.vineyard_id
    where t.email = lower(p_email)
  ), '[]'),
  'erasure_requests', coalesce((
    select jsonb_agg(to_jsonb(r) - array['requested_by'] order by r.created_at, r.id) from erasure_requests r
    where r.email = lower(p_email)
  ), '[]')
);
