-- Running the marketplace: finding anything by a few letters, messages that somebody takes on, and the ledger's check.

create extension if not exists pg_trgm;

-- What a vineyard is found by, in lower case whatever the locale. No word crosses from one field into the next.
create function vineyard_words(p_name text, p_city text, p_region text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || coalesce(p_city, '') || e'\n' || coalesce(p_region, '')) collate pg_c_utf8);

-- A text as a pattern that finds it anywhere, or at the beginning: a % is a %.
create function anywhere(p_term text) returns text
language sql immutable strict parallel safe
return '%' || regexp_replace(lower(p_term collate pg_c_utf8), '([\\%_])', '\\\1', 'g') || '%';

create function at_first(p_term text) returns text
language sql immutable strict parallel safe
return regexp_replace(lower(p_term collate pg_c_utf8), '([\\%_])', '\\\1', 'g') || '%';

create index vineyards_by_words on vineyards using gin (vineyard_words(name, city, region) gin_trgm_ops);
create index vineyards_in_order on vineyards (name, id);

-- A guest is found by the beginning of their name, of its last word and of their address.
create function last_word(p_name text) returns text
language sql immutable strict parallel safe
return lower(substring(p_name from '[^ ]+$') collate pg_c_utf8);

create index bookings_by_name on bookings (lower(guest_name::text collate pg_c_utf8) text_pattern_ops);
create index bookings_by_last_word on bookings (last_word(guest_name) text_pattern_ops);
drop index bookings_by_email;
create index bookings_by_email on bookings (lower(guest_email) text_pattern_ops, booking_date);

-- What was booked lately, and what waits for its vineyard.
create index bookings_placed on bookings (created_at);
create index bookings_waiting on bookings (created_at) where status = 'pending';

-- Who sees to a message.
alter table contact_messages add column assigned_to uuid references admins on delete set null;
create index contact_messages_open on contact_messages (created_at) where state <> 'answered';
create index claims_open on vineyard_claims (created_at) where state = 'new';

-- A check of the ledger that an admin asked for and the worker makes, step by step; one at a time.
create table ledger_checks (
  id uuid primary key default gen_random_uuid(),
  asked_by uuid references admins on delete set null,
  asked_at timestamptz not null,
  -- When the worker last took it up or finished a step; a check that a killed worker left is taken up again.
  stepped_at timestamptz,
  steps_done smallint not null default 0,
  finished_at timestamptz,
  -- The first hundred of what does not agree.
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  fault_count integer not null default 0 check (fault_count >= 0)
);
create unique index one_ledger_check on ledger_checks ((true)) where finished_at is null;
create index ledger_checks_newest on ledger_checks (asked_at desc);
