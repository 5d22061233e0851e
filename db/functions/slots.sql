-- Whether an exception applies to a visit. Its hours apply on each day of its range; the hours of the next day apply
-- to a visit that ends after midnight. One of 24 hours touches three days when the clocks change.
create function exception_applies(e availability_exceptions, p_starts_at timestamptz, p_ends_at timestamptz) returns boolean
language sql stable
return case
  when e.from_time is null then (p_starts_at at time zone 'Europe/London')::date between e.starts_on and e.ends_on
  else exists (
    select
    from generate_series(0, (p_ends_at at time zone 'Europe/London')::date - (p_starts_at at time zone 'Europe/London')::date) as n
      cross join lateral (select (p_starts_at at time zone 'Europe/London')::date + n as day) as days
    where day between e.starts_on and e.ends_on
      and p_starts_at at time zone 'Europe/London' < day + e.until_time
      and p_ends_at at time zone 'Europe/London' > day + e.from_time
  )
end;

-- What the exceptions of a visit decide: whether it is closed, its other capacity, and the exception that decides. A
-- closure comes before another capacity; then the most specific and the newest exception decides.
create function exception_effect(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_starts_at timestamptz, p_ends_at timestamptz
) returns table (closed boolean, capacity integer, exception_id uuid)
language sql stable
as $$
  select
    coalesce(bool_or(e.capacity is null), false),
    (array_agg(e.capacity order by e.pattern_id is null, e.experience_id is null, e.created_at desc, e.id))[1],
    (array_agg(
      e.id order by e.capacity is not null, e.pattern_id is null, e.experience_id is null, e.created_at desc, e.id
    ))[1]
  from availability_exceptions e
  where e.vineyard_id = p_vineyard_id
    and e.ends_on >= london_today(p_starts_at) and e.starts_on <= london_today(p_ends_at)
    and (e.experience_id is null or e.experience_id = p_experience_id)
    and (e.pattern_id is null or e.pattern_id = p_pattern_id)
    and exception_applies(e, p_starts_at, p_ends_at)
$$;

-- The days from one to another, both included; none if they are in the wrong order.
create function days_between(p_from date, p_until date) returns datemultirange
language sql immutable parallel safe
return datemultirange(daterange(p_from, greatest(p_from, p_until + 1)));

-- Whether a pattern has a start on a day, before any exception. Starts in the hour that the clocks skip do not exist.
-- That is always the hour from 01:00, and the check is slow.
create function starts_on_day(p availability_patterns, p_day date) returns boolean
language sql stable
return p.valid_days @> p_day
  and extract(isodow from p_day)::smallint = any (p.days_of_week)
  and case
    when p.start_time >= '01:00' and p.start_time < '02:00' then london_instant(p_day, p.start_time) is not null
    else true
  end;

-- Returns the capacity of a pattern on a day after its exceptions: 0 if closed, not planned or skipped by the clocks.
create function planned_capacity(p availability_patterns, p_day date) returns integer
language sql stable
as $$
  select case
    when not p.is_active or not starts_on_day(p, p_day) or x.closed then 0
    else coalesce(x.capacity, p.capacity)
  end
  from experiences e cross join lateral exception_effect(
    e.vineyard_id, e.id, p.id, london_instant(p_day, p.start_time),
    london_instant(p_day, p.start_time) + make_interval(mins => coalesce(e.duration_minutes, 60))
  ) as x
  where e.id = p.experience_id
$$;

-- The places of a slot that are sold, or held at p_now.
create function places_taken(i slot_inventory, p_now timestamptz) returns integer
language sql stable
return i.booked + i.overbooked + case when i.held > 0 then held_places(i.pattern_id, null, i.slot_date, p_now) else 0 end;

create function places_taken(a availability, p_now timestamptz) returns integer
language sql stable
return a.taken + a.overbooked + case when a.held > 0 then held_places(null, a.id, null, p_now) else 0 end;

-- The places of a slot that are free at p_now. The host's other guests are not counted.
create function places_left(s slots, p_now timestamptz) returns integer
language sql stable
return greatest(0, s.capacity - coalesce(
  (select places_taken(i, p_now) from slot_inventory i where i.pattern_id = s.pattern_id and i.slot_date = s.slot_date),
  (select places_taken(a, p_now) from availability a where s.pattern_id is null and a.id = s.id),
  0
));

-- The largest number of guests whom a host has at one moment of a time span, live holds included, not counting one
-- booking and its holds. Always one row, so that Postgres can inline it into queries over many slots.
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
    union all
    select greatest(h.starts_at, p_starts_at), h.ends_at, h.number_of_guests
    from holds h join experiences e on e.id = h.experience_id
    where e.host_id = p_host_id and is_live(h, p_now) and is_held_for(h, p_without_booking_id) is not true
      and h.starts_at < p_ends_at and h.ends_at > p_starts_at
  )
  select coalesce(max(moment.guests), 0)::int
  from (
    select (select sum(other.guests) from present other where other.enters <= p.enters and other.leaves > p.enters) as guests
    from present p
  ) as moment
$$;

-- The largest party that a host can still take. It limits a booking outside slots.
create function host_places_left(
  p_host_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_without_booking_id uuid, p_now timestamptz
) returns integer
language sql stable
return coalesce((
  select greatest(0, h.capacity - host.guests)
  from hosts h cross join lateral host_guests(h.id, p_starts_at, p_ends_at, p_without_booking_id, p_now) as host
  where h.id = p_host_id
), 10000);

-- Every open slot of an experience between two days (at most 400) at p_now. Cut-off and horizon do not limit staff, who also
-- see the days that are not stored yet. The places of p_booking_id and of its holds count as free.
create function slots_for(
  p_experience_id uuid, p_from date, p_to date, p_now timestamptz, p_as_staff boolean, p_booking_id uuid
)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer, remaining integer
)
language sql stable
as $$
  with offered as (
    select
      e.id, e.host_id, h.capacity as host_capacity,
      case when p_as_staff then '-infinity' else p_now + make_interval(mins => e.booking_cutoff_minutes) end as after,
      case when p_as_staff then p_from else greatest(p_from, london_today(p_now)) end as first_day,
      case
        when p_as_staff then least(p_to, p_from + 400)
        else least(p_to, p_from + 400, london_today(p_now) + e.booking_horizon_days)
      end as last_day,
      coalesce(k.written_until, '-infinity') as written_until
    from experiences e
      join vineyards v on v.id = e.vineyard_id and (v.is_visible or v.is_sandbox)
      left join hosts h on h.id = e.host_id
      left join slot_spans k on k.experience_id = e.id
    where e.id = p_experience_id and e.is_active
  ),
  own as (
    select pattern_id, availability_id, slot_date, sum(guests)::int as guests
    from (
      select b.pattern_id, b.availability_id, b.booking_date as slot_date, b.number_of_guests as guests
      from bookings b where b.id = p_booking_id and b.status <> 'cancelled'
      union all
      select h.pattern_id, h.availability_id, h.slot_date, h.number_of_guests
      from holds h where is_held_for(h, p_booking_id) and is_live(h, p_now)
    ) as places
    group by 1, 2, 3
  ),
  starts as (
    select s.id, s.pattern_id, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at, s.capacity
    from offered o
      join slots s on s.experience_id = o.id and s.slot_date between o.first_day and o.last_day
    where is_open(s)
    union all
    select null, p.pattern_id, p.slot_date, p.start_time, p.end_time, p.starts_at, p.ends_at, p.capacity
    from offered o
      cross join lateral planned_slots(o.id, greatest(o.first_day, o.written_until + 1), o.last_day) as p
    where o.last_day > o.written_until and p.starts_at is not null and p.pattern_id is not null and not p.is_closed
      and not exists (select from slots s where s.experience_id = o.id and s.slot_date = p.slot_date)
  )
  select
    s.pattern_id, a.id, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at, s.capacity,
    greatest(0, least(
      s.capacity - coalesce(places_taken(i, p_now), places_taken(a, p_now), 0) + coalesce(own.guests, 0),
      o.host_capacity - host.guests
    ))
  from offered o
    cross join starts s
    left join slot_inventory i on i.pattern_id = s.pattern_id and i.slot_date = s.slot_date
    left join availability a on s.pattern_id is null and a.id = s.id
    left join own on own.availability_id = a.id or own.pattern_id = s.pattern_id and own.slot_date = s.slot_date
    left join lateral host_guests(o.host_id, s.starts_at, s.ends_at, p_booking_id, p_now) as host on o.host_id is not null
  where s.starts_at > o.after
  order by s.starts_at, s.pattern_id, a.id
$$;

create function slots_of(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, end_time time,
  starts_at timestamptz, ends_at timestamptz, capacity integer, remaining integer
)
language sql stable
as $$
  select * from slots_for(p_experience_id, p_from, p_to, p_now, false, null)
$$;

-- The slots of patterns (specification: "generate_availability_from_patterns").
create function generate_availability_from_patterns(
  p_experience_id uuid, p_start_date date, p_end_date date, p_now timestamptz default now()
)
returns table (
  pattern_id uuid, slot_date date, start_time time, end_time time, capacity integer, remaining integer
)
language sql stable
as $$
  select s.pattern_id, s.slot_date, s.start_time, s.end_time, s.capacity, s.remaining
  from slots_of(p_experience_id, p_start_date, p_end_date, p_now) s
  where s.pattern_id is not null
$$;

-- The days that have slots, sold out or not, for a calendar: the places left in the slot with most, and in all slots.
create function slot_days(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (slot_date date, largest_party integer, remaining integer)
language sql stable
as $$
  select s.slot_date, max(s.remaining), sum(s.remaining)::int
  from slots_of(p_experience_id, p_from, p_to, p_now) s
  group by s.slot_date
  order by s.slot_date
$$;

-- slots_of for many experiences at once; a test compares the two.
create function slots_of_experiences(p_experience_ids uuid[], p_from date, p_to date, p_now timestamptz)
returns table (experience_id uuid, slot_date date, starts_at timestamptz, remaining integer)
language sql stable
as $$
  select
    e.id, s.slot_date, s.starts_at,
    greatest(0, least(
      s.capacity - coalesce(places_taken(i, p_now), places_taken(a, p_now), 0),
      case when h.id is not null then
        h.capacity - (select host.guests from host_guests(h.id, s.starts_at, s.ends_at, null, p_now) as host)
      end
    ))
  from experiences e
    join vineyards v on v.id = e.vineyard_id and v.is_visible
    left join hosts h on h.id = e.host_id
    join slots s on s.experience_id = e.id
      and s.slot_date between greatest(p_from, london_today(p_now))
        and least(p_to, p_from + 400, london_today(p_now) + e.booking_horizon_days)
    left join slot_inventory i on i.pattern_id = s.pattern_id and i.slot_date = s.slot_date
    left join availability a on s.pattern_id is null and a.id = s.id
  where e.id = any (p_experience_ids) and e.is_active
    and is_open(s) and s.starts_at > p_now + make_interval(mins => e.booking_cutoff_minutes)
$$;

-- The first slot of each experience from p_from to p_until (null: up to the horizon) that has places for a party, or
-- without p_guests for its smallest party. Searches near days first, and later days only for experiences without a slot.
create function next_open_slots(
  p_experience_ids uuid[], p_guests integer, p_from date, p_until date, p_now timestamptz
)
returns table (experience_id uuid, slot_date date, start_time time, remaining integer)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  pending_ids uuid[];
  found_ids uuid[];
  found_days date[];
  found_times time[];
  found_places integer[];
  near integer := 0;
  far integer;
begin
  pending_ids := array(
    select e.id from experiences e
    where e.id = any (p_experience_ids)
      and coalesce(p_guests, e.min_group_size) between e.min_group_size and coalesce(e.max_group_size, 10)
  );
  foreach far in array array[6, 34, 400] loop
    exit when cardinality(pending_ids) = 0 or p_from + near > p_until;
    select array_agg(f.id), array_agg(f.day), array_agg(f.start_time), array_agg(f.remaining)
    into found_ids, found_days, found_times, found_places
    from (
      select distinct on (s.experience_id)
        s.experience_id as id, s.slot_date as day, (s.starts_at at time zone 'Europe/London')::time as start_time,
        s.remaining
      from slots_of_experiences(pending_ids, p_from + near, least(p_from + far, p_until), p_now) s
        join experiences e on e.id = s.experience_id
      where s.remaining >= coalesce(p_guests, e.min_group_size)
      order by s.experience_id, s.starts_at, s.remaining desc
    ) as f;
    return query select * from unnest(found_ids, found_days, found_times, found_places);
    pending_ids := array(select unnest(pending_ids) except select unnest(found_ids));
    near := far + 1;
  end loop;
end $$;

-- Every planned start between two days (at most 400), bookable or not, with the exception that decides about it. starts_at
-- is null if the clocks skip the hour. host_left: how many more guests the host can take, null without a host.
create function planned_starts(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, starts_at timestamptz, ends_at timestamptz,
  planned integer, capacity integer, taken integer, closed boolean, exception_id uuid, host_left integer
)
language sql stable
as $$
  select
    p.pattern_id, p.slot_id, p.slot_date, p.start_time, p.starts_at, p.ends_at, p.planned,
    case when p.starts_at is null then 0 else p.capacity end,
    coalesce(places_taken(i, p_now), places_taken(a, p_now), 0), p.is_closed, p.exception_id, h.capacity - host.guests
  from experiences e
    cross join lateral planned_slots(e.id, p_from, least(p_to, p_from + 400)) as p
    left join hosts h on h.id = e.host_id
    left join slot_inventory i on i.pattern_id = p.pattern_id and i.slot_date = p.slot_date
    left join availability a on a.id = p.slot_id
    left join lateral host_guests(h.id, p.starts_at, p.ends_at, null, p_now) as host on h.id is not null
  where e.id = p_experience_id and not p.is_superseded
  order by p.slot_date, p.start_time, p.pattern_id, p.slot_id
$$;

-- Takes places in a slot if there are enough; with p_overbook always, counted as overbooked. One statement checks and
-- changes the counter. The row of a legacy slot counts the places left, less those overbooked.
create function take_places(
  p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_capacity integer, p_guests integer, p_overbook boolean
) returns boolean
language plpgsql volatile
as $$
begin
  if p_overbook then
    if p_pattern_id is not null then
      insert into slot_inventory as i (pattern_id, slot_date, capacity, overbooked)
      values (p_pattern_id, p_slot_date, p_capacity, p_guests)
      on conflict (pattern_id, slot_date) do update set overbooked = i.overbooked + excluded.overbooked;
    end if;
    update availability set overbooked = overbooked + p_guests where id = p_availability_id;
    return true;
  end if;
  if p_pattern_id is null then
    update availability
    set available_slots = available_slots - p_guests, taken = taken + p_guests
    where id = p_availability_id and available_slots - overbooked - held >= p_guests;
    return found;
  end if;
  insert into slot_inventory as i (pattern_id, slot_date, capacity, booked)
  select p_pattern_id, p_slot_date, p_capacity, p_guests where p_guests <= p_capacity
  on conflict (pattern_id, slot_date) do update
    set booked = i.booked + excluded.booked, capacity = excluded.capacity, kept = 0
    where i.booked + i.held + i.overbooked + excluded.booked <= excluded.capacity;
  return found;
end $$;

-- Changes how many places a booking takes in its slot. The caller has checked that they fit, and passes the capacity
-- that it read.
create function resize_places(
  b bookings, p_guests integer, p_overbooked boolean, p_capacity integer default null
) returns void
language plpgsql volatile
as $$
declare
  normal constant integer := case when p_overbooked then 0 else p_guests end
    - case when b.is_overbooked then 0 else b.number_of_guests end;
  beyond constant integer := case when p_overbooked then p_guests else 0 end
    - case when b.is_overbooked then b.number_of_guests else 0 end;
begin
  update slot_inventory set
    booked = booked + normal, overbooked = overbooked + beyond, capacity = coalesce(p_capacity, capacity),
    kept = least(kept, booked + normal + held)
  where pattern_id = b.pattern_id and slot_date = b.booking_date;
  update availability set
    available_slots = available_slots - normal, taken = taken + normal, overbooked = overbooked + beyond
  where id = b.availability_id;
end $$;

create function release_places(b bookings) returns void
language sql volatile
as $$
  select resize_places(b, 0, b.is_overbooked)
$$;
