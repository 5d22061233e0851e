-- A day, or up to three in a row, planned by anybody. Whoever holds its key may change it; of the key only the SHA-256
-- is kept. Others see it by the share id for as long as there is one, and everybody does when it was published as curated.
alter table itineraries
  add column visit_date date,
  add column party smallint not null default 2 check (party between 1 and 100),
  add column begins_at time not null default '10:00',
  add column key_hash bytea unique check (length(key_hash) = 32),
  add column share_id uuid unique,
  -- Rises with every change, so that of two people who change the same the second is told.
  add column version integer not null default 1,
  add constraint kept_by_somebody check (is_curated or user_id is not null or key_hash is not null);

-- A stop with a start stands fast. One that was booked has its times from the booking, whatever becomes of it.
alter table itinerary_stops
  add column day smallint not null default 0 check (day between 0 and 2),
  add column start_time time,
  add column minutes smallint check (minutes between 5 and 1440),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column booking_id uuid unique references bookings,
  add constraint experiences_have_a_vineyard check (experience_id is null or vineyard_id is not null);
create index stops_of_vineyard on itinerary_stops (vineyard_id) where vineyard_id is not null;
