-- A search by day asks which legacy starts about it have sold anything, and most have sold nothing.
create index legacy_slots_sold on availability (start_time) include (experience_id) where taken + overbooked > 0;

-- And which of the visited experiences somebody leads: a few of many, told apart without reading their rows.
create index experiences_led on experiences (id) include (host_id) where host_id is not null;

-- As before, but asked by an index instead of looking through all bookings for each experience that comes to a host. Who
-- has cancelled is nobody's guest, and whoever comes back meets the host's capacity again.
create or replace function remember_host_change() returns trigger
language plpgsql as $$
begin
  update hosts set once_held = 10000
  where id = new.host_id
    and exists (select from bookings b where b.experience_id = new.id and b.status <> 'cancelled');
  return null;
end $$;
