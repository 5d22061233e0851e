-- Weekdays (ISO 1–7) as a multirange, so that an exclusion constraint can tell whether two sets overlap.
create function weekday_ranges(days smallint[]) returns int4multirange
language sql immutable strict parallel safe
return (select range_agg(int4range(day, day, '[]')) from unnest(days) as day);

-- Whether a text names a day of the year, as 'MM-dd'.
create function is_day_of_year(p_day text) returns boolean
language sql immutable parallel safe
return coalesce(p_day ~ '^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-[012]\d)$' and p_day <> '02-00', false);

-- Whether a season is {from, until, changes: [{year, from, until}]}. `from` and `until` are days of the year; a season
-- that ends earlier in the year than it begins ends in the next. A change gives the season that begins in its year other
-- dates, or leaves it out if they are null.
create function is_yearly_season(p_season jsonb) returns boolean
language plpgsql immutable strict parallel safe
as $$
declare
  change jsonb;
  years integer[] := '{}';
begin
  if jsonb_typeof(p_season) <> 'object' or p_season - array['from', 'until', 'changes'] <> '{}'
    or not is_day_of_year(p_season ->> 'from') or not is_day_of_year(p_season ->> 'until')
    or jsonb_typeof(p_season -> 'changes') is distinct from 'array' then
    return false;
  end if;
  for change in select c from jsonb_array_elements(p_season -> 'changes') c loop
    if jsonb_typeof(change) <> 'object' or change - array['year', 'from', 'until'] <> '{}'
      or jsonb_typeof(change -> 'year') is distinct from 'number'
      or (change ->> 'year')::int not between 2000 and 2199 or (change ->> 'year')::int = any (years)
      or num_nulls(change ->> 'from', change ->> 'until') = 1
      or extract(year from (change ->> 'from')::date) <> (change ->> 'year')::int
      or (change ->> 'until')::date not between (change ->> 'from')::date and (change ->> 'from')::date + 365 then
      return false;
    end if;
    years := years || (change ->> 'year')::int;
  end loop;
  return true;
end $$;

-- The first day of a season in a year, from 'MM-dd'. 29 February is 1 March in other years.
create function season_start(p_year integer, p_day text) returns date
language sql immutable strict parallel safe
return make_date(p_year, left(p_day, 2)::int, 1) + right(p_day, 2)::int - 1;

-- The day after the last one of a season. 29 February is 28 February in other years.
create function season_end(p_year integer, p_day text) returns date
language sql immutable strict parallel safe
return least(
  make_date(p_year, left(p_day, 2)::int, 1) + right(p_day, 2)::int,
  (make_date(p_year, left(p_day, 2)::int, 1) + interval '1 month')::date
);

-- The days on which a pattern is valid. A recurring season without a last day recurs until 2199. None if it is
-- invalid, which a constraint then refuses.
create function valid_days_of(p_valid_from date, p_valid_until date, p_season jsonb) returns datemultirange
language sql immutable parallel safe
return case
  when p_valid_until < p_valid_from or not is_yearly_season(p_season) then '{}'
  when p_season is null then datemultirange(daterange(p_valid_from, p_valid_until, '[]'))
  else datemultirange(daterange(p_valid_from, p_valid_until, '[]')) * coalesce((
    select range_agg(case
      when c.change is null then daterange(
        season_start(y.year, p_season ->> 'from'),
        season_end(y.year + (p_season ->> 'until' < p_season ->> 'from')::int, p_season ->> 'until')
      )
      else daterange((c.change ->> 'from')::date, (c.change ->> 'until')::date, '[]')
    end)
    from generate_series(
        extract(year from p_valid_from)::int - 1, least(coalesce(extract(year from p_valid_until)::int, 2199), 2199)
      ) as y (year)
      left join jsonb_array_elements(p_season -> 'changes') as c (change) on (c.change ->> 'year')::int = y.year
    where c.change is null or c.change ->> 'from' is not null
  ), '{}')
end;

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
  -- Null if the season is all days from valid_from until valid_until.
  yearly_season jsonb constraint yearly_season_is_complete check (is_yearly_season(yearly_season)),
  -- Every search reads it, so it is neither compressed nor moved out of the row.
  valid_days datemultirange storage plain not null generated always as (
    valid_days_of(valid_from, valid_until, yearly_season)
  ) stored,
  unique (id, experience_id),
  constraint season_in_order check (valid_until >= valid_from),
  constraint one_pattern_per_start exclude using gist (
    experience_id with =,
    start_time with =,
    weekday_ranges(days_of_week) with &&,
    valid_days with &&
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
  calendar_source_id uuid,
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
  -- The places that bookings have in the slot.
  booked integer not null default 0 check (booked >= 0),
  -- Sold on purpose, beyond the capacity of the slot or of its host.
  overbooked integer not null default 0 check (overbooked >= 0),
  -- The places of holds that have not ended. Expired ones are included until somebody takes places or the job runs.
  held integer not null default 0 check (held >= 0),
  -- booked + held when the capacity was cut below them; 0 once they fit again.
  sold_before_cut integer not null default 0 check (sold_before_cut >= 0),
  -- Rises when places are taken and when the slot closes: an Undo sees whether anything has happened since.
  version bigint not null default 0,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on update cascade,
  unique (pattern_id, slot_date),
  constraint closed_without_capacity check (not is_closed or capacity = 0),
  constraint superseded_without_pattern check (not is_superseded or pattern_id is null),
  -- Deferrable, so that it is checked after each statement: one update lets two starts swap their times.
  constraint one_slot_per_start exclude using btree (experience_id with =, starts_at with =)
    where (retired_at is null and not is_superseded) deferrable,
  constraint never_oversold check (booked + held <= greatest(capacity, sold_before_cut))
) with (fillfactor = 90);
create index slots_of_experience on slots (experience_id, slot_date);
create index slots_of_day on slots (slot_date) where retired_at is null and not is_superseded;
create unique index one_legacy_slot_per_start on slots (experience_id, starts_at) where pattern_id is null and retired_at is null;
create trigger new_slots_to_webhooks after insert on slots referencing new table as became
  for each statement execute function note_webhook_slots();
create trigger slots_to_webhooks after update on slots referencing old table as was new table as became
  for each statement execute function note_webhook_slots();
create trigger former_slots_to_webhooks after delete on slots referencing old table as was
  for each statement execute function note_webhook_slots();

-- The last day of which each experience has all its slots, apart from days that staff booked beyond it.
create table slot_spans (
  experience_id uuid primary key references experiences on delete cascade,
  written_until date not null
);

-- Slots without a pattern: single starts with the places left.
create view availability as
select id, experience_id, starts_at as start_time, planned - booked as available_slots, booked as taken, overbooked, held
from slots
where pattern_id is null and retired_at is null;
create trigger availability_written instead of insert or update or delete on availability
  for each row execute function write_legacy_slot();

-- How places are taken. ordinary: if they are free. on_purpose: staff's second step, beyond the capacity of slot and host.
-- put_back: an Undo restores what was there, if nothing has happened in the slot since.
create type take_way as enum ('ordinary', 'on_purpose', 'put_back');

create type take_outcome as enum ('taken', 'full', 'gone');
