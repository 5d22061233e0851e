-- Returns the day up to which the slots of an experience must be stored: 35 days beyond its horizon.
create function stored_until(e experiences, p_now timestamptz) returns date
language sql stable
return last_bookable_day(e, p_now) + 35;

-- A difference between slots and plan. slot_id is null if a slot is missing; planned is null if a slot is superfluous.
create type slot_difference as (experience_id uuid, slot_id uuid, planned planned_slot);

-- Returns the differences between the stored and the planned slots of an experience between two days. Days beyond
-- p_stored_until count only if they have a slot already. The writer repairs these differences; the consistency check
-- reports them.
create function slot_differences(p_experience_id uuid, p_from date, p_until date, p_stored_until date)
returns setof slot_difference
language sql stable
as $$
  select p_experience_id, s.id, p.planned_slot
  from (
      select p.*, p as planned_slot
      from planned_slots(p_experience_id, p_from, p_until) p
      where p.starts_at is not null
    ) as p
    full join (
      select *
      from slots
      where experience_id = p_experience_id and slot_date between p_from and p_until
    ) as s on coalesce(s.pattern_id, s.id) = coalesce(p.pattern_id, p.slot_id) and s.slot_date = p.slot_date
  where case
    when p.starts_at is null then s.retired_at is null
    when s.id is null then p.slot_date <= p_stored_until or exists (
      select from slots other where other.experience_id = p_experience_id and other.slot_date = p.slot_date
    )
    else s.retired_at is not null
      or (s.start_time, s.end_time, s.starts_at, s.ends_at, s.planned, s.capacity, s.is_closed, s.exception_id, s.is_superseded)
        is distinct from
        (p.start_time, p.end_time, p.starts_at, p.ends_at, p.planned, p.capacity, p.is_closed, p.exception_id, p.is_superseded)
  end
$$;

-- Returns whether a slot was ever booked or held. Such a slot is retired instead of deleted.
create function is_slot_used(s slots) returns boolean
language sql stable
return exists (select from bookings b where b.slot_id = s.id) or exists (select from holds h where h.slot_id = s.id);

create function insert_slots(p_differences slot_difference[]) returns integer
language plpgsql
as $$
declare
  inserted integer;
begin
  insert into slots (
    vineyard_id, experience_id, pattern_id, slot_date, start_time, end_time, starts_at, ends_at,
    planned, capacity, is_closed, exception_id
  )
  select
    e.vineyard_id, e.id, (d.planned).pattern_id, (d.planned).slot_date, (d.planned).start_time, (d.planned).end_time,
    (d.planned).starts_at, (d.planned).ends_at, (d.planned).planned, (d.planned).capacity, (d.planned).is_closed,
    (d.planned).exception_id
  from unnest(p_differences) as d join experiences e on e.id = d.experience_id
  where d.slot_id is null
  order by (d.planned).starts_at;
  get diagnostics inserted = row_count;
  return inserted;
end $$;

-- Repairs the stored slots of experiences of one vineyard, from today at the earliest, and returns how many slots it wrote.
-- With an infinite p_until, all slots are stored afterwards. Call this function in the transaction of an edit, after
-- lock_availability and after the edit itself, so that it sees this edit and all earlier ones. Locks the slots that it changes.
create function write_slots(p_experience_ids uuid[], p_from date, p_until date, p_now timestamptz) returns integer
language plpgsql
as $$
declare
  differences slot_difference[];
  written integer := 0;
  rows integer;
begin
  differences := array(
    select d
    from experiences e
      cross join lateral (
        select greatest(stored_until(e, p_now), coalesce(max(s.slot_date), '-infinity')) as last_day
        from slots s
        where s.experience_id = e.id
      ) as stored
      cross join lateral slot_differences(
        e.id, greatest(p_from, london_today(p_now)), least(p_until, stored.last_day), stored_until(e, p_now)
      ) as d
    where e.id = any (p_experience_ids)
  );

  perform lock_slots(array(select d.slot_id from unnest(differences) as d where d.slot_id is not null));

  -- The slots are locked, so nobody else can change their counters from here on. Deletes slots first, then moves slots, then
  -- adds new slots, so that each start is free when a slot takes it.
  delete from slots s
  using unnest(differences) as d
  where s.id = d.slot_id and (d.planned).starts_at is null and not is_slot_used(s);
  get diagnostics rows = row_count;
  written := written + rows;

  update slots s set retired_at = p_now
  from unnest(differences) as d
  where s.id = d.slot_id and (d.planned).starts_at is null;
  get diagnostics rows = row_count;
  written := written + rows;

  update slots s set
    (start_time, end_time, starts_at, ends_at, planned, capacity, is_closed, exception_id, is_superseded) = row(
      (d.planned).start_time, (d.planned).end_time, (d.planned).starts_at, (d.planned).ends_at, (d.planned).planned,
      (d.planned).capacity, (d.planned).is_closed, (d.planned).exception_id, (d.planned).is_superseded
    ),
    sold_before_cut = sold_beyond((d.planned).capacity, s.booked + s.held),
    version = s.version + ((d.planned).is_closed and not s.is_closed)::integer,
    retired_at = null
  from unnest(differences) as d
  where s.id = d.slot_id and (d.planned).starts_at is not null;
  get diagnostics rows = row_count;
  written := written + rows;

  written := written + insert_slots(differences);

  if p_until = 'infinity' then
    insert into slot_spans (experience_id, written_until)
    select e.id, stored_until(e, p_now) from experiences e where e.id = any (p_experience_ids)
    on conflict (experience_id) do update set written_until = greatest(slot_spans.written_until, excluded.written_until);
  end if;
  return written;
end $$;

-- After an edit of a vineyard, an experience or a pattern, updates the slots from one day to another.
create function update_slots(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_now timestamptz,
  p_from date default '-infinity', p_until date default 'infinity'
) returns void
language sql
as $$
  select write_slots(array(
    select e.id from experiences e
    where (p_vineyard_id is null or e.vineyard_id = p_vineyard_id)
      and (p_experience_id is null or e.id = p_experience_id)
      and (p_pattern_id is null or e.id = (select p.experience_id from availability_patterns p where p.id = p_pattern_id))
  ), p_from, p_until, p_now)
$$;

-- Updates slots after an exception was added or removed, from two days before it: earlier visits may last into the exception.
create function update_slots(x availability_exceptions, p_now timestamptz) returns void
language sql
as $$
  select update_slots(x.vineyard_id, x.experience_id, x.pattern_id, p_now, x.starts_on - 2, x.ends_on)
$$;

-- Returns whether a day of an experience is outside the stored days and has no slot of a pattern.
create function is_beyond_stored(p_experience_id uuid, p_day date) returns boolean
language sql stable
return not exists (select from slot_spans k where k.experience_id = p_experience_id and k.written_until >= p_day)
  and not exists (
    select from slots s where s.experience_id = p_experience_id and s.slot_date = p_day and s.pattern_id is not null
  );

-- Stores the slots of a day outside the stored days. Call it after lock_availability.
create function store_day(p_experience_id uuid, p_day date) returns integer
language sql
as $$
  select insert_slots(array(select d from slot_differences(p_experience_id, p_day, p_day, p_day) d where d.slot_id is null))
$$;

-- Writes the missing days of the vineyard whose stored days end first. Returns how many slots it wrote, or null when no day
-- is missing. Call it in a loop, each call in a transaction of its own.
create function write_next_slots(p_now timestamptz) returns integer
language plpgsql
as $$
declare
  next_vineyard uuid;
begin
  -- Only one process at a time runs this function; the others wait here.
  perform pg_advisory_xact_lock(hashtext('write_next_slots'));
  select e.vineyard_id into next_vineyard
  from experiences e left join slot_spans k on k.experience_id = e.id
  where coalesce(k.written_until, '-infinity') < stored_until(e, p_now)
  order by coalesce(k.written_until, '-infinity'), e.vineyard_id
  limit 1;
  if not found then
    return null;
  end if;
  perform from vineyards v where v.id = next_vineyard for no key update;
  -- This is a statement of its own, so that it sees an edit that this function waited for.
  return (
    select write_slots(array_agg(e.id), min(coalesce(k.written_until + 1, '-infinity')), 'infinity', p_now)
    from experiences e left join slot_spans k on k.experience_id = e.id
    where e.vineyard_id = next_vineyard and coalesce(k.written_until, '-infinity') < stored_until(e, p_now)
  );
end $$;

-- Returns whether any experience has a day within its horizon that is not stored.
create function lacks_bookable_days(p_now timestamptz) returns boolean
language sql stable
return exists (
  select
  from experiences e left join slot_spans k on k.experience_id = e.id
  where coalesce(k.written_until, '-infinity') < last_bookable_day(e, p_now)
);

-- Writes a slot through the view availability: stores its start and its places, and planned_slots decides the other columns.
-- A change of available_slots changes the capacity, because sold places stay sold.
create or replace function write_legacy_slot() returns trigger
language plpgsql as $$
declare
  e experiences;
  s slots;
begin
  if tg_op = 'DELETE' then
    delete from slots where id = old.id;
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.id, new.taken, new.overbooked, new.held) is distinct from (old.id, old.taken, old.overbooked, old.held) then
    raise exception 'only experience_id, start_time and available_slots of a slot can be changed' using errcode = 'feature_not_supported';
  end if;
  perform lock_availability(null, new.experience_id, null);
  select x.* into e from experiences x where x.id = new.experience_id;
  s.id := coalesce(new.id, gen_random_uuid());
  s.slot_date := london_today(new.start_time);
  s.start_time := (new.start_time at time zone 'Europe/London')::time;
  -- When the clocks go back, the first of the two equal hours counts.
  s.starts_at := london_instant(s.slot_date, s.start_time);
  s.ends_at := visit_end(e, s.starts_at);
  if new.available_slots < 0 then
    raise exception 'available_slots must not be negative' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    insert into slots (
      id, vineyard_id, experience_id, slot_date, start_time, end_time, starts_at, ends_at, planned, capacity, booked, overbooked,
      is_superseded
    )
    values (
      s.id, e.vineyard_id, new.experience_id, s.slot_date, s.start_time, (s.ends_at at time zone 'Europe/London')::time,
      s.starts_at, s.ends_at, new.available_slots + coalesce(new.taken, 0), new.available_slots + coalesce(new.taken, 0),
      coalesce(new.taken, 0), coalesce(new.overbooked, 0),
      -- The slot is hidden until planned_slots decides, so that no start is offered twice.
      true
    );
  else
    perform lock_slots(array[old.id]);
    update slots t set
      (experience_id, vineyard_id, slot_date, start_time, end_time, starts_at, ends_at, planned, capacity, is_closed, exception_id, is_superseded)
      = row(
        new.experience_id, e.vineyard_id, s.slot_date, s.start_time, (s.ends_at at time zone 'Europe/London')::time,
        s.starts_at, s.ends_at, new.available_slots + t.booked, new.available_slots + t.booked, false, null, true
      ),
      sold_before_cut = sold_beyond(new.available_slots + t.booked, t.booked + t.held)
    where t.id = old.id;
  end if;
  -- Updates only this stored slot: its day may be past, and the other slots of a past day must stay as they were.
  update slots t set
    (capacity, is_closed, exception_id, is_superseded) = row(p.capacity, p.is_closed, p.exception_id, p.is_superseded),
    sold_before_cut = sold_beyond(p.capacity, t.booked + t.held),
    version = t.version + p.is_closed::integer
  from planned_slots(e.id, s.slot_date, s.slot_date) p
  where t.id = s.id and p.slot_id = s.id;
  if is_beyond_stored(e.id, s.slot_date) then
    perform store_day(e.id, s.slot_date);
  end if;
  new.id := s.id;
  return new;
end $$;
