-- Keys with which other programs call the API for a vineyard. Revoked keys stay, because changes name them.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null check (length(name) between 1 and 200),
  permissions text[] not null check (
    cardinality(permissions) > 0
      and permissions <@ array['availability:read', 'bookings:read', 'bookings:write', 'webhooks']
  ),
  key_hash bytea not null unique,
  -- The last characters of the key, to tell keys apart.
  ending text not null check (length(ending) = 4),
  created_at timestamptz not null,
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_vineyard on api_keys (vineyard_id);

alter table booking_events
  drop constraint booking_events_actor_check,
  add constraint booking_events_actor_check check (actor in ('guest', 'winemaker', 'admin', 'key', 'system'));
alter table holds
  drop constraint holds_actor_check,
  add constraint holds_actor_check check (actor in ('winemaker', 'admin', 'guest', 'key'));
create trigger act_by_key after insert on booking_events for each row when (new.actor = 'key') execute function hold_key();
