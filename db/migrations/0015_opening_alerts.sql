-- Addresses that asked to be emailed once, when a vineyard's first slot can be booked. The link of the email confirms
-- and withdraws; of its token only the SHA-256 is stored.
create table opening_alerts (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  email email_address not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index opening_alerts_by_address on opening_alerts (vineyard_id, lower(email));
create index opening_alerts_of_person on opening_alerts (lower(email));
