-- Returns the contact of a guest at a vineyard: the email address in lower case; without one, the telephone number as searches
-- for guests compare it, from six digits. Null if the guest has neither.
create function contact_text(p_email text, p_phone text) returns text
language sql immutable parallel safe
return coalesce(lower(p_email), substring(guest_search_digits(p_phone) from '^ #([0-9+]{6,})'));

-- The contact of a booking's guest at the vineyard. A customer is one contact, or several that staff merged. The index on the
-- email address alone served the last release.
alter table bookings add column contact_id uuid generated always as (
  case when not is_test then customer_id(vineyard_id, contact_text(guest_email, guest_phone)) end
) stored;
create index bookings_of_contact on bookings (contact_id, booking_date) where contact_id is not null;
drop index bookings_of_customer;

-- Contacts that staff merged with another one, the main one, which is never merged itself. came_with is the former main contact
-- of a contact that the same merge (merge_id) moved: Undo gives it back.
create table customer_merges (
  contact_id uuid primary key,
  vineyard_id uuid not null references vineyards,
  main_id uuid not null,
  merge_id uuid not null,
  came_with uuid,
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  merged_at timestamptz not null,
  constraint merged_with_another check (main_id <> contact_id)
);
create index customer_merges_of_main on customer_merges (main_id);
create index customer_merges_by_merge on customer_merges (merge_id);
create index customer_merges_of_vineyard on customer_merges (vineyard_id);

-- What a vineyard stores about a customer is about one contact: an email address, or a telephone number. The id is null, and so
-- refused, if a row has both or neither.
alter table customer_notes
  alter column email drop not null,
  add column phone one_line,
  add column contact_id uuid not null generated always as (
    case when num_nonnulls(email, phone) = 1 then customer_id(vineyard_id, coalesce(email, phone)) end
  ) stored;
alter table customer_tags
  alter column email drop not null,
  add column phone one_line,
  add column contact_id uuid not null generated always as (
    case when num_nonnulls(email, phone) = 1 then customer_id(vineyard_id, coalesce(email, phone)) end
  ) stored,
  drop constraint tag_is_new,
  add constraint tag_is_new unique (contact_id, tag);
alter table erasure_requests
  alter column email drop not null,
  add column phone one_line,
  add column contact_id uuid not null generated always as (
    case when num_nonnulls(email, phone) = 1 then customer_id(vineyard_id, coalesce(email, phone)) end
  ) stored;
drop index customer_notes_of, customer_tags_of, erasure_requests_of;
create index customer_notes_of on customer_notes (contact_id, created_at desc);
create index erasure_requests_of on erasure_requests (contact_id);

drop trigger bookings_leave_customer on bookings;
create trigger bookings_leave_customer after update of guest_email, guest_phone, erased_at on bookings for each row
  when (old.erased_at is null and old.contact_id is distinct from new.contact_id)
  execute function leave_customer();
