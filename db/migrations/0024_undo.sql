-- The email of a change that staff can undo waits until then.
alter table emails add column deliver_after timestamptz;

-- Until when staff may undo the last change of status, counted from the request that made it.
alter table bookings add column undo_until timestamptz;
create index bookings_undoable on bookings (undo_until) where undo_until is not null;

-- The event that this one undid. Each is undone once.
alter table booking_events
  add column undoes bigint references booking_events,
  add constraint only_a_status_is_undone check (undoes is null or kind = 'status');
create unique index events_undone on booking_events (undoes) where undoes is not null;

-- What staff wrote to the guest about an event. Personal, so not in the append-only history.
create table booking_event_messages (
  event_id bigint primary key references booking_events,
  booking_id uuid not null references bookings,
  message prose not null check (message <> '')
);
create index event_messages_of_booking on booking_event_messages (booking_id);

drop function if exists cancel_locked_booking(bookings, text, uuid, timestamptz);
drop function if exists change_booking_status(uuid, uuid, text, text, text, uuid, boolean, timestamptz);
