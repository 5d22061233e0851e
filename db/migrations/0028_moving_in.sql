-- Steps of the guided start that a vineyard's staff chose to skip. Whether a step is done follows from the data.
create table skipped_setup_steps (
  vineyard_id uuid not null references vineyards on delete cascade,
  step text not null check (step in ('page', 'test_booking', 'tell_people')),
  skipped_at timestamptz not null,
  primary key (vineyard_id, step)
);

-- How the system that a vineyard moves from names the experience.
alter table experiences
  add column external_reference one_line check (length(external_reference) between 1 and 200);
create unique index experiences_by_external_reference on experiences (vineyard_id, external_reference)
  where external_reference is not null;
