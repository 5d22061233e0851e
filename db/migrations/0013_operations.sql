-- What staff changed, apart from bookings: who, when, before and after. Append-only, and kept when the vineyard goes.
create table audit_events (
  id bigint generated always as identity primary key,
  actor text not null check (actor in ('winemaker', 'admin', 'key', 'system')),
  actor_id uuid,
  noun text not null,
  noun_id uuid not null,
  vineyard_id uuid,
  before jsonb,
  after jsonb,
  happened_at timestamptz not null
);
create index audit_of_noun on audit_events (noun, noun_id, id);
create index audit_newest on audit_events (happened_at, id);
create index audit_of_nouns on audit_events (noun, happened_at, id);
create index audit_at on audit_events (vineyard_id, happened_at, id);
create index audit_by on audit_events (actor_id, happened_at, id);
create trigger audit_events_stand before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_stay before truncate on audit_events
  for each statement execute function refuse_change();
create trigger audit_by_winemaker after insert on audit_events
  for each row when (new.actor = 'winemaker') execute function hold_winemaker();
create trigger audit_by_key after insert on audit_events for each row when (new.actor = 'key') execute function hold_key();

-- The personal values of an audit event. They can be erased; the event stays and still names the fields.
create table audit_personal (
  event_id bigint not null references audit_events,
  field text not null,
  before jsonb,
  after jsonb,
  -- The email addresses, in lower case, of the person before and after the change.
  subjects text[] not null,
  erased_at timestamptz,
  primary key (event_id, field),
  constraint erased_is_empty check (erased_at is null or num_nonnulls(before, after) = 0 and subjects = '{}')
);
create index audit_personal_of on audit_personal using gin (subjects);
create trigger audit_personal_stands before update or delete on audit_personal
  for each row execute function guard_audit_personal();
create trigger audit_personal_stays before truncate on audit_personal
  for each statement execute function refuse_change();

-- The booking events that staff caused, with their vineyard: the audit log reads them in order by index.
create table staff_booking_events (
  event_id bigint primary key references booking_events,
  vineyard_id uuid not null,
  actor_id uuid,
  happened_at timestamptz not null
);
create index staff_booking_events_newest on staff_booking_events (happened_at, event_id);
create index staff_booking_events_at on staff_booking_events (vineyard_id, happened_at, event_id);
create index staff_booking_events_by on staff_booking_events (actor_id, happened_at, event_id);

-- A consistency check that an admin started and the worker runs step by step, one at a time.
create table consistency_checks (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid references admins on delete set null,
  requested_at timestamptz not null,
  -- When the worker started or finished a step; a check that a killed worker left is resumed.
  stepped_at timestamptz,
  steps_done smallint not null default 0,
  finished_at timestamptz,
  -- The first hundred faults.
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  fault_count integer not null default 0 check (fault_count >= 0)
);
create unique index one_consistency_check on consistency_checks ((true)) where finished_at is null;
create index consistency_checks_newest on consistency_checks (requested_at desc);

-- A backup of the embedded database that the worker makes, every night or because an admin asked, one at a time.
create table backups (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid references admins on delete set null,
  requested_at timestamptz not null,
  -- When its worker was last alive; a backup that a killed worker left is started again.
  seen_at timestamptz,
  attempts smallint not null default 0,
  step text check (step in ('copying', 'checking')),
  -- The share of the copying that is done.
  done real not null default 0 check (done between 0 and 1),
  finished_at timestamptz,
  -- Its name in the folder of backups.
  folder text check (folder ~ '^[0-9TZ-]+$'),
  bytes bigint check (bytes >= 0),
  checked_at timestamptz,
  -- What the check counted in the copy.
  bookings bigint check (bookings >= 0),
  fault_count integer check (fault_count >= 0),
  problem text check (length(problem) <= 2000),
  deleted_at timestamptz,
  -- Made outside the worker, with the tools of an own server.
  is_outside boolean not null default false,
  constraint finished_with_a_result check ((finished_at is null) = (checked_at is null and problem is null)),
  constraint checked_means_counted check (
    checked_at is null
    or num_nulls(folder, bytes) = 0 and (is_outside or num_nulls(bookings, fault_count) = 0)
  )
);
create unique index one_backup on backups ((true)) where finished_at is null;
create index backups_newest on backups (requested_at desc);
