-- Returns whether an exception applies to a visit. Without hours, it applies to visits that start on a day of its range. With
-- hours, it applies to visits that overlap these hours on a day of the range. A visit that ends after midnight touches two
-- days. A visit of 24 hours can touch three days when the clocks change.
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

-- Returns the days between two days, both included, or no days if they are in the wrong order.
create function days_between(p_from date, p_until date) returns datemultirange
language sql immutable parallel safe
return datemultirange(daterange(p_from, greatest(p_from, p_until + 1)));

-- Returns the name of a slot in links and the API: its pattern and day, or its id if it has no pattern.
create function public_id(s slots) returns text
language sql immutable
return coalesce(s.pattern_id || '-' || s.slot_date, s.id::text);

-- Returns the places held in a slot at p_now, without overbooked holds. The subquery is in a function of its own, because
-- Postgres can inline the callers only if they contain no subquery.
create function held_places(p_slot_id uuid, p_now timestamptz) returns integer
language sql stable
return (select coalesce(sum(h.number_of_guests), 0)::int from holds h
  where h.slot_id = p_slot_id and is_live(h, p_now) and not h.is_overbooked
);

-- Returns how many places of a slot are sold, or held at p_now. Expired holds do not count, even before they are released.
create function places_taken(s slots, p_now timestamptz) returns integer
language sql stable
return s.booked + s.overbooked + case when s.held > 0 then held_places(s.id, p_now) else 0 end;

-- Returns how many places of a slot are free at p_now, without regard to the host's other guests. Negative if more places are
-- taken than the slot has.
create function places_left(s slots, p_now timestamptz) returns integer
language sql stable
return s.capacity - places_taken(s, p_now);

-- Returns how many more people than places a slot has. Negative while places are free.
create function over_by(s slots) returns integer
language sql immutable
return s.booked + s.overbooked - case when s.retired_at is null or s.is_for_one_party then s.capacity else 0 end;

-- Returns every open slot of an experience between two days (at most 400) at p_now. Cut-off and horizon do not limit staff,
-- who also see the days that are not stored yet. The places of p_booking_id and of its holds count as free.
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
      e.id, e.host_id,
      case when p_as_staff then '-infinity' else p_now + make_interval(mins => e.booking_cutoff_minutes) end as after,
      case when p_as_staff then p_from else greatest(p_from, london_today(p_now)) end as first_day,
      case
        when p_as_staff then least(p_to, p_from + 400)
        else least(p_to, p_from + 400, last_bookable_day(e, p_now))
      end as last_day,
      coalesce(k.written_until, '-infinity') as written_until
    from experiences e
      join vineyards v on v.id = e.vineyard_id and (v.is_visible or v.is_sandbox)
      left join slot_spans k on k.experience_id = e.id
    where e.id = p_experience_id and e.is_active
  ),
  own as (
    select slot_id, sum(guests)::int as guests
    from (
      select b.slot_id, b.number_of_guests as guests from bookings b where b.id = p_booking_id and has_places(b)
      union all
      select h.slot_id, h.number_of_guests from holds h where is_held_for(h, p_booking_id) and is_live(h, p_now)
    ) as places
    group by 1
  ),
  starts as (
    select s.id, s.pattern_id, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at, s.capacity,
      places_left(s, p_now) as places, coalesce(s.host_id, o.host_id) as host_id
    from offered o
      join slots s on s.experience_id = o.id and s.slot_date between o.first_day and o.last_day
    where is_open(s)
    union all
    select null, p.pattern_id, p.slot_date, p.start_time, p.end_time, p.starts_at, p.ends_at, p.capacity, p.capacity, o.host_id
    from offered o
      cross join lateral planned_slots(o.id, greatest(o.first_day, o.written_until + 1), o.last_day) as p
    where o.last_day > o.written_until and p.starts_at is not null and p.pattern_id is not null and not p.is_closed
      and not exists (select from slots s where s.experience_id = o.id and s.slot_date = p.slot_date)
  )
  select
    s.pattern_id, case when s.pattern_id is null then s.id end, s.slot_date, s.start_time, s.end_time, s.starts_at, s.ends_at,
    s.capacity,
    greatest(0, least(s.places + coalesce(own.guests, 0), host.places))
  from offered o
    cross join starts s
    left join own on own.slot_id = s.id
    left join lateral host_places(s.host_id, s.starts_at, s.ends_at, p_booking_id, p_now) as host on true
  where s.starts_at > o.after
  order by s.starts_at, s.pattern_id, s.id
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

-- Returns the slots of patterns (specification: "generate_availability_from_patterns").
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

-- Returns the days that have slots, including sold-out days. Each day has the largest number of places left in one slot, and
-- the places left in all its slots together.
create function slot_days(p_experience_id uuid, p_from date, p_to date, p_now timestamptz)
returns table (slot_date date, largest_party integer, remaining integer)
language sql stable
as $$
  select s.slot_date, max(s.remaining), sum(s.remaining)::int
  from slots_of(p_experience_id, p_from, p_to, p_now) s
  group by s.slot_date
  order by s.slot_date
$$;

-- Returns the first p_count slots of each experience from p_from to p_until with places for p_guests. If p_until is null, the
-- horizon ends the search. If p_guests is null, there must be places for the experience's smallest party. Open slots of one
-- experience never start at the same time.
create function next_open_slots(
  p_experience_ids uuid[], p_guests integer, p_from date, p_until date, p_now timestamptz, p_count integer default 1
)
returns table (experience_id uuid, slot_date date, start_time time, remaining integer)
language sql stable
as $$
  select e.id, next.slot_date, (next.starts_at at time zone 'Europe/London')::time, next.remaining
  from experiences e
    cross join lateral (select coalesce(p_guests, e.min_group_size) as guests) as party
    cross join lateral (
      select s.slot_date, s.starts_at, open.remaining
      from slots s
        -- A join with the hosts would hide the order of the index, and all slots would be read.
        cross join lateral (
          select greatest(0, least(
            places_left(s, p_now),
            (select host.places from host_places(host_of(s.host_id, e.host_id), s.starts_at, s.ends_at, null, p_now) as host)
          )) as remaining
        ) as open
      where s.experience_id = e.id and is_open(s)
        and s.starts_at > p_now + make_interval(mins => e.booking_cutoff_minutes)
        and s.starts_at >= p_from::timestamp at time zone 'Europe/London'
        and s.starts_at < (least(p_until, p_from + 400, last_bookable_day(e, p_now)) + 1)::timestamp
          at time zone 'Europe/London'
        and s.capacity >= party.guests and open.remaining >= party.guests
      order by s.starts_at
      limit p_count
    ) as next
  where e.id = any (p_experience_ids) and e.is_active and (select v.is_visible from vineyards v where v.id = e.vineyard_id)
    and is_party_size(e, party.guests)
$$;

-- Returns every planned start between two days (at most 400), bookable or not, with the exception that applies. starts_at
-- is null if the clocks skip the hour. host_left is how many more guests the host can take, or null without a host.
create function planned_starts(
  p_experience_id uuid, p_from date, p_to date, p_now timestamptz, p_plan availability_patterns[] default null
)
returns table (
  pattern_id uuid, availability_id uuid, slot_date date, start_time time, starts_at timestamptz, ends_at timestamptz,
  planned integer, capacity integer, taken integer, closed boolean, exception_id uuid, host_left integer
)
language sql stable
as $$
  select
    p.pattern_id, p.slot_id, p.slot_date, p.start_time, p.starts_at, p.ends_at, p.planned,
    case when p.starts_at is null then 0 else p.capacity end,
    coalesce(places_taken(s, p_now), 0), p.is_closed,
    case when p.starts_at is not null then p.exception_id end, host.places
  from experiences e
    cross join lateral planned_slots(e.id, p_from, least(p_to, p_from + 400), p_plan) as p
    left join slots s on s.pattern_id = p.pattern_id and s.slot_date = p.slot_date or s.id = p.slot_id
    left join lateral host_places(coalesce(s.host_id, e.host_id), p.starts_at, p.ends_at, null, p_now) as host on true
  where e.id = p_experience_id and not p.is_superseded
  order by p.slot_date, p.start_time, p.pattern_id, p.slot_id
$$;
