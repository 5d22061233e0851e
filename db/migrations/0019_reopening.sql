-- Calling off can be taken back. Closures and bookings name the call-off that made or affected them.
alter table availability_exceptions add column call_off_id uuid;
create index exceptions_of_call_off on availability_exceptions (call_off_id) where call_off_id is not null;
alter table bookings add column call_off_id uuid;
create index bookings_of_call_off on bookings (call_off_id) where call_off_id is not null;

-- When a session of which the guest may have read that it is called off was opened again, and when staff told a guest whom no
-- email reaches.
alter table bookings add column reopened_at timestamptz;
alter table bookings add column reopened_informed_at timestamptz;

-- Events also say 'reopened'. Only the SQL functions write events; the last release runs on this database, and its rule was
-- stricter.
alter table booking_events drop constraint if exists booking_events_kind_check;
