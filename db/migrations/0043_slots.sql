-- One start of an experience on a day, as plan, seasons, exceptions and clock decide it. Only the writer changes rows
-- (slot-writer.sql). Past rows stay: they are the record of what was offered. No index names is_closed, so that closing and
-- reopening are HOT updates.
create table slots (
  id uuid primary key default uuidv7(),
  vineyard_id uuid not null,
  experience_id uuid not null,
  -- Null for a slot of its own (a legacy slot), which has the id of its row in availability.
  pattern_id uuid references availability_patterns,
  slot_date date not null,
  start_time time not null,
  end_time time not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The places before exceptions, and after them.
  planned integer not null check (planned >= 0),
  capacity integer not null check (capacity >= 0),
  is_closed boolean not null default false,
  -- The exception that decides. No foreign key: past slots keep the name of an exception that was removed since.
  exception_id uuid,
  -- Whether a slot without a pattern is not offered, because a pattern is valid on its day.
  is_superseded boolean not null default false,
  -- Set when the slot is no longer planned, but was booked or held once.
  retired_at timestamptz,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on update cascade,
  unique (pattern_id, slot_date),
  constraint closed_without_capacity check (not is_closed or capacity = 0),
  constraint superseded_without_pattern check (not is_superseded or pattern_id is null),
  -- Deferrable, so that it is checked after each statement: one update lets two starts swap their times.
  constraint one_slot_per_start exclude using btree (experience_id with =, starts_at with =)
    where (retired_at is null and not is_superseded) deferrable
) with (fillfactor = 90);
create index slots_of_experience on slots (experience_id, slot_date);
create index slots_of_day on slots (slot_date) where retired_at is null and not is_superseded;

-- The last day of which each experience has all its slots, apart from days that staff booked beyond it.
create table slot_spans (
  experience_id uuid primary key references experiences on delete cascade,
  written_until date not null
);

-- Takes over the legacy slots. The worker writes all others when it starts.
insert into slots (id, vineyard_id, experience_id, slot_date, start_time, end_time, starts_at, ends_at, planned, capacity, is_superseded)
select a.id, e.vineyard_id, e.id, l.day, l.start_time, ((l.starts_at + l.lasts) at time zone 'Europe/London')::time,
  l.starts_at, l.starts_at + l.lasts, a.available_slots + a.taken, a.available_slots + a.taken,
  -- Until the writer decides, nothing is offered twice.
  true
from availability a
  join experiences e on e.id = a.experience_id
  cross join lateral (
    select (a.start_time at time zone 'Europe/London')::date as day,
      (a.start_time at time zone 'Europe/London')::time as start_time,
      -- When the clocks go back, the first of the two equal hours counts.
      least(a.start_time, case
        when (a.start_time - interval '1 hour') at time zone 'Europe/London' = a.start_time at time zone 'Europe/London'
          then a.start_time - interval '1 hour'
        else a.start_time
      end) as starts_at,
      make_interval(mins => coalesce(e.duration_minutes, 60)) as lasts
  ) as l;

create trigger legacy_slots_written after insert or delete on availability
  for each row execute function write_legacy_slot();
-- Bookings only move places from available_slots to taken.
create trigger legacy_slots_rewritten after update on availability
  for each row when (
    (old.start_time, old.experience_id, old.available_slots + old.taken)
      is distinct from (new.start_time, new.experience_id, new.available_slots + new.taken)
  )
  execute function write_legacy_slot();
