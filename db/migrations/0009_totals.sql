-- Changes of bookings that are not added up yet: a changed booking is -1 as it was and 1 as it is. A figure is its
-- total plus these, so it is always exact and no booking waits for a total.
create table booking_changes (
  id bigint generated always as identity primary key,
  booking_id uuid not null,
  customer_id uuid not null,
  vineyard_id uuid not null,
  experience_id uuid not null,
  day date not null,
  status text not null,
  bookings integer not null check (bookings in (1, -1)),
  guests integer not null,
  revenue numeric(12, 2) not null,
  -- The places it takes in a slot: none outside slots.
  taken integer not null,
  -- Days from the booking to the visit.
  lead integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index changes_of_vineyard on booking_changes (vineyard_id);
create index changes_of_customer on booking_changes (customer_id);
create trigger changes_added_up after delete on booking_changes referencing old table as gone
  for each statement execute function sum_up_days();
alter table booking_changes enable always trigger changes_added_up;

create table booking_sums (
  vineyard_id uuid not null,
  day date not null,
  experience_id uuid not null,
  status text not null,
  bookings integer not null,
  guests integer not null,
  revenue numeric(14, 2) not null,
  taken integer not null,
  primary key (vineyard_id, day, experience_id, status)
);

-- booking_sums over all days, for the counts beside each list.
create table status_sums (
  vineyard_id uuid not null,
  experience_id uuid not null,
  status text not null,
  bookings integer not null,
  primary key (vineyard_id, experience_id, status)
);

-- booking_sums of the whole marketplace.
create table market_sums (
  day date not null,
  status text not null,
  bookings integer not null,
  primary key (day, status)
);

-- booking_sums by week (from Monday) and month, for each experience; experience_id null: all of the vineyard.
create table span_sums (
  vineyard_id uuid not null,
  span text not null check (span in ('week', 'month')),
  experience_id uuid,
  first_day date not null,
  status text not null,
  bookings integer not null,
  guests integer not null,
  revenue numeric(14, 2) not null,
  taken integer not null,
  unique nulls not distinct (vineyard_id, span, experience_id, first_day, status)
);

-- How many bookings were made so many days before the visit, by week (from Monday), month and year; experience_id
-- null: all of the vineyard.
create table lead_sums (
  vineyard_id uuid not null,
  span text not null check (span in ('week', 'month', 'year')),
  experience_id uuid,
  first_day date not null,
  lead integer not null,
  bookings integer not null
);
-- Holds all that a report reads: the rows of years are scattered over the table.
create unique index lead_sums_of_vineyard on lead_sums (vineyard_id, span, experience_id, first_day, lead)
  include (bookings) nulls not distinct;

-- The totals of a vineyard's day with the median of its leads, which cannot be added to: while booking_changes has a
-- row for the day, the day is calculated from its bookings instead.
create table day_sums (
  vineyard_id uuid not null,
  day date not null,
  bookings integer not null,
  guests integer not null,
  revenue numeric(14, 2) not null,
  cancelled integer not null,
  taken integer not null,
  -- Null if all bookings are cancelled.
  lead double precision,
  -- The part of revenue from completed visits.
  earned numeric(14, 2) not null default 0,
  primary key (vineyard_id, day)
);

-- A customer by the bookings of one email address; words is the text that searches read. A row is out of date once
-- next_visit has passed, until it is recalculated.
create table customer_sums (
  id uuid primary key,
  vineyard_id uuid not null,
  email text not null,
  name text not null,
  phone text not null,
  words text not null,
  bookings integer not null,
  guests integer not null,
  -- From completed visits; expected is from pending and confirmed ones.
  spent numeric(14, 2) not null,
  first_visit date,
  last_visit date,
  next_visit date,
  expected numeric(14, 2) not null default 0
);
create index customers_of_vineyard on customer_sums (vineyard_id, last_visit desc nulls last, email);
create index customers_by_spent on customer_sums (vineyard_id, spent desc, email);
create index customers_by_name on customer_sums (vineyard_id, name, email);
create index customers_in_order on customer_sums (last_visit desc nulls last, email);
create index customers_coming_here on customer_sums (vineyard_id, next_visit, email);
create index customers_coming on customer_sums (next_visit, email);
create index customers_by_words on customer_sums using gin (vineyard_id, words gin_trgm_ops);
-- Only the scheduled job writes here, so further indexes cost bookings nothing.
create index customers_by_bookings on customer_sums (vineyard_id, bookings desc, email);
create index customers_by_guests on customer_sums (vineyard_id, guests desc, email);
create index customers_by_first_visit on customer_sums (vineyard_id, first_visit, email);

-- A consistency check that an admin started and the worker runs step by step, one at a time.
create table ledger_checks (
  id uuid primary key default gen_random_uuid(),
  asked_by uuid references admins on delete set null,
  asked_at timestamptz not null,
  -- When the worker started or finished a step; a check that a killed worker left is resumed.
  stepped_at timestamptz,
  steps_done smallint not null default 0,
  finished_at timestamptz,
  -- The first hundred faults.
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  fault_count integer not null default 0 check (fault_count >= 0)
);
create unique index one_ledger_check on ledger_checks ((true)) where finished_at is null;
create index ledger_checks_newest on ledger_checks (asked_at desc);
