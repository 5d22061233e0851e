-- What visitors wanted and could not have, without any person. day is null if none was named.
create table demand_refusals (
  day date,
  experience_id uuid references experiences on delete cascade,
  region one_line,
  party integer not null check (party between 1 and 10000),
  reason text not null check (reason in ('full', 'gone', 'price', 'group_size', 'none_found')),
  count bigint not null default 1 check (count > 0),
  constraint counted_once unique nulls not distinct (day, experience_id, region, party, reason),
  constraint somewhere_wanted check (num_nonnulls(experience_id, region) = 1)
) with (fillfactor = 70);
create index demand_of_experience on demand_refusals (experience_id, day) where experience_id is not null;

-- A vineyard's request to erase a customer, which an admin fulfils or declines. Fulfilling it deletes the row.
create table erasure_requests (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  email email_address not null check (email = lower(email)),
  reason prose not null default '',
  requested_by uuid not null references winemakers,
  created_at timestamptz not null,
  declined_at timestamptz,
  refusal prose not null default '',
  constraint declined_says_why check ((declined_at is not null) = (refusal <> ''))
);
create index erasure_requests_of on erasure_requests (customer_id(vineyard_id, email));
create unique index erasure_requests_waiting on erasure_requests (vineyard_id, email) where declined_at is null;
create trigger erasure_requests_of_somebody before insert on erasure_requests
  for each row execute function hold_customer();
