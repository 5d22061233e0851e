create table vineyard_claims (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  email email_address not null,
  role one_line not null,
  message prose not null check (message <> ''),
  state text not null default 'new' check (state in ('unproven', 'new', 'approved', 'refused')),
  form_key uuid not null unique,
  created_at timestamptz not null default now(),
  decided_by uuid references admins on delete set null,
  decided_at timestamptz,
  refusal prose
);
create index claims_newest on vineyard_claims (created_at desc);
create index claims_open on vineyard_claims (created_at) where state = 'new';
create index claims_in_state on vineyard_claims (state, created_at);

-- Steps of the guided start that a vineyard's staff chose to skip. Whether a step is done follows from the data.
create table skipped_setup_steps (
  vineyard_id uuid not null references vineyards on delete cascade,
  step text not null check (step in ('page', 'test_booking', 'tell_people')),
  skipped_at timestamptz not null,
  primary key (vineyard_id, step)
);

alter table one_time_links add foreign key (claim_id) references vineyard_claims on delete cascade;
