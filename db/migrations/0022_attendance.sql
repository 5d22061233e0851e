-- How many of a party came, if not all of them, and when the mark was made: devices without a connection send it later.
alter table bookings
  add column arrived_guests integer check (arrived_guests > 0),
  add column marked_at timestamptz,
  add constraint only_arrivals_are_counted check (arrived_guests is null or attendance is not distinct from 'arrived');
