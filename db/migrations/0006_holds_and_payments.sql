-- How long a hold may last depends on its kind.
create type hold_kind as enum ('short');

-- Places kept for a short time without a booking. A hold changes only under the lock of its slot. An expired hold
-- counts nowhere, even before it is released.
create table holds (
  -- Becomes the booking's id, so it must not be guessable.
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  experience_id uuid not null,
  pattern_id uuid,
  availability_id uuid,
  slot_date date not null,
  start_time time not null,
  end_time time not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  number_of_guests integer not null check (number_of_guests between 1 and 10000),
  -- As shown when the hold was made: the booking costs this.
  price_per_person numeric(10, 2) not null check (price_per_person >= 0),
  currency text not null check (currency = 'GBP'),
  -- Who made the hold: 'winemaker', 'admin', 'key', 'guest' by the link of a booking that was called off, or 'visitor',
  -- who holds places only until a link that was emailed confirms the booking.
  actor text not null,
  actor_id uuid,
  -- The booking that will move into these places. Null: a new booking will have the hold's id.
  for_booking_id uuid references bookings,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('booked', 'released', 'expired')),
  slot_id uuid not null references slots,
  kind hold_kind not null default 'short',
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  constraint a_hold_has_one_slot check (num_nonnulls(pattern_id, availability_id) = 1),
  constraint an_ended_hold_has_its_outcome check ((ended_at is null) = (outcome is null)),
  constraint guests_hold_for_a_booking check (actor <> 'guest' or for_booking_id is not null),
  constraint a_hold_lasts_no_longer_than_its_kind check (
    expires_at > created_at
      and expires_at <= created_at + case kind when 'short' then interval '60 minutes' end
  )
);
create index holds_of_vineyard on holds (vineyard_id);
create index holds_for_booking on holds (for_booking_id) where for_booking_id is not null;
-- For hosts, and for the job. Only holds that have not ended, so it stays small.
create index holds_by_time on holds (experience_id, starts_at) where ended_at is null;
create index holds_by_expiry on holds (expires_at, vineyard_id) where ended_at is null;
create index holds_in_slot on holds (slot_id);
create trigger act_by_key after insert on holds for each row when (new.actor = 'key') execute function hold_key();

-- What becomes a booking once the link is used. Deleted when the hold ends without a booking; a row of a booked hold
-- shows that its guest's address is verified.
create table guest_holds (
  id uuid primary key references holds,
  -- The fields of booking_request; empty once booked.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  -- Of the form or call that made the hold: a repeated one holds nothing more.
  idempotency_key uuid not null unique,
  request_hash bytea not null check (length(request_hash) = 32)
);

-- The money of bookings: payments taken, refunds and discounts. Append-only: a mistake is corrected by an entry of the
-- opposite amount that names it.
create table payments (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  vineyard_id uuid not null references vineyards,
  entry text not null check (entry in ('payment', 'refund', 'discount')),
  -- How the money was handed over; a discount has no kind.
  kind text check (kind in ('cash', 'card', 'other')),
  amount numeric(10, 2) not null,
  reason one_line,
  corrects bigint unique references payments,
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  -- When the money changed hands; a device without connection sends it later.
  taken_at timestamptz not null,
  -- The London day whose till it belongs to.
  taken_on date not null generated always as ((taken_at at time zone 'Europe/London')::date) stored,
  idempotency_key uuid not null unique,
  created_at timestamptz not null,
  constraint only_corrections_are_negative check (case when corrects is null then amount > 0 else amount < 0 end),
  constraint money_has_a_kind check ((entry = 'discount') = (kind is null)),
  constraint discount_has_a_reason check (entry <> 'discount' or (corrects is null) = (reason is not null))
);
create index payments_of_booking on payments (booking_id, id);
create index payments_of_day on payments (vineyard_id, taken_on);
create trigger payments_stand before update or delete on payments for each row execute function guard_payments();
create trigger payments_stay before truncate on payments for each statement execute function refuse_change();
