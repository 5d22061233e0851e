-- Feeds of bookings for other calendars: one for a vineyard, one for each of its experiences. Only the SHA-256 of the secret in
-- an address is kept; a new one ends the old.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  experience_id uuid,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  renewed_at timestamptz not null,
  last_read_at timestamptz,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint one_feed_each unique nulls not distinct (vineyard_id, experience_id)
);
