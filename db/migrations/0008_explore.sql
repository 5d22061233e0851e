create table favourites (
  user_id uuid not null references users on delete cascade,
  vineyard_id uuid not null references vineyards on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, vineyard_id)
);

create table itineraries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  title one_line not null,
  summary prose,
  is_curated boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  visit_date date,
  party smallint not null default 2 check (party between 1 and 100),
  begins_at time not null default '10:00',
  key_hash bytea unique check (length(key_hash) = 32),
  share_id uuid unique,
  -- Rises with every change, so that the second of two concurrent edits is refused.
  version integer not null default 1,
  -- The last day, in London, on which the link opens.
  share_until date,
  constraint kept_by_somebody check (is_curated or user_id is not null or key_hash is not null),
  constraint only_a_link_ends check (share_until is null or share_id is not null)
);
create index itineraries_published on itineraries (published_at desc) where published_at is not null;
create index itineraries_of_user on itineraries (user_id) where user_id is not null;
create trigger itineraries_touched before update on itineraries
  for each row execute function touch_updated_at();

-- A stop is one of our vineyards or a named place. A booked stop has the times of its booking.
create table itinerary_stops (
  id uuid primary key default gen_random_uuid(),
  itinerary_id uuid not null references itineraries on delete cascade,
  place smallint not null check (place between 1 and 200),
  vineyard_id uuid references vineyards,
  experience_id uuid,
  name one_line,
  note prose,
  day smallint not null default 0 check (day between 0 and 2),
  start_time time,
  minutes smallint check (minutes between 5 and 1440),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  booking_id uuid unique references bookings,
  unique (itinerary_id, place) deferrable initially immediate,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  constraint somewhere check (vineyard_id is not null or name is not null),
  constraint experiences_have_a_vineyard check (experience_id is null or vineyard_id is not null)
);
create index stops_of_vineyard on itinerary_stops (vineyard_id) where vineyard_id is not null;

-- Keys of further devices of the visitor. Only hashes are stored, so a device cannot get the first key and is given
-- its own.
create table itinerary_keys (
  key_hash bytea primary key check (length(key_hash) = 32),
  itinerary_id uuid not null references itineraries on delete cascade,
  created_at timestamptz not null
);
create index itinerary_keys_of on itinerary_keys (itinerary_id);

-- Addresses that asked to be emailed once, when a vineyard's first slot can be booked. The link of the email confirms
-- and withdraws; of its token only the SHA-256 is stored.
create table opening_alerts (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  email email_address not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index opening_alerts_by_address on opening_alerts (vineyard_id, lower(email));
create index opening_alerts_of_person on opening_alerts (lower(email));
