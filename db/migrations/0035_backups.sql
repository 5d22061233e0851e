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
  folder text check (folder ~ '^[0-9T-]+$'),
  bytes bigint check (bytes >= 0),
  checked_at timestamptz,
  -- What the check counted in the copy.
  bookings bigint check (bookings >= 0),
  fault_count integer check (fault_count >= 0),
  problem text check (length(problem) <= 2000),
  deleted_at timestamptz,
  constraint finished_with_a_result check ((finished_at is null) = (checked_at is null and problem is null)),
  constraint checked_means_counted check (
    checked_at is null or num_nulls(folder, bytes, bookings, fault_count) = 0
  )
);
create unique index one_backup on backups ((true)) where finished_at is null;
create index backups_newest on backups (requested_at desc);
