create table bookings (
  -- 128 random bits: whoever holds the link may see and cancel, so it can not be guessed.
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (reference ~ '^CV-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{2}$'),
  user_id uuid references users on delete set null,
  vineyard_id uuid not null references vineyards,
  experience_id uuid not null,
  pattern_id uuid,
  availability_id uuid,
  booking_date date not null,
  start_time time,
  end_time time,
  starts_at timestamptz,
  ends_at timestamptz,
  booking_time text generated always as (coalesce(display_time(start_time), '12:00 PM')) stored,
  number_of_guests integer not null check (number_of_guests between 1 and 10000),
  num_guests integer generated always as (number_of_guests) stored,
  guest_name one_line not null,
  guest_email email_address not null,
  guest_phone one_line not null,
  special_requests prose not null default '',
  customer_notes prose not null default '',
  price_per_person numeric(10, 2) not null check (price_per_person >= 0),
  total_price numeric(12, 2) not null,
  currency text not null default 'GBP' check (currency = 'GBP'),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled', 'completed')),
  -- Its places were taken beyond the capacity by staff who said so.
  is_overbooked boolean not null default false,
  idempotency_key uuid unique,
  request_hash bytea check (length(request_hash) = 32),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  foreign key (availability_id, experience_id) references availability (id, experience_id),
  constraint one_kind_of_slot check (num_nonnulls(pattern_id, availability_id) <= 1),
  constraint total_is_price_times_guests check (total_price = price_per_person * number_of_guests),
  constraint times_come_together check (
    num_nulls(start_time, end_time, starts_at, ends_at) in (0, 4) and ends_at > starts_at
  ),
  constraint instant_is_derived check (starts_at = london_instant(booking_date, start_time)),
  constraint key_has_its_hash check ((idempotency_key is null) = (request_hash is null))
);
create index bookings_of_vineyard on bookings (vineyard_id, booking_date, start_time);
create index bookings_of_slot on bookings (pattern_id, booking_date) where pattern_id is not null;
create index bookings_of_legacy_slot on bookings (availability_id) where availability_id is not null;
create index bookings_by_time on bookings (experience_id, starts_at, ends_at) where status <> 'cancelled';
create index bookings_by_email on bookings (lower(guest_email), booking_date);
create index bookings_of_user on bookings (user_id) where user_id is not null;
create trigger bookings_touched before update on bookings for each row execute function touch_updated_at();

-- What happened to a booking, in order. Never changed: personal values stay in the booking's own row.
create table booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('created', 'status', 'moved', 'overbooked', 'marked')),
  actor text not null check (actor in ('guest', 'winemaker', 'admin', 'system')),
  actor_id uuid,
  changes jsonb not null,
  happened_at timestamptz not null
);
create index events_of_booking on booking_events (booking_id, id);
create trigger booking_events_stand before update or delete on booking_events
  for each row execute function refuse_change();
create trigger booking_events_stay before truncate on booking_events
  for each statement execute function refuse_change();

-- Changes by staff to everything else: who, what, before and after.
create table audit_events (
  id bigint generated always as identity primary key,
  actor text not null check (actor in ('winemaker', 'admin', 'system')),
  actor_id uuid,
  noun text not null,
  noun_id uuid not null,
  vineyard_id uuid references vineyards,
  before jsonb,
  after jsonb,
  happened_at timestamptz not null
);
create index audit_of_noun on audit_events (noun, noun_id, id);
create trigger audit_events_stand before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_stay before truncate on audit_events
  for each statement execute function refuse_change();

-- Every mail, written in the transaction that causes it and delivered later.
create table emails (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references bookings,
  event_id bigint references booking_events,
  email_type text not null check (email_type ~ '^[a-z]+(_[a-z]+)*$'),
  to_address email_address not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'dead', 'kept')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- One mail of a kind for one thing that happened, however often it is asked for.
  constraint once_per_event unique (event_id, email_type)
);
create index emails_of_booking on emails (booking_id, created_at);
create index emails_waiting on emails (created_at) where state in ('waiting', 'failed');
