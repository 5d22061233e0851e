-- Somebody else's calendars whose busy times close slots. The worker asks each of them when its time has come; what one
-- said last holds while it fails. `digest` is of what it closes: where that is the same, nothing is locked or written.
create table calendar_sources (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  experience_id uuid,
  url web_address not null,
  added_at timestamptz not null,
  checked_at timestamptz,
  succeeded_at timestamptz,
  -- When the whole of it was last read, rather than only found unchanged.
  read_at timestamptz,
  next_check_at timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  problem text check (
    problem in (
      'unknown_host', 'not_public', 'unreachable', 'slow', 'large', 'redirects', 'refused', 'unreadable', 'endless'
    )
  ),
  etag text check (length(etag) <= 1000),
  last_modified text check (length(last_modified) <= 100),
  digest bytea check (length(digest) = 32),
  closes integer not null default 0 check (closes >= 0),
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint one_source_each unique nulls not distinct (vineyard_id, experience_id, url),
  constraint failing_has_a_problem check ((failures = 0) = (problem is null))
);
create index calendar_sources_due on calendar_sources (next_check_at);

alter table availability_exceptions
  add column calendar_source_id uuid references calendar_sources,
  add constraint a_feed_has_its_calendar check ((source = 'feed') = (calendar_source_id is not null));
create index exceptions_of_source on availability_exceptions (calendar_source_id) where calendar_source_id is not null;

-- problem: 'absent' (no such vineyard or experience in reach), 'known' (it has that address already), 'many'.
create function add_calendar_source(
  p_reach uuid, p_vineyard_id uuid, p_experience_id uuid, p_url text, p_most integer, p_actor text, p_actor_id uuid,
  p_now timestamptz
)
returns table (problem text, source_id uuid)
language plpgsql volatile
as $$
declare
  made uuid;
begin
  -- Two that are added at once are counted one after the other.
  perform from vineyards v where v.id = p_vineyard_id and (p_reach is null or v.id = p_reach) for no key update;
  if not found or p_experience_id is not null and not exists (
    select from experiences e where e.id = p_experience_id and e.vineyard_id = p_vineyard_id
  ) then
    return query select 'absent', null::uuid;
    return;
  end if;
  if (select count(*) from calendar_sources s where s.vineyard_id = p_vineyard_id) >= p_most then
    return query select 'many', null::uuid;
    return;
  end if;
  insert into calendar_sources (vineyard_id, experience_id, url, added_at, next_check_at)
  values (p_vineyard_id, p_experience_id, p_url, p_now, p_now)
  on conflict on constraint one_source_each do nothing
  returning id into made;
  if made is null then
    return query select 'known', null::uuid;
    return;
  end if;
  -- An address like this is a secret: the audit tells of it without.
  perform note_audit(
    p_actor, p_actor_id, 'calendar_source', made, p_vineyard_id, null,
    jsonb_build_object('experience_id', p_experience_id), p_now
  );
  return query select null::text, made;
end $$;

-- Takes a calendar away and opens what it closed. problem: 'absent'.
create function remove_calendar_source(p_reach uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem text)
language plpgsql volatile
as $$
declare
  s calendar_sources;
begin
  select c.* into s from calendar_sources c where c.id = p_id and (p_reach is null or c.vineyard_id = p_reach);
  if found then
    perform lock_availability(s.vineyard_id, s.experience_id, null);
    delete from availability_exceptions x where x.calendar_source_id = p_id;
    delete from calendar_sources c where c.id = p_id;
  end if;
  if not found then
    return query select 'absent';
    return;
  end if;
  perform rewrite_capacities(s.vineyard_id, s.experience_id, null, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'calendar_source', p_id, s.vineyard_id,
    jsonb_build_object('experience_id', s.experience_id), null, p_now
  );
  return query select null::text;
end $$;

-- Puts what a calendar closes now in the place of what it closed before, at once and before any booking sees a part of it.
-- p_closed: starts_on, ends_on, from_time, until_time of each. Bookings stay. False where the calendar is gone.
create function take_in_calendar(p_id uuid, p_closed jsonb, p_digest bytea, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
declare
  s calendar_sources;
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
  delete from availability_exceptions x
  where x.calendar_source_id = p_id and not exists (
    select
    from jsonb_to_recordset(p_closed) as c (starts_on date, ends_on date, from_time time, until_time time)
    where c.starts_on = x.starts_on and c.ends_on = x.ends_on
      and coalesce(c.from_time, '24:00') = coalesce(x.from_time, '24:00')
      and coalesce(c.until_time, '24:00') = coalesce(x.until_time, '24:00')
  );
  insert into availability_exceptions
    (vineyard_id, experience_id, starts_on, ends_on, from_time, until_time, source, calendar_source_id, created_at)
  select s.vineyard_id, s.experience_id, c.starts_on, c.ends_on, c.from_time, c.until_time, 'feed', p_id, p_now
  from jsonb_to_recordset(p_closed) as c (starts_on date, ends_on date, from_time time, until_time time)
  where not exists (
    select from availability_exceptions x
    where x.calendar_source_id = p_id and c.starts_on = x.starts_on and c.ends_on = x.ends_on
      and coalesce(c.from_time, '24:00') = coalesce(x.from_time, '24:00')
      and coalesce(c.until_time, '24:00') = coalesce(x.until_time, '24:00')
  );
  perform rewrite_capacities(s.vineyard_id, s.experience_id, null, p_now);
  return true;
end $$;

-- As before; what a calendar closes is opened there.
create or replace function remove_exception(
  p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
begin
  select x.* into e from availability_exceptions x
  where x.id = p_exception_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent';
    return;
  end if;
  if e.source = 'feed' then
    return query select 'of_calendar';
    return;
  end if;
  perform lock_availability(e.vineyard_id, e.experience_id, e.pattern_id);
  delete from availability_exceptions x where x.id = p_exception_id;
  if not found then
    return query select 'absent';
    return;
  end if;
  perform rewrite_capacities(e.vineyard_id, e.experience_id, e.pattern_id, p_now);
  perform note_audit(p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, to_jsonb(e), null, p_now);
  return query select null::text;
end $$;
