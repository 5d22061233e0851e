-- A whole session that staff moved to another time of its experience, with the state of its parties and holds before, so that
-- an Undo restores them.
create table session_moves (
  id uuid primary key,
  vineyard_id uuid not null references vineyards,
  experience_id uuid not null references experiences,
  -- No foreign keys: a slot that was never used may be deleted, and a closure may be removed.
  from_slot_id uuid not null,
  to_slot_id uuid not null,
  exception_id uuid,
  from_starts_at timestamptz not null,
  to_starts_at timestamptz not null,
  -- Places left before the move in the slot, and at its host (null without a host). Negative: overbooked.
  places_left integer not null,
  host_left integer,
  parties jsonb not null,
  holds jsonb not null,
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  moved_at timestamptz not null,
  undone_at timestamptz
);
create index session_moves_of_vineyard on session_moves (vineyard_id, from_starts_at);

-- The move with which a booking went along: until the start its guest may change it free of charge. And when its guest kept
-- the new time, or staff told a guest whom no email reaches.
alter table bookings add column session_move_id uuid references session_moves;
alter table bookings add column move_informed_at timestamptz;
create index bookings_of_session_move on bookings (session_move_id) where session_move_id is not null;
