-- The admins' dashboard counts pending bookings without those of called-off sessions, from the index alone.
drop index bookings_waiting;
create index bookings_waiting on bookings (created_at) include (starts_at, is_test, called_off_at) where status = 'pending';
