-- What has changed on the visitors' pages, for processes that keep them ready: beside what `catalogue_changes` tells, the
-- places that are free, the pictures, and what is written. A subject is a vineyard's id, 'posts', 'itineraries', or
-- 'everything'. Rows are only added, as there.

create table page_changes (
  changed_in xid8 not null default pg_current_xact_id(),
  subject text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (changed_in, subject)
);

-- The last transaction of which changes were thrown away: who looked last before it knows nothing any more.
create table page_changes_pruned (
  only_row boolean primary key default true check (only_row),
  through xid8 not null
);
insert into page_changes_pruned (through) values ('0');

create function note_page_changes(p_subjects text[]) returns void
language sql
as $$
  insert into page_changes (subject)
  select unnest(case when cardinality(p_subjects) > 1000 then array['everything'] else p_subjects end)
  on conflict do nothing
$$;

-- Closures, hosts and pictures name their vineyard.
create function note_pages_of_vineyard() returns trigger
language plpgsql
as $$
declare
  subjects text[] := array(
    select distinct vineyard_id::text from changed where vineyard_id is not null
  );
begin
  if cardinality(subjects) > 0 then
    perform note_page_changes(subjects);
  end if;
  return null;
end $$;

create function note_pages_of_experience() returns trigger
language plpgsql
as $$
declare
  subjects text[] := array(
    select distinct e.vineyard_id::text from changed c join experiences e on e.id = c.experience_id
  );
begin
  if cardinality(subjects) > 0 then
    perform note_page_changes(subjects);
  end if;
  return null;
end $$;

create function note_pages_of_subject() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array[tg_argv[0]]);
  return null;
end $$;

-- A page names the first day with places for the smallest party an experience takes. As long as the largest one has places
-- before and after, nothing that it says has changed; and where a host leads, other visits count too.
create function is_tight(i slot_inventory, e experiences) returns boolean
language sql immutable
return e.host_id is not null or i.capacity - i.booked - i.overbooked < coalesce(e.max_group_size, 10);

create function note_pages_of_new_counters() returns trigger
language plpgsql
as $$
declare
  subjects text[] := array(
    select distinct e.vineyard_id::text
    from changed i join availability_patterns p on p.id = i.pattern_id join experiences e on e.id = p.experience_id
    where is_tight(row(i.*)::slot_inventory, e)
  );
begin
  if cardinality(subjects) > 0 then
    perform note_page_changes(subjects);
  end if;
  return null;
end $$;

create function note_pages_of_counters() returns trigger
language plpgsql
as $$
declare
  subjects text[] := array(
    select distinct e.vineyard_id::text
    from (select * from was union all select * from became) as i
      join availability_patterns p on p.id = i.pattern_id join experiences e on e.id = p.experience_id
    where is_tight(row(i.*)::slot_inventory, e)
  );
begin
  if cardinality(subjects) > 0 then
    perform note_page_changes(subjects);
  end if;
  return null;
end $$;

-- Who comes outside slots takes up their host's time.
create function note_pages_of_visits() returns trigger
language plpgsql
as $$
declare
  subjects text[] := array(
    select distinct e.vineyard_id::text from changed b join experiences e on e.id = b.experience_id
    where b.pattern_id is null and b.availability_id is null and e.host_id is not null
  );
begin
  if cardinality(subjects) > 0 then
    perform note_page_changes(subjects);
  end if;
  return null;
end $$;

do $$
declare
  noted record;
  act text;
  side text;
  made text;
begin
  for noted in select * from (values
    ('availability_exceptions', 'note_pages_of_vineyard()'),
    ('hosts', 'note_pages_of_vineyard()'),
    ('pictures', 'note_pages_of_vineyard()'),
    ('availability', 'note_pages_of_experience()'),
    ('bookings', 'note_pages_of_visits()'),
    ('blog_posts', 'note_pages_of_subject(''posts'')'),
    ('itineraries', 'note_pages_of_subject(''itineraries'')'),
    ('itinerary_stops', 'note_pages_of_subject(''itineraries'')')
  ) as one (place, call) loop
    foreach act in array array['insert new', 'delete old', 'update new', 'update old'] loop
      side := split_part(act, ' ', 2);
      made := noted.place || '_on_pages_' || replace(act, ' ', '_');
      execute format(
        'create trigger %I after %s on %I referencing %s table as changed for each statement execute function %s',
        made, split_part(act, ' ', 1), noted.place, side, noted.call
      );
      execute format('alter table %I enable always trigger %I', noted.place, made);
    end loop;
    execute format(
      'create trigger %I after truncate on %I for each statement execute function note_pages_of_subject(''everything'')',
      noted.place || '_on_pages_truncate', noted.place
    );
    execute format('alter table %I enable always trigger %I', noted.place, noted.place || '_on_pages_truncate');
  end loop;
end $$;

create trigger counters_on_pages_insert after insert on slot_inventory referencing new table as changed
  for each statement execute function note_pages_of_new_counters();
create trigger counters_on_pages_update after update on slot_inventory referencing old table as was new table as became
  for each statement execute function note_pages_of_counters();
create trigger counters_on_pages_delete after delete on slot_inventory referencing old table as changed
  for each statement execute function note_pages_of_new_counters();
alter table slot_inventory enable always trigger counters_on_pages_insert;
alter table slot_inventory enable always trigger counters_on_pages_update;
alter table slot_inventory enable always trigger counters_on_pages_delete;

-- The subjects that pages rest on of which changes became visible after a snapshot. What a transaction did that was under
-- way then and has ended since is among them, however late it ended.
create function pages_changed_since(p_snapshot pg_snapshot) returns table (subject text)
language sql stable
as $$
  select distinct c.subject from page_changes c
  where c.changed_in >= pg_snapshot_xmin(p_snapshot) and not pg_visible_in_snapshot(c.changed_in, p_snapshot)
  union
  select case when c.vineyard_id = '00000000-0000-0000-0000-000000000000' then 'everything' else c.vineyard_id::text end
  from catalogue_changed_since(p_snapshot) c
  union
  select 'catalogue' from catalogue_changed_since(p_snapshot)
  union
  select 'everything' from page_changes_pruned p where p.through >= pg_snapshot_xmin(p_snapshot)
$$;

-- Throws old changes away, those of a transaction that somebody's snapshot may not know yet excepted.
create function prune_page_changes(p_before timestamptz) returns void
language sql
as $$
  with gone as (
    delete from page_changes
    where changed_at < p_before and changed_in < pg_snapshot_xmin(pg_current_snapshot())
    returning changed_in
  )
  update page_changes_pruned set through = latest.changed_in
  from (select max(changed_in) as changed_in from gone) as latest
  where latest.changed_in > through
$$;
