-- When booking closes for the last slot of one of a vineyard's active experiences, full or not, within its horizon. No row
-- if none can be booked any more at p_now.
create function booking_closes(p_vineyard_id uuid, p_now timestamptz) returns table (closes_at timestamptz)
language sql stable
as $$
  select last_slot.starts_at - make_interval(mins => e.booking_cutoff_minutes)
  from experiences e
    cross join lateral (
      select s.starts_at
      from slots s
      where s.experience_id = e.id and is_open(s)
        and s.starts_at < (london_today(p_now) + e.booking_horizon_days + 1)::timestamp at time zone 'Europe/London'
      order by s.starts_at desc
      limit 1
    ) as last_slot
  where e.vineyard_id = p_vineyard_id and e.is_active
    and last_slot.starts_at > p_now + make_interval(mins => e.booking_cutoff_minutes)
  limit 1
$$;

-- The active experiences of a vineyard that have places for a party on a day at p_now, in a slot within their cut-off and
-- horizon, once for each such slot. Limits of the party are up to the caller.
create function experiences_with_places(p_vineyard_id uuid, p_day date, p_guests integer, p_now timestamptz)
returns setof experiences
language sql stable
as $$
  select e.*
  from experiences e join slots s on s.experience_id = e.id
  where e.vineyard_id = p_vineyard_id and e.is_active
    and p_day <= london_today(p_now) + e.booking_horizon_days
    and s.slot_date = p_day and is_open(s) and s.starts_at > p_now + make_interval(mins => e.booking_cutoff_minutes)
    and s.capacity >= p_guests and places_left(s, p_now) >= p_guests
    and case
      when e.host_id is null then true
      else (
        select h.capacity - host.guests
        from hosts h cross join lateral host_guests(h.id, s.starts_at, s.ends_at, null, p_now) as host
        where h.id = e.host_id
      ) >= p_guests
    end
$$;

-- Records that vineyards have changed, for the page cache. All zeros means every vineyard.
create function note_catalogue_changes(p_vineyard_ids uuid[]) returns void
language sql
as $$
  insert into catalogue_changes (vineyard_id)
  select unnest(
    case when cardinality(p_vineyard_ids) > 1000 then array['00000000-0000-0000-0000-000000000000'::uuid]
    else p_vineyard_ids end
  )
  on conflict do nothing
$$;

create or replace function note_changed_vineyards() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(select distinct id from changed));
  return null;
end $$;

create or replace function note_changed_experiences() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(select distinct vineyard_id from changed));
  return null;
end $$;

create or replace function note_changed_patterns() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(
    select distinct e.vineyard_id from changed c join experiences e on e.id = c.experience_id
  ));
  return null;
end $$;

create or replace function note_changed_exceptions() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(select distinct vineyard_id from changed));
  return null;
end $$;

-- Legacy slots that came, went or moved. Bookings change only their counters.
create or replace function note_changed_slots() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    perform note_catalogue_changes(array(
      select distinct e.vineyard_id
      from was join became using (id) join experiences e on e.id in (was.experience_id, became.experience_id)
      where (was.experience_id, was.start_time) <> (became.experience_id, became.start_time)
    ));
  else
    perform note_catalogue_changes(array(
      select distinct e.vineyard_id from changed c join experiences e on e.id = c.experience_id
    ));
  end if;
  return null;
end $$;

create or replace function note_catalogue_emptied() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end $$;

-- The vineyards whose changes became visible after a snapshot; all zeros means every vineyard. Includes transactions
-- that were in progress then, however late they committed.
create function catalogue_changed_since(p_snapshot pg_snapshot) returns table (vineyard_id uuid)
language sql stable
as $$
  select distinct c.vineyard_id from catalogue_changes c
  where c.changed_in >= pg_snapshot_xmin(p_snapshot) and not pg_visible_in_snapshot(c.changed_in, p_snapshot)
  union
  select '00000000-0000-0000-0000-000000000000' from catalogue_pruned p
  where p.through >= pg_snapshot_xmin(p_snapshot)
$$;

-- Deletes old changes, except those that some snapshot may not include yet.
create function prune_catalogue_changes(p_before timestamptz) returns void
language sql
as $$
  with deleted as (
    delete from catalogue_changes
    where changed_at < p_before and changed_in < pg_snapshot_xmin(pg_current_snapshot())
    returning changed_in
  )
  update catalogue_pruned set through = latest.changed_in
  from (select max(changed_in) as changed_in from deleted) as latest
  where latest.changed_in > through
$$;
