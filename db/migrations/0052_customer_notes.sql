-- What a vineyard's staff keep about a customer, and that a customer wants to be forgotten. A customer is a mail address
-- within one vineyard: both stand as long as a booking there names the address, and no longer.
create table customer_notes (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  email email_address not null check (email = lower(email)),
  note prose not null check (note <> ''),
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  created_at timestamptz not null
);
create index customer_notes_of on customer_notes (customer_id(vineyard_id, email), created_at desc);

-- It waits for an admin, who forgets the person, and the row with them, or declines and says why.
create table erasure_requests (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  email email_address not null check (email = lower(email)),
  reason prose not null default '',
  asked_by uuid not null references winemakers,
  created_at timestamptz not null,
  declined_at timestamptz,
  refusal prose not null default '',
  constraint declined_says_why check ((declined_at is not null) = (refusal <> ''))
);
create index erasure_requests_of on erasure_requests (customer_id(vineyard_id, email));
create unique index erasure_requests_waiting on erasure_requests (vineyard_id, email) where declined_at is null;

-- As before, and the wish to be forgotten.
create or replace function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'booking' then array['guest_name', 'guest_email', 'guest_phone', 'special_requests', 'customer_notes', 'staff_notes']
  when 'contact_message' then array['name', 'email', 'subject', 'message']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message', 'refusal']
  when 'customer_note' then array['email', 'note']
  when 'erasure_request' then array['email', 'reason', 'refusal']
  when 'user' then array['email']
  else '{}'
end;

-- Nothing is kept about somebody who never booked there, or was forgotten a moment ago: one of their bookings is held
-- until the row stands, so that whoever forgets them comes upon it.
create function hold_customer() returns trigger
language plpgsql as $$
begin
  perform from bookings
  where lower(guest_email) = new.email and vineyard_id = new.vineyard_id and erased_at is null
  order by id limit 1
  for share;
  if not found then
    raise exception 'No customer of that address' using errcode = 'foreign_key_violation', constraint = 'customer_is_there';
  end if;
  return new;
end $$;
create trigger customer_notes_of_somebody before insert on customer_notes
  for each row execute function hold_customer();
create trigger erasure_requests_of_somebody before insert on erasure_requests
  for each row execute function hold_customer();

-- With the last booking that names an address at a vineyard goes what was kept there about it, out of the audit too. Where
-- the guest only corrected the address, it comes along.
create function leave_customer() returns trigger
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
    delete from erasure_requests a using erasure_requests b
    where (a.vineyard_id, a.email, b.vineyard_id, b.email) = (old.vineyard_id, address, old.vineyard_id, lower(new.guest_email))
      and a.declined_at is null and b.declined_at is null;
    update erasure_requests set email = lower(new.guest_email) where (vineyard_id, email) = (old.vineyard_id, address);
    return null;
  end if;

  with note as (
    delete from customer_notes where (vineyard_id, email) = (old.vineyard_id, address) returning id
  ), request as (
    delete from erasure_requests where (vineyard_id, email) = (old.vineyard_id, address) returning id
  ), spoken as (
    select id from note union select id from request
    union
    select e.noun_id
    from audit_personal p join audit_events e on e.id = p.event_id
    where p.subjects @> array[address] and e.vineyard_id = old.vineyard_id
      and e.noun in ('customer_note', 'erasure_request')
  )
  update audit_personal p set before = null, after = null, subjects = '{}', erased_at = new.erased_at
  from audit_events e
  where e.id = p.event_id and e.noun in ('customer_note', 'erasure_request') and e.noun_id in (select id from spoken)
    and p.erased_at is null;
  return null;
end $$;
create trigger bookings_leave_customer after update of guest_email, erased_at on bookings for each row
  when (old.erased_at is null and lower(old.guest_email) <> lower(new.guest_email))
  execute function leave_customer();

-- What is kept about a person beside their bookings, for the copy that they may ask for.
create function kept_about_customer(p_email text) returns jsonb
language sql stable
return jsonb_build_object(
  'customer_notes', coalesce((
    select jsonb_agg(jsonb_build_object('vineyard', v.name, 'note', n.note, 'created_at', n.created_at) order by n.created_at, n.id)
    from customer_notes n join vineyards v on v.id = n.vineyard_id
    where n.email = lower(p_email)
  ), '[]'),
  'erasure_requests', coalesce((
    select jsonb_agg(to_jsonb(r) - array['asked_by'] order by r.created_at, r.id) from erasure_requests r
    where r.email = lower(p_email)
  ), '[]')
);
