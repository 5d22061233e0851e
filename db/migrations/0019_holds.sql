-- Places kept for a short time without a booking. A hold changes only under the lock of its counter (slot_inventory, or
-- the legacy slot). An expired hold counts nowhere, even before it is released.
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
  -- Who made the hold: staff, or a guest by the link of a booking that was called off.
  actor text not null check (actor in ('winemaker', 'admin', 'guest')),
  actor_id uuid,
  -- The booking that will move into these places. Null: a new booking will have the hold's id.
  for_booking_id uuid references bookings,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('booked', 'released', 'expired')),
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  foreign key (availability_id, experience_id) references availability (id, experience_id),
  constraint a_hold_has_one_slot check (num_nonnulls(pattern_id, availability_id) = 1),
  constraint a_hold_is_short check (
    expires_at > created_at and expires_at <= created_at + interval '60 minutes'
  ),
  constraint an_ended_hold_has_its_outcome check ((ended_at is null) = (outcome is null)),
  constraint guests_hold_for_a_booking check (actor <> 'guest' or for_booking_id is not null)
);
create index holds_of_slot on holds (pattern_id, slot_date) where pattern_id is not null;
create index holds_of_legacy_slot on holds (availability_id) where availability_id is not null;
create index holds_of_vineyard on holds (vineyard_id);
create index holds_for_booking on holds (for_booking_id) where for_booking_id is not null;
-- For hosts, and for the job. Only holds that have not ended, so it stays small.
create index holds_by_time on holds (experience_id, starts_at) where ended_at is null;
create index holds_by_expiry on holds (expires_at, vineyard_id) where ended_at is null;

-- The places of holds that have not ended, expired ones included: a slot without any is read without looking for holds.
alter table slot_inventory
  add column held integer not null default 0 check (held >= 0),
  drop constraint never_oversold,
  add constraint never_oversold check (booked + held <= greatest(capacity, kept));
-- available_slots still counts held places.
alter table availability add column held integer not null default 0 check (held >= 0);
