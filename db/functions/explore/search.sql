-- Returns the last open slot of each active experience of a vineyard, full or not, within its cut-off and horizon at p_now.
create function last_open_slots(p_vineyard_id uuid, p_now timestamptz) returns setof slots
language sql stable
as $$
  select last_slot.*
  from experiences e
    cross join lateral (
      select s.*
      from slots s
      where s.experience_id = e.id and is_open(s)
        and s.starts_at < (last_bookable_day(e, p_now) + 1)::timestamp at time zone 'Europe/London'
      order by s.starts_at desc
      limit 1
    ) as last_slot
  where e.vineyard_id = p_vineyard_id and e.is_active
    and last_slot.starts_at > p_now + make_interval(mins => e.booking_cutoff_minutes)
$$;

-- Returns the active experiences of all vineyards with places for a party on a day at p_now, each once for every slot with
-- enough places. Slots outside their cut-off and horizon do not count. The caller compares the party with the sizes that an
-- experience allows.
create function experiences_with_places(p_day date, p_guests integer, p_now timestamptz)
returns setof experiences
language sql stable
as $$
  select e.*
  from experiences e join slots s on s.experience_id = e.id
  where e.is_active
    and p_day <= last_bookable_day(e, p_now)
    and s.slot_date = p_day and is_open(s) and s.starts_at > p_now + make_interval(mins => e.booking_cutoff_minutes)
    and s.capacity >= p_guests and places_left(s, p_now) >= p_guests
    and (
      host_of(s, e) is null
      or p_guests <= (select host.places from host_places(host_of(s.host_id, e.host_id), s.starts_at, s.ends_at, null, p_now) as host)
    )
$$;
