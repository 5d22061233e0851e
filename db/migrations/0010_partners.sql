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
  -- What staff must know about the last reading: entries that could not be read, and unknown time zones. Null
  -- when there is nothing to tell.
  read_report jsonb,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint one_source_each unique nulls not distinct (vineyard_id, experience_id, url),
  constraint failing_has_a_problem check ((failures = 0) = (problem is null))
);
create index calendar_sources_due on calendar_sources (next_check_at);

-- Resellers sell the experiences of the vineyards that opted in, with keys of their own.
create table resellers (
  id uuid primary key default gen_random_uuid(),
  name one_line not null check (length(name) between 1 and 200),
  email email_address,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index resellers_by_name on resellers (lower(name));

create table reseller_vineyards (
  reseller_id uuid not null references resellers,
  vineyard_id uuid not null references vineyards on delete cascade,
  opted_in_at timestamptz not null,
  primary key (reseller_id, vineyard_id)
);
create index reseller_vineyards_of_vineyard on reseller_vineyards (vineyard_id);

-- What a reseller says about a hold, and about the booking with its id, by the OCTO standard.
create table octo_bookings (
  id uuid primary key references holds,
  vineyard_id uuid not null references vineyards,
  api_key_id uuid not null references api_keys,
  reseller_reference one_line,
  -- The ids of the guests' tickets, one for each guest.
  unit_items uuid[] not null check (cardinality(unit_items) > 0),
  -- contact, notes, and units (contact and reseller's reference by the unit item's id). Empty once the hold has ended
  -- without a booking, or the guest is erased.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  cancellation_reason prose not null default '',
  -- Of the request that made the hold: a repeated one gets the same booking.
  request_hash bytea not null,
  updated_at timestamptz not null
);
create index octo_bookings_by_reference on octo_bookings (vineyard_id, reseller_reference);
create index octo_bookings_by_key on octo_bookings (api_key_id);

-- Addresses that a vineyard's other programs want told of events (Standard Webhooks).
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  -- The reseller, or the owner of the test key, that added it: it gets the events of bookings made with their keys. Null: the
  -- vineyard's own, for all bookings.
  key_owner uuid,
  url web_address not null,
  event_types text[] not null check (
    cardinality(event_types) > 0 and event_types <@ array[
      'booking.created', 'booking.changed', 'booking.cancelled', 'booking.attended', 'availability.changed'
    ]
  ),
  -- Both secrets are encrypted. The previous one signs as well until previous_until.
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('staff', 'gone', 'failing')),
  -- The first failure since the last success.
  failing_since timestamptz,
  last_success_at timestamptz,
  constraint previous_secrets_expire check ((previous_secret is null) = (previous_until is null)),
  constraint disabled_for_a_reason check ((disabled_at is null) = (disabled_because is null))
);
create index webhooks_of_vineyard on webhooks (vineyard_id);
-- For the triggers of bookings, most of which find none.
create index webhooks_switched_on on webhooks (vineyard_id) where disabled_at is null;

-- The outbox of webhooks and the log of their deliveries. next_attempt_at of a claimed delivery is when its claim expires.
create table webhook_deliveries (
  -- The header webhook-id, the same for every attempt.
  id uuid primary key default gen_random_uuid(),
  position bigint not null generated always as identity,
  webhook_id uuid not null references webhooks on delete cascade,
  event_type text not null check (event_type in (
    'booking.created', 'booking.changed', 'booking.cancelled', 'booking.attended', 'availability.changed', 'test'
  )),
  -- The booking, experience or vineyard whose events are delivered in order; null for a test.
  subject_id uuid,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Failures since it was queued or sent again: they lengthen the pause.
  failures integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  give_up_at timestamptz not null,
  claim uuid,
  last_attempt_at timestamptz,
  status_code integer,
  duration_ms integer,
  problem text,
  -- The W3C traceparent of the request or job that caused the delivery, set only while traces are exported.
  traceparent text default nullif(current_setting('chalk.traceparent', true), ''),
  constraint only_tests_have_no_subject check ((subject_id is null) = (event_type = 'test')),
  constraint only_waiting_deliveries_are_claimed check (claim is null or state = 'waiting')
);
create index deliveries_of_webhook on webhook_deliveries (webhook_id, created_at, id);
create index deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'waiting';
create index deliveries_in_order on webhook_deliveries (webhook_id, subject_id, position) where state = 'waiting';
create index deliveries_by_age on webhook_deliveries (created_at);
create unique index one_untried_change on webhook_deliveries (webhook_id, subject_id)
  where event_type = 'availability.changed' and state = 'waiting' and attempts = 0;
-- The oldest deliveries of a webhook, so that a claim does not read and sort the whole backlog.
create index deliveries_by_position on webhook_deliveries (webhook_id, position) where state = 'waiting';

-- Days on which the places of an experience (null: of all) changed, until the worker merges them into deliveries. Only
-- inserted, so that bookings of one experience do not wait for each other. A null day has no limit.
create table availability_changes (
  id bigint primary key generated always as identity,
  vineyard_id uuid not null references vineyards on delete cascade,
  experience_id uuid,
  starts_on date,
  ends_on date
);

alter table availability_exceptions add foreign key (calendar_source_id) references calendar_sources;

alter table api_keys add foreign key (reseller_id) references resellers;
