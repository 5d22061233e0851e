-- Weekdays (ISO 1–7) as a multirange, so that an exclusion constraint can tell whether two sets overlap.
create function weekday_ranges(days smallint[]) returns int4multirange
language sql immutable strict parallel safe
return (select range_agg(int4range(day, day, '[]')) from unnest(days) as day);

-- One start time on some weekdays of a season, so that the pattern's id and a date identify a slot.
create table availability_patterns (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references experiences,
  days_of_week smallint[] not null check (
    cardinality(days_of_week) between 1 and 7 and days_of_week <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]
  ),
  start_time time not null check (extract(second from start_time) = 0 and start_time < '24:00'),
  capacity integer not null check (capacity between 1 and 10000),
  valid_from date not null check (valid_from between '2000-01-01' and '2200-01-01'),
  valid_until date check (valid_until between '2000-01-01' and '2200-01-01'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, experience_id),
  constraint season_in_order check (valid_until >= valid_from),
  constraint one_pattern_per_start exclude using gist (
    experience_id with =,
    start_time with =,
    weekday_ranges(days_of_week) with &&,
    daterange(valid_from, valid_until, '[]') with &&
  ) where (is_active)
);
create index patterns_of_experience on availability_patterns (experience_id);
create trigger patterns_touched before update on availability_patterns
  for each row execute function touch_updated_at();
-- Edits lock a pattern by writing it unchanged.
create trigger plan_changed after update on availability_patterns
  for each row when (
    new.is_active and (old.days_of_week, old.start_time, old.capacity, old.valid_from, old.valid_until, old.is_active)
      is distinct from (new.days_of_week, new.start_time, new.capacity, new.valid_from, new.valid_until, new.is_active)
  )
  execute function note_changed_plan();
create trigger patterns_keep_plans_made after insert on availability_patterns referencing new table as made
  for each statement execute function keep_new_patterns();
alter table availability_patterns enable always trigger patterns_keep_plans_made;
create trigger patterns_keep_plans_changed after update on availability_patterns
  referencing old table as was new table as became
  for each statement execute function keep_other_patterns();
alter table availability_patterns enable always trigger patterns_keep_plans_changed;
create trigger patterns_keep_plans_gone after delete on availability_patterns referencing old table as gone
  for each statement execute function keep_fewer_plans();
alter table availability_patterns enable always trigger patterns_keep_plans_gone;
create trigger patterns_keep_plans_truncated after truncate on availability_patterns
  for each statement execute function keep_no_plans();
alter table availability_patterns enable always trigger patterns_keep_plans_truncated;

-- A closure (capacity null) or another capacity, for a vineyard, an experience or one pattern.
create table availability_exceptions (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  experience_id uuid,
  pattern_id uuid,
  starts_on date not null,
  ends_on date not null,
  from_time time,
  until_time time,
  capacity integer check (capacity between 0 and 10000),
  reason one_line,
  source text not null default 'staff' check (source in ('staff', 'feed')),
  created_at timestamptz not null default now(),
  calendar_source_id uuid references calendar_sources,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  constraint a_pattern_has_its_experience check (pattern_id is null or experience_id is not null),
  constraint days_in_order check (ends_on >= starts_on),
  constraint hours_come_together check ((from_time is null) = (until_time is null) and until_time > from_time),
  constraint a_feed_has_its_calendar check ((source = 'feed') = (calendar_source_id is not null))
);
create index exceptions_of_vineyard on availability_exceptions (vineyard_id, ends_on, starts_on);
create index exceptions_by_days on availability_exceptions using gist (daterange(starts_on, ends_on, '[]'));
create index exceptions_of_source on availability_exceptions (calendar_source_id) where calendar_source_id is not null;
create trigger exception_gone after update or delete on availability_exceptions
  for each row execute function note_changed_days();

-- Legacy slots: single starts with the places left. They serve days on which no pattern is valid.
create table availability (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references experiences,
  start_time timestamptz not null,
  available_slots integer not null check (available_slots >= 0),
  taken integer not null default 0 check (taken >= 0),
  overbooked integer not null default 0 check (overbooked >= 0),
  unique (id, experience_id),
  unique (experience_id, start_time)
);
create index legacy_slots_by_time on availability (start_time);
-- Searches by day read only legacy slots with bookings, which are few.
create index legacy_slots_sold on availability (start_time) include (experience_id) where taken + overbooked > 0;
create trigger starts_keep_plans_made after insert on availability referencing new table as made
  for each statement execute function keep_new_starts();
alter table availability enable always trigger starts_keep_plans_made;
create trigger starts_keep_plans_changed after update of start_time, experience_id on availability
  for each row when ((old.start_time, old.experience_id) is distinct from (new.start_time, new.experience_id))
  execute function keep_moved_start();
alter table availability enable always trigger starts_keep_plans_changed;
create trigger starts_keep_plans_gone after delete on availability referencing old table as gone
  for each statement execute function keep_fewer_plans();
alter table availability enable always trigger starts_keep_plans_gone;
create trigger starts_keep_plans_truncated after truncate on availability
  for each statement execute function keep_no_plans();
alter table availability enable always trigger starts_keep_plans_truncated;

-- The counter of a slot, created by its first booking. Every edit that affects the slot rewrites its capacity.
create table slot_inventory (
  pattern_id uuid not null references availability_patterns,
  slot_date date not null,
  capacity integer not null check (capacity >= 0),
  booked integer not null default 0 check (booked >= 0),
  overbooked integer not null default 0 check (overbooked >= 0),
  -- The places sold when the capacity was last cut below them, otherwise 0: nothing else can exceed the capacity.
  kept integer not null default 0 check (kept >= 0),
  primary key (pattern_id, slot_date),
  constraint never_oversold check (booked <= greatest(capacity, kept))
) with (fillfactor = 50);
-- For searches of all vineyards on a day.
create index inventory_of_day on slot_inventory (slot_date);
create trigger counters_on_pages_insert after insert on slot_inventory referencing new table as changed
  for each statement execute function note_pages_of_new_counters();
alter table slot_inventory enable always trigger counters_on_pages_insert;
create trigger counters_on_pages_update after update on slot_inventory referencing old table as was new table as became
  for each statement execute function note_pages_of_counters();
alter table slot_inventory enable always trigger counters_on_pages_update;
create trigger counters_on_pages_delete after delete on slot_inventory referencing old table as changed
  for each statement execute function note_pages_of_new_counters();
alter table slot_inventory enable always trigger counters_on_pages_delete;
create trigger counters_note_host_days after insert on slot_inventory referencing new table as changed
  for each statement execute function note_host_days();
alter table slot_inventory enable always trigger counters_note_host_days;

-- Between these days slots were sold under an earlier version of a pattern. Reports calculate by the week and check
-- only such days slot by slot.
create table changed_plans (
  pattern_id uuid primary key references availability_patterns on delete cascade,
  first_day date not null,
  last_day date not null
);

-- Days whose exception was removed or moved. Slots may still have bookings made under it.
create table changed_days (
  vineyard_id uuid not null references vineyards on delete cascade,
  first_day date not null,
  last_day date not null,
  primary key (vineyard_id, first_day, last_day)
);

-- Until when each experience has starts, for the admin's list.
create table experience_plans (
  experience_id uuid primary key references experiences on delete cascade,
  -- The last day of its active patterns: infinity if one has no end, -infinity if there is none.
  planned_until date not null default '-infinity',
  -- The last legacy slot, or -infinity.
  last_start timestamptz not null default '-infinity'
);
create index experience_plans_by_end on experience_plans (planned_until, last_start, experience_id);

-- Days on which a host has a slot that was booked once, for searches by day. Rows only say where to look: a
-- superfluous one costs time but changes no result, so none is ever removed.
create table host_days (
  day date not null,
  host_id uuid not null references hosts on delete cascade,
  primary key (day, host_id)
);
