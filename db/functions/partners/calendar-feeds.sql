-- Adds an external calendar to a vineyard in p_scope (a vineyard, or null for all), which may have p_limit calendars. problem:
-- null, 'absent' (no such vineyard or experience), 'known' (the address was added before for the same experiences) or 'many'.
create function add_calendar_source(
  p_scope uuid, p_vineyard_id uuid, p_experience_id uuid, p_url text, p_limit integer, p_actor text, p_actor_id uuid,
  p_now timestamptz
)
returns table (problem calendar_problem, source_id uuid)
language plpgsql volatile
as $$
declare
  added uuid;
begin
  -- Locks the vineyard, so that concurrent additions are counted one after the other.
  perform from vineyards v where v.id = p_vineyard_id and (p_scope is null or v.id = p_scope) for no key update;
  if not found or p_experience_id is not null and not exists (
    select from experiences e where e.id = p_experience_id and e.vineyard_id = p_vineyard_id
  ) then
    return query select 'absent'::calendar_problem, null::uuid;
    return;
  end if;
  if (select count(*) from calendar_sources s where s.vineyard_id = p_vineyard_id) >= p_limit then
    return query select 'many'::calendar_problem, null::uuid;
    return;
  end if;
  insert into calendar_sources (vineyard_id, experience_id, url, added_at, next_check_at)
  values (p_vineyard_id, p_experience_id, p_url, p_now, p_now)
  on conflict on constraint one_source_each do nothing
  returning id into added;
  if added is null then
    return query select 'known'::calendar_problem, null::uuid;
    return;
  end if;
  -- The address is a secret, so the audit log leaves it out.
  perform note_audit(
    p_actor, p_actor_id, 'calendar_source', added, p_vineyard_id, null,
    jsonb_build_object('experience_id', p_experience_id), p_now
  );
  return query select null::calendar_problem, added;
end $$;

-- Removes an external calendar and its closures. Returns false if p_scope has no such calendar.
create function remove_calendar_source(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns boolean
language plpgsql volatile
as $$
declare
  s calendar_sources;
begin
  select c.* into s from calendar_sources c where c.id = p_id and (p_scope is null or c.vineyard_id = p_scope);
  if found then
    perform lock_availability(s.vineyard_id, s.experience_id, null);
    delete from availability_exceptions x where x.calendar_source_id = p_id;
    delete from calendar_sources c where c.id = p_id;
  end if;
  if not found then
    return false;
  end if;
  perform update_slots(s.vineyard_id, s.experience_id, null, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'calendar_source', p_id, s.vineyard_id,
    jsonb_build_object('experience_id', s.experience_id), null, p_now
  );
  return true;
end $$;

-- Replaces all closures of an external calendar at once. p_closed has starts_on, ends_on, from_time and until_time of each
-- closure. Bookings stay. Returns false if the calendar has been removed.
create function import_calendar(p_id uuid, p_closed jsonb, p_digest bytea, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
declare
  s calendar_sources;
  changed daterange[];
begin
  select c.* into s from calendar_sources c where c.id = p_id;
  if not found then
    return false;
  end if;
  if s.digest is not distinct from p_digest then
    return true;
  end if;
  perform lock_availability(s.vineyard_id, s.experience_id, null);
  update calendar_sources c set digest = p_digest, closes = jsonb_array_length(p_closed) where c.id = p_id;
  if not found then
    return false;
  end if;
  with wanted as (
    select * from jsonb_to_recordset(p_closed) as c (starts_on date, ends_on date, from_time time, until_time time)
  ),
  gone as (
    delete from availability_exceptions x
    where x.calendar_source_id = p_id and not exists (
      select from wanted w
      where (w.starts_on, w.ends_on) = (x.starts_on, x.ends_on)
        and (w.from_time, w.until_time) is not distinct from (x.from_time, x.until_time)
    )
    returning daterange(x.starts_on, x.ends_on, '[]') as days
  ),
  added as (
    insert into availability_exceptions
      (vineyard_id, experience_id, starts_on, ends_on, from_time, until_time, source, calendar_source_id, created_at)
    select s.vineyard_id, s.experience_id, w.starts_on, w.ends_on, w.from_time, w.until_time, 'feed', p_id, p_now
    from wanted w
    where not exists (
      select from availability_exceptions x
      where x.calendar_source_id = p_id and (w.starts_on, w.ends_on) = (x.starts_on, x.ends_on)
        and (w.from_time, w.until_time) is not distinct from (x.from_time, x.until_time)
    )
    returning daterange(starts_on, ends_on, '[]') as days
  )
  select array_agg(days) into changed from (select days from gone union all select days from added) as both_ways;
  if changed is not null then
    perform update_slots(
      s.vineyard_id, s.experience_id, null, p_now,
      (select min(lower(c)) - 2 from unnest(changed) as c), (select max(upper(c)) from unnest(changed) as c)
    );
  end if;
  return true;
end $$;
