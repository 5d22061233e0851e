-- What the marketplace comes to is counted from indexes alone. Those of bookings replace others: a booking is entered in no
-- more of them than before.
drop index bookings_placed;
create index bookings_placed on bookings (created_at) include (status, total_price);
drop index bookings_under_way;
create index bookings_under_way on bookings (ends_at) include (status, number_of_guests)
  where status in ('pending', 'confirmed');
drop index bookings_waiting;
create index bookings_waiting on bookings (created_at) include (starts_at) where status = 'pending';
create index experiences_offered on experiences (is_active);
