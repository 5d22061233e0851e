-- The counters, held tighter: what was sold before a cut is remembered, so that nothing else can exceed a capacity.

-- The places that were sold when the capacity was last cut below them. Without a cut it is 0, and `booked` can never
-- pass the capacity, whoever writes it.
alter table slot_inventory add column kept integer not null default 0 check (kept >= 0);
update slot_inventory set kept = booked where booked > capacity;
alter table slot_inventory add constraint never_oversold check (booked <= greatest(capacity, kept));

-- The most a host ever held: what was taken under an earlier capacity stays.
alter table hosts add column once_held integer;
update hosts set once_held = capacity;
alter table hosts alter column once_held set not null;

create function remember_host_capacity() returns trigger
language plpgsql as $$
begin
  new.once_held := greatest(new.once_held, new.capacity);
  return new;
end $$;
create trigger hosts_remember before insert or update of capacity on hosts
  for each row execute function remember_host_capacity();

-- An experience that comes to a host with its bookings brings people nobody counted there.
create function remember_host_change() returns trigger
language plpgsql as $$
begin
  update hosts set once_held = 10000
  where id = new.host_id and exists (select from bookings b where b.experience_id = new.id);
  return null;
end $$;
create trigger experiences_change_host after update of host_id on experiences
  for each row when (new.host_id is distinct from old.host_id) execute function remember_host_change();

-- Takes places in a slot's counter if they are there. The check and the change are one statement.
create function take_places(p_pattern_id uuid, p_slot_date date, p_capacity integer, p_guests integer) returns boolean
language plpgsql volatile
as $$
begin
  insert into slot_inventory as i (pattern_id, slot_date, capacity, booked)
  select p_pattern_id, p_slot_date, p_capacity, p_guests where p_guests <= p_capacity
  on conflict (pattern_id, slot_date) do update
    set booked = i.booked + excluded.booked, capacity = excluded.capacity, kept = 0
    where i.booked + i.overbooked + excluded.booked <= excluded.capacity;
  return found;
end $$;

-- The same for a legacy row, whose own number is what is left: people beyond it stand in the way of others too.
create function take_legacy_places(p_availability_id uuid, p_guests integer) returns boolean
language plpgsql volatile
as $$
begin
  update availability
  set available_slots = available_slots - p_guests, taken = taken + p_guests
  where id = p_availability_id and available_slots - overbooked >= p_guests;
  return found;
end $$;

-- Takes places whether they are there or not. They are counted apart.
create function overbook_places(
  p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_capacity integer, p_guests integer
) returns void
language plpgsql volatile
as $$
begin
  if p_pattern_id is not null then
    insert into slot_inventory as i (pattern_id, slot_date, capacity, overbooked)
    values (p_pattern_id, p_slot_date, p_capacity, p_guests)
    on conflict (pattern_id, slot_date) do update set overbooked = i.overbooked + excluded.overbooked;
  end if;
  update availability set overbooked = overbooked + p_guests where id = p_availability_id;
end $$;

-- Changes what a booking holds in the slot where it stays, without asking: the caller has looked, and says what
-- capacity it saw.
create function resize_places(
  b bookings, p_guests integer, p_overbooked boolean, p_capacity integer default null
) returns void
language sql volatile
as $$
  update slot_inventory set
    booked = booked + change.normal,
    overbooked = overbooked + change.beyond,
    capacity = coalesce(p_capacity, capacity),
    kept = least(kept, booked + change.normal)
  from (
    select
      case when p_overbooked then 0 else p_guests end - case when b.is_overbooked then 0 else b.number_of_guests end,
      case when p_overbooked then p_guests else 0 end - case when b.is_overbooked then b.number_of_guests else 0 end
  ) as change (normal, beyond)
  where pattern_id = b.pattern_id and slot_date = b.booking_date;
  update availability set
    available_slots = available_slots - change.normal, taken = taken + change.normal, overbooked = overbooked + change.beyond
  from (
    select
      case when p_overbooked then 0 else p_guests end - case when b.is_overbooked then 0 else b.number_of_guests end,
      case when p_overbooked then p_guests else 0 end - case when b.is_overbooked then b.number_of_guests else 0 end
  ) as change (normal, beyond)
  where id = b.availability_id;
$$;

create function give_places_back(b bookings) returns void
language sql volatile
as $$
  select resize_places(b, 0, b.is_overbooked)
$$;
