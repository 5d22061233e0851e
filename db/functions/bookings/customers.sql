-- Returns the main contact of the customer that has this contact.
create function main_contact(p_contact_id uuid) returns uuid
language sql stable
return coalesce((select m.main_id from customer_merges m where m.contact_id = p_contact_id), p_contact_id);

-- Returns all contacts of the customer that has this contact.
create function contacts_of_customer(p_contact_id uuid) returns uuid[]
language sql stable
return array(
  select main_contact(p_contact_id) where p_contact_id is not null
  union all
  select m.contact_id from customer_merges m where m.main_id = main_contact(p_contact_id)
);

-- Returns the contacts that have this email address, at all vineyards, and the contacts that a vineyard merged with one
-- of them.
create function contacts_of_person(p_email text) returns setof uuid
language sql stable
as $$
  select distinct unnest(contacts_of_customer(b.contact_id))
  from (select distinct contact_id from bookings where lower(guest_email) = lower(p_email) and contact_id is not null) as b
$$;

-- Returns the bookings of a person at all vineyards, including those of the contacts that a vineyard merged.
create function bookings_of_person(p_email text) returns setof uuid
language sql stable
as $$
  select id from bookings where lower(guest_email) = lower(p_email)
  union
  select id from bookings where contact_id = any (array(select contacts_of_person(p_email)))
$$;

-- Locks a booking of a contact, so that the contact cannot be erased or corrected before this transaction ends. Returns false
-- if the contact has no bookings, or is erased.
create function hold_contact(p_contact_id uuid) returns boolean
language plpgsql volatile
as $$
begin
  perform from bookings
  where contact_id = p_contact_id and erased_at is null
  order by id limit 1
  for share;
  return found;
end $$;

-- Rejects a row about a contact that has no booking at this vineyard. Locks one of the contact's bookings until the row is
-- written, so that a concurrent erasure of the customer erases the row too.
create or replace function hold_customer() returns trigger
language plpgsql as $$
begin
  if not hold_contact(customer_id(new.vineyard_id, coalesce(new.email, new.phone))) then
    raise exception 'no customer with this address' using errcode = 'foreign_key_violation', constraint = 'customer_is_there';
  end if;
  return new;
end $$;

-- When a contact loses its last booking at a vineyard, moves the contact's notes, tags and requests to the corrected contact, or
-- to a contact that staff merged with this one. Without another contact, deletes the notes, tags and requests, also from the
-- audit log. The lock makes corrections of two bookings run one after the other, because otherwise each would still see the other
-- booking.
create or replace function leave_customer() returns trigger
language plpgsql
set audit.redacting = 'yes'
as $$
declare
  address constant text := contact_text(old.guest_email, old.guest_phone);
  heir uuid;
  other bookings;
  gone uuid[];
begin
  if old.contact_id is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(old.contact_id::text, 0));
  if exists (select from bookings where contact_id = old.contact_id and erased_at is null) then
    return null;
  end if;
  heir := replace_contact(old.contact_id, case when new.erased_at is null then new.contact_id end);
  if heir is not null then
    select b.* into other from bookings b where b.contact_id = heir and b.erased_at is null limit 1;
    other.guest_phone := case when other.guest_email is null then contact_text(null, other.guest_phone) end;
    update customer_notes set email = lower(other.guest_email), phone = other.guest_phone where contact_id = old.contact_id;
    delete from customer_tags a using customer_tags b
    where (a.contact_id, b.contact_id, b.tag) = (old.contact_id, heir, a.tag);
    update customer_tags set email = lower(other.guest_email), phone = other.guest_phone where contact_id = old.contact_id;
    delete from erasure_requests a using erasure_requests b
    where (a.contact_id, b.contact_id) = (old.contact_id, heir) and a.declined_at is null and b.declined_at is null;
    update erasure_requests set email = lower(other.guest_email), phone = other.guest_phone where contact_id = old.contact_id;
  end if;
  if new.erased_at is null then
    return null;
  end if;

  with note as (
    delete from customer_notes where contact_id = old.contact_id returning id
  ), tag as (
    delete from customer_tags where contact_id = old.contact_id returning id
  ), request as (
    delete from erasure_requests where contact_id = old.contact_id returning id
  )
  select array(select id from note union select id from tag union select id from request) into gone;

  update audit_personal p set before = null, after = null, subjects = '{}', erased_at = new.erased_at
  from audit_events e
  where e.id = p.event_id and e.vineyard_id = old.vineyard_id and p.erased_at is null
    and e.noun in ('customer_note', 'customer_tag', 'erasure_request', 'customer_merge')
    and (e.noun_id = any (gone) or e.noun_id in (
      select s.noun_id from audit_personal p join audit_events s on s.id = p.event_id
      where p.subjects @> array[address] and s.vineyard_id = old.vineyard_id
        and s.noun in ('customer_note', 'customer_tag', 'erasure_request', 'customer_merge')
    ));
  return null;
end $$;

-- Returns the notes, tags, requests and merges that vineyards stored about a customer, for the export of personal data.
create function customer_records_of(p_email text) returns jsonb
language sql stable
return jsonb_build_object(
  'customer_notes', coalesce((
    select jsonb_agg(jsonb_build_object('vineyard', v.name, 'note', n.note, 'created_at', n.created_at) order by n.created_at, n.id)
    from customer_notes n join vineyards v on v.id = n.vineyard_id
    where n.email = lower(p_email) or n.contact_id in (select contacts_of_person(p_email))
  ), '[]'),
  'customer_tags', coalesce((
    select jsonb_agg(jsonb_build_object(
      'vineyard', v.name, 'tag', t.tag, 'agreed', t.agreed, 'created_at', t.created_at
    ) order by t.created_at, t.id)
    from customer_tags t join vineyards v on v.id = t.vineyard_id
    where t.email = lower(p_email) or t.contact_id in (select contacts_of_person(p_email))
  ), '[]'),
  'erasure_requests', coalesce((
    select jsonb_agg(to_jsonb(r) - array['requested_by', 'contact_id'] order by r.created_at, r.id) from erasure_requests r
    where r.email = lower(p_email) or r.contact_id in (select contacts_of_person(p_email))
  ), '[]'),
  'customer_merges', coalesce((
    select jsonb_agg(merge_record(m.contact_id, m.main_id) || jsonb_build_object('vineyard', v.name, 'merged_at', m.merged_at)
      order by m.merged_at, m.contact_id)
    from customer_merges m join vineyards v on v.id = m.vineyard_id
    where m.contact_id in (select contacts_of_person(p_email))
  ), '[]')
);
