-- A search by day asks who is visiting about it: of bookings in slots the counters tell, the others are few.
create index bookings_outside_slots on bookings (starts_at)
  where pattern_id is null and availability_id is null and status <> 'cancelled';
