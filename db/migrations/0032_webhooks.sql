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
  constraint only_tests_have_no_subject check ((subject_id is null) = (event_type = 'test')),
  constraint only_waiting_deliveries_are_claimed check (claim is null or state = 'waiting')
);
create index deliveries_of_webhook on webhook_deliveries (webhook_id, created_at, id);
create index deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'waiting';
create index deliveries_in_order on webhook_deliveries (webhook_id, subject_id, position) where state = 'waiting';
create index deliveries_by_age on webhook_deliveries (created_at);
create unique index one_untried_change on webhook_deliveries (webhook_id, subject_id)
  where event_type = 'availability.changed' and state = 'waiting' and attempts = 0;

-- Days on which the places of an experience (null: of all) changed, until the worker merges them into deliveries. Only
-- inserted, so that bookings of one experience do not wait for each other. A null day has no limit.
create table availability_changes (
  id bigint primary key generated always as identity,
  vineyard_id uuid not null references vineyards on delete cascade,
  experience_id uuid,
  starts_on date,
  ends_on date
);

create trigger bookings_to_webhooks after insert on booking_events referencing new table as added
  for each statement execute function note_webhook_bookings();
create trigger counters_to_webhooks_insert after insert on slot_inventory referencing new table as became
  for each statement execute function note_webhook_counters();
create trigger counters_to_webhooks_update after update on slot_inventory referencing old table as was new table as became
  for each statement execute function note_webhook_counters();
create trigger counters_to_webhooks_delete after delete on slot_inventory referencing old table as was
  for each statement execute function note_webhook_counters();
create trigger patterns_to_webhooks after insert or update or delete on availability_patterns
  for each row execute function note_webhook_availability();
create trigger exceptions_to_webhooks after insert or update or delete on availability_exceptions
  for each row execute function note_webhook_availability();
create trigger legacy_slots_to_webhooks after insert or update or delete on availability
  for each row execute function note_webhook_availability();
create trigger experiences_to_webhooks after update on experiences
  for each row when (
    (
      new.is_active, new.min_group_size, new.max_group_size, new.booking_cutoff_minutes, new.booking_horizon_days, new.host_id
    ) is distinct from (
      old.is_active, old.min_group_size, old.max_group_size, old.booking_cutoff_minutes, old.booking_horizon_days, old.host_id
    )
  )
  execute function note_webhook_availability();
create trigger hosts_to_webhooks after update on hosts
  for each row when (new.capacity <> old.capacity) execute function note_webhook_availability();
create trigger vineyards_to_webhooks after update on vineyards
  for each row when (new.is_visible <> old.is_visible) execute function note_webhook_availability();
