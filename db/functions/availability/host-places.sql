-- Returns the host of a slot. In a subquery, host_of(s, e) would make Postgres read all columns of both rows.
create function host_of(p_host_of_slot uuid, p_host_of_experience uuid) returns uuid
language sql immutable
return coalesce(p_host_of_slot, p_host_of_experience);

-- Returns the host of a slot: the slot's own host, or the host of its experience. Returns null if neither has a host.
create function host_of(s slots, e experiences) returns uuid
language sql immutable
return host_of(s.host_id, e.host_id);

-- Returns the largest number of guests whom a host has at any moment of a time span, including live holds, but not
-- p_without_booking_id and its holds. Always returns one row, so that Postgres can inline the function into queries over
-- many slots.
create function host_guests(
  p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_without_booking_id uuid, p_now timestamptz
)
returns table (guests integer)
language sql stable
as $$
  with present as (
    select greatest(b.starts_at, p_starts_at) as enters, b.ends_at as leaves, b.number_of_guests as guests
    from bookings b join experiences e on e.id = b.experience_id
    where e.host_id = p_host_id and b.status <> 'cancelled' and b.called_off_at is null
      and b.id is distinct from p_without_booking_id
      and b.starts_at < p_ends_at and b.ends_at > p_starts_at
      and not exists (select from slots s where s.id = b.slot_id and s.host_id <> p_host_id)
    union all
    select greatest(h.starts_at, p_starts_at), h.ends_at, h.number_of_guests
    from holds h join experiences e on e.id = h.experience_id
    where e.host_id = p_host_id and is_live(h, p_now) and is_held_for(h, p_without_booking_id) is not true
      and h.starts_at < p_ends_at and h.ends_at > p_starts_at
      and not exists (select from slots s where s.id = h.slot_id and s.host_id <> p_host_id)
    union all
    -- Sessions that this host took over from the host of their experience. No session is longer than a day.
    select greatest(b.starts_at, p_starts_at), b.ends_at, b.number_of_guests
    from slots s join experiences e on e.id = s.experience_id join bookings b on b.slot_id = s.id
    where s.host_id = p_host_id and e.host_id is distinct from p_host_id
      and s.starts_at between p_starts_at - interval '2 days' and p_ends_at + interval '1 day'
      and b.status <> 'cancelled' and b.called_off_at is null and b.id is distinct from p_without_booking_id
      and b.starts_at < p_ends_at and b.ends_at > p_starts_at
    union all
    select greatest(h.starts_at, p_starts_at), h.ends_at, h.number_of_guests
    from slots s join experiences e on e.id = s.experience_id join holds h on h.slot_id = s.id
    where s.host_id = p_host_id and e.host_id is distinct from p_host_id
      and s.starts_at between p_starts_at - interval '2 days' and p_ends_at + interval '1 day'
      and is_live(h, p_now) and is_held_for(h, p_without_booking_id) is not true
      and h.starts_at < p_ends_at and h.ends_at > p_starts_at
  )
  select coalesce(max(moment.guests), 0)::int
  from (
    select (select sum(other.guests) from present other where other.enters <= p.enters and other.leaves > p.enters) as guests
    from present p
  ) as moment
$$;

-- Returns one row with how many more guests a host can take throughout a time span, not counting the guests of
-- p_without_booking_id. Returns no row without a host.
create function host_places(
  p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_without_booking_id uuid, p_now timestamptz
)
returns table (places integer)
language sql stable
as $$
  select h.capacity - present.guests
  from hosts h cross join lateral host_guests(h.id, p_starts_at, p_ends_at, p_without_booking_id, p_now) as present
  where h.id = p_host_id
$$;

create function lock_hosts(p_host_ids uuid[]) returns void
language plpgsql volatile
as $$
begin
  -- Writes the rows, so that a transaction with an older snapshot fails and starts again.
  perform from hosts where id = any (p_host_ids) order by id for no key update;
  update hosts set lock_version = lock_version + 1 where id = any (p_host_ids);
end $$;

-- Locks slots and then their hosts. Call this function before places are taken in more than one slot.
create function lock_slots_and_hosts(p_slot_ids uuid[]) returns void
language sql volatile
as $$
  select lock_slots(p_slot_ids);
  select lock_hosts(array(
    select host_of(s, e) from slots s join experiences e on e.id = s.experience_id where s.id = any (p_slot_ids)
  ));
$$;

-- Locks a host. Returns how many more guests the host can take between two instants, not counting the guests of
-- p_booking_id. Returns null without a host.
create function free_places_at_host(
  p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_booking_id uuid, p_now timestamptz
) returns integer
language plpgsql volatile
as $$
begin
  if p_host_id is null then
    return null;
  end if;
  perform lock_hosts(array[p_host_id]);
  -- This is a statement of its own, so that it sees what was committed before the lock.
  return (select host.places from host_places(p_host_id, p_starts_at, p_ends_at, p_booking_id, p_now) as host);
end $$;

-- Returns how many more guests the host of an experience can take. See free_places_at_host.
create function free_places_of_host(
  p_experience_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_booking_id uuid, p_now timestamptz
) returns integer
language sql volatile
as $$
  select free_places_at_host(e.host_id, p_starts_at, p_ends_at, p_booking_id, p_now) from experiences e where e.id = p_experience_id
$$;
