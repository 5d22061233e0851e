-- Feeds of bookings for other calendars, of a vineyard or of one experience. Only the SHA-256 of the secret in the
-- address is stored; a new secret ends the old one.
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

-- External calendars whose busy times close slots. While a calendar fails, its last good state stays. digest
-- identifies what it closes: if that is the same, nothing is locked or written.
create table calendar_sources (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  experience_id uuid,
  url web_address not null,
  added_at timestamptz not null,
  checked_at timestamptz,
  succeeded_at timestamptz,
  -- When it was last read in full, not only found unchanged.
  read_at timestamptz,
  next_check_at timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  problem text check (
    problem in (
      'unknown_host', 'not_public', 'unreachable', 'slow', 'large', 'redirects', 'refused', 'unreadable', 'endless'
    )
  ),
  etag text check (length(etag) <= 1000),
  last_modified text check (length(last_modified) <= 100),
  digest bytea check (length(digest) = 32),
  closes integer not null default 0 check (closes >= 0),
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint one_source_each unique nulls not distinct (vineyard_id, experience_id, url),
  constraint failing_has_a_problem check ((failures = 0) = (problem is null))
);
create index calendar_sources_due on calendar_sources (next_check_at);
