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

-- Returns the contacts with an email address at all vineyards, and the contacts that a vineyard merged with one of
-- them.
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

-- Locks a booking of a contact, so that the contact is neither erased nor corrected until this transaction ends. Returns false
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

-- Rejects a row about a contact without bookings at this vineyard. Locks one of the bookings until the row is written, so that
-- a concurrent erasure of the customer erases the row too.
create or replace function hold_customer() returns trigger
language plpgsql as $$
begin
  if not hold_contact(customer_id(new.vineyard_id, coalesce(new.email, new.phone))) then
    raise exception 'no customer with this address' using errcode = 'foreign_key_violation', constraint = 'customer_is_there';
  end if;
  return new;
end $$;

-- Merges the customer of one contact into the customer of another, whose contact becomes the main one. Because of the
-- lock of the vineyard, merges and erasures there run one after the other, so a main contact is never itself merged
-- into another.
create function merge_customers(
  p_main_id uuid, p_other_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
) returns table (problem customer_merge_problem, merge_id uuid)
language plpgsql volatile
as $$
declare
  v_merge_id constant uuid := gen_random_uuid();
  v_vineyard_id uuid;
  main uuid;
  other uuid;
begin
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  select b.vineyard_id into v_vineyard_id from bookings b
  where b.contact_id = p_main_id and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id)
    and exists (select from bookings o where o.contact_id = p_other_id and o.vineyard_id = b.vineyard_id)
  limit 1;
  perform from vineyards where id = v_vineyard_id for no key update;
  main := main_contact(p_main_id);
  other := main_contact(p_other_id);
  if v_vineyard_id is null or not hold_contact(least(main, other)) or not hold_contact(greatest(main, other)) then
    problem := 'absent';
  elsif main = other then
    problem := 'same';
  else
    update customer_merges m set main_id = main, merge_id = v_merge_id, came_with = other where m.main_id = other;
    insert into customer_merges (contact_id, vineyard_id, main_id, merge_id, actor, actor_id, merged_at)
    values (other, v_vineyard_id, main, v_merge_id, p_actor, p_actor_id, p_now);
    perform note_audit(
      p_actor, p_actor_id, 'customer_merge', v_merge_id, v_vineyard_id, null, merge_record(other, main), p_now
    );
    merge_id := v_merge_id;
  end if;
  return next;
end $$;

-- Removes a contact from the customer into which staff merged it. With p_merge_id instead of a contact, undoes a merge that
-- staff may still undo, and removes all contacts of that merge. problem: null, 'absent' or 'late'.
create function separate_customer(
  p_contact_id uuid, p_merge_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
) returns customer_separation_problem
language plpgsql volatile
as $$
declare
  merged customer_merges;
begin
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  -- Reads the merge a second time after locking the vineyard, when no other merge or erasure there is under way.
  for i in 1..2 loop
    select m.* into merged from customer_merges m
    where (m.contact_id = p_contact_id or m.merge_id = p_merge_id and m.came_with is null)
      and (p_vineyard_id is null or m.vineyard_id = p_vineyard_id);
    perform from vineyards where id = merged.vineyard_id for no key update;
  end loop;
  if merged is null then
    return 'absent';
  elsif p_merge_id is not null and merged.merged_at + undo_time() <= p_now then
    return 'late';
  end if;
  delete from customer_merges where contact_id = merged.contact_id;
  update customer_merges set main_id = merged.contact_id, merge_id = gen_random_uuid(), came_with = null
  where merge_id = p_merge_id;
  perform note_audit(
    p_actor, p_actor_id, 'customer_merge', merged.merge_id, merged.vineyard_id,
    merge_record(merged.contact_id, merged.main_id), '{}', p_now
  );
  return null;
end $$;

-- Returns the contacts of a merge for the audit log, which keeps them until they are erased.
create function merge_record(p_contact_id uuid, p_main_id uuid) returns jsonb
language sql stable
return jsonb_build_object(
  'contact', (select contact_text(guest_email, guest_phone) from bookings where contact_id = p_contact_id limit 1),
  'main_contact', (select contact_text(guest_email, guest_phone) from bookings where contact_id = p_main_id limit 1)
);

-- Removes a contact without bookings from its customer. If the guest corrected the contact, p_successor replaces it and
-- keeps the contacts that were merged with it. Returns the contact that gets the vineyard's notes, tags and requests,
-- or null.
create function replace_contact(p_contact_id uuid, p_successor uuid) returns uuid
language plpgsql volatile
as $$
declare
  main constant uuid := main_contact(p_contact_id);
  heir constant uuid := coalesce(p_successor, (
    select c.id from unnest(contacts_of_customer(p_contact_id)) as c (id)
    where c.id <> p_contact_id and exists (select from bookings b where b.contact_id = c.id and b.erased_at is null)
    order by c.id <> main, c.id limit 1
  ));
  new_main constant uuid := case
    when main <> p_contact_id then main
    when main_contact(heir) = p_contact_id then heir
    else main_contact(heir)
  end;
  members constant uuid[] := contacts_of_customer(p_contact_id) || contacts_of_customer(p_successor);
  merged customer_merges;
begin
  select m.* into merged from customer_merges m
  where p_contact_id in (m.contact_id, m.main_id)
  order by m.contact_id <> p_contact_id, m.contact_id limit 1;
  if not found then
    return heir;
  end if;
  delete from customer_merges where contact_id in (p_contact_id, heir, new_main) or heir is null and main_id = p_contact_id;
  if heir is not null then
    insert into customer_merges (contact_id, vineyard_id, main_id, merge_id, actor, actor_id, merged_at)
    select distinct c.id, merged.vineyard_id, new_main, gen_random_uuid(), merged.actor, merged.actor_id, merged.merged_at
    from unnest(members) as c (id)
    where c.id not in (p_contact_id, new_main)
    on conflict (contact_id) do update set main_id = excluded.main_id;
  end if;
  return heir;
end $$;

-- When a contact loses its last booking at a vineyard, moves the vineyard's notes, tags and requests to the corrected
-- contact, or to a contact that staff merged with it. Without another contact, deletes them and their values in the
-- audit log. The lock makes corrections of two bookings run one after the other: otherwise each would still see the
-- other booking.
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
