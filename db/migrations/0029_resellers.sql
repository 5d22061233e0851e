-- Resellers sell the experiences of the vineyards that opted in, with keys of their own.
create table resellers (
  id uuid primary key default gen_random_uuid(),
  name one_line not null check (length(name) between 1 and 200),
  email email_address,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index resellers_by_name on resellers (lower(name));
create table reseller_vineyards (
  reseller_id uuid not null references resellers,
  vineyard_id uuid not null references vineyards on delete cascade,
  opted_in_at timestamptz not null,
  primary key (reseller_id, vineyard_id)
);
create index reseller_vineyards_of_vineyard on reseller_vineyards (vineyard_id);

-- A vineyard that exists only for trying out the API: never listed, searched or counted.
alter table vineyards add column is_sandbox boolean not null default false check (not (is_sandbox and is_visible));
create unique index sandbox_vineyard on vineyards (is_sandbox) where is_sandbox;

alter table api_keys
  alter column vineyard_id drop not null,
  add column reseller_id uuid references resellers,
  -- Test keys reach the sandbox vineyard alone.
  add column is_test boolean not null default false,
  add constraint key_has_one_owner check (num_nonnulls(vineyard_id, reseller_id) = 1);
create index api_keys_of_reseller on api_keys (reseller_id) where reseller_id is not null;

alter table audit_events
  drop constraint audit_events_actor_check,
  add constraint audit_events_actor_check check (actor in ('winemaker', 'admin', 'key', 'system'));
create trigger audit_by_key after insert on audit_events for each row when (new.actor = 'key') execute function hold_key();
drop trigger staff_act_noted on booking_events;
create trigger staff_act_noted after insert on booking_events
  for each row when (new.actor in ('winemaker', 'admin', 'key')) execute function note_staff_act();
alter table booking_events enable always trigger staff_act_noted;

drop function if exists find_api_key;
