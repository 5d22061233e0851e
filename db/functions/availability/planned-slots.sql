-- A slot as the plan, the exceptions and the clock define it. slot_id is set for a slot without a pattern.
create type planned_slot as (
  slot_id uuid,
  pattern_id uuid,
  slot_date date,
  start_time time,
  end_time time,
  starts_at timestamptz,
  ends_at timestamptz,
  planned integer,
  capacity integer,
  is_closed boolean,
  exception_id uuid,
  is_superseded boolean
);

-- Returns how many minutes a visit takes. A visit without a stated duration takes an hour.
create function visit_minutes(e experiences) returns integer
language sql immutable
return coalesce(e.duration_minutes, 60);

-- Returns when a visit that begins at this time ends.
create function visit_end(e experiences, p_starts_at timestamptz) returns timestamptz
language sql stable
return p_starts_at + make_interval(mins => visit_minutes(e));

-- Returns the days on which a pattern is valid. The pattern need not be stored.
create function days_of_plan(p availability_patterns) returns datemultirange
language sql immutable
return coalesce(p.valid_days, valid_days_of(p.valid_from, p.valid_until, p.yearly_season));

-- Returns the slots that an experience should have between two days, both included, according to its plan, seasons,
-- exceptions and the clock. A start in an hour that the clocks skip has no instant. With p_plan, returns the slots of
-- this unsaved plan by its dates and seasons, because it has no valid_days yet. Writes and locks nothing.
create function planned_slots(p_experience_id uuid, p_from date, p_until date, p_plan availability_patterns[] default null)
returns setof planned_slot
language sql stable
as $$
  with experience as (
    select e.id, e.vineyard_id, make_interval(mins => visit_minutes(e)) as duration
    from experiences e
    where e.id = p_experience_id
  ),
  plan as materialized (
    select id, days_of_week, start_time, capacity,
      days_of_plan(p) as valid_days
    from unnest(coalesce(p_plan, array(select p from availability_patterns p where p.experience_id = p_experience_id))) as p
    where is_active
  ),
  pattern_starts as materialized (
    select p.id as pattern_id, day as slot_date, p.start_time, london_instant(day, p.start_time) as starts_at, p.capacity
    from plan p
      cross join lateral unnest(p.valid_days * days_between(p_from, p_until)) as span
      -- Counts days, because hours would drift when the clocks change.
      cross join lateral (
        select lower(span) + n as day from generate_series(0, upper(span) - lower(span) - 1) as n
      ) as days
    where extract(isodow from day)::smallint = any (p.days_of_week)
  ),
  starts as (
    select null::uuid as slot_id, pattern_id, slot_date, start_time, starts_at, capacity as planned, false as is_superseded
    from pattern_starts
    union all
    select s.id, null, s.slot_date, s.start_time, s.starts_at, s.planned,
      s.slot_date in (select slot_date from pattern_starts)
    from slots s
    where s.experience_id = p_experience_id and s.pattern_id is null and s.retired_at is null
      and s.slot_date between p_from and p_until
  ),
  visits as (
    select s.*, s.starts_at + e.duration as ends_at, (s.starts_at + e.duration) at time zone 'Europe/London' as local_end
    from starts s cross join experience e
  ),
  exceptions as materialized (
    select x.*
    from availability_exceptions x join experience e on e.vineyard_id = x.vineyard_id
    where (x.experience_id is null or x.experience_id = e.id)
      and x.ends_on >= p_from and x.starts_on <= p_until + 2
  )
  select
    v.slot_id, v.pattern_id, v.slot_date, v.start_time, v.local_end::time, v.starts_at, v.ends_at,
    v.planned,
    case
      when x.id is null then v.planned
      when x.capacity is null then 0
      -- An exception may lower the capacity of a slot without a pattern, and never raises it.
      when v.pattern_id is null then least(x.capacity, v.planned)
      else x.capacity
    end,
    x.id is not null and x.capacity is null,
    x.id,
    v.is_superseded
  from visits v
    left join lateral (
      select x.id, x.capacity
      from exceptions x
      where (x.pattern_id is null or x.pattern_id = v.pattern_id)
        and case
          when x.from_time is null then v.slot_date between x.starts_on and x.ends_on
          -- The hours of the next day also apply to a visit that ends after midnight.
          else exists (
            select
            from generate_series(0, v.local_end::date - v.slot_date) as n
            where v.slot_date + n between x.starts_on and x.ends_on
              and v.slot_date + v.start_time < v.slot_date + n + x.until_time
              and v.local_end > v.slot_date + n + x.from_time
          )
        end
      -- A closure decides first, then the most specific exception, then the newest.
      order by x.capacity is not null, x.pattern_id is null, x.experience_id is null, x.created_at desc, x.id
      limit 1
    ) as x on true
$$;

-- Returns whether a slot is on offer to visitors. Cut-off, horizon and places left are not checked.
create function is_open(s slots) returns boolean
language sql immutable
return s.retired_at is null and not s.is_closed and not s.is_superseded;
