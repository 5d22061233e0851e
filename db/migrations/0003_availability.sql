-- One pattern is one start time on some weekdays of a season, so that pattern id + date names a slot.
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
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  constraint a_pattern_has_its_experience check (pattern_id is null or experience_id is not null),
  constraint days_in_order check (ends_on >= starts_on),
  constraint hours_come_together check ((from_time is null) = (until_time is null) and until_time > from_time)
);
create index exceptions_of_vineyard on availability_exceptions (vineyard_id, ends_on, starts_on);

-- Legacy slots: single starts with the places that are left. They serve days on which no pattern is valid.
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

-- The counter of one slot: it exists once somebody booked. Capacity is written again by every edit that touches it.
create table slot_inventory (
  pattern_id uuid not null references availability_patterns,
  slot_date date not null,
  capacity integer not null check (capacity >= 0),
  booked integer not null default 0 check (booked >= 0),
  overbooked integer not null default 0 check (overbooked >= 0),
  primary key (pattern_id, slot_date)
) with (fillfactor = 50);
