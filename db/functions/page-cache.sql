-- Records that the pages about these subjects have changed.
create function note_page_changes(p_subjects text[]) returns void
language plpgsql
as $$
begin
  if cardinality(p_subjects) > 0 then
    insert into page_changes (subject)
    select unnest(case when cardinality(p_subjects) > 1000 then array['everything'] else p_subjects end)
    on conflict do nothing;
  end if;
end $$;

create or replace function note_pages_of_vineyard() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array(
    select distinct vineyard_id::text from changed where vineyard_id is not null
  ));
  return null;
end $$;

create or replace function note_pages_of_experience() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array(
    select distinct e.vineyard_id::text from changed c join experiences e on e.id = c.experience_id
  ));
  return null;
end $$;

create or replace function note_pages_of_subject() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array[tg_argv[0]]);
  return null;
end $$;

-- Pages show the places left, so every booking changes them.
create or replace function note_pages_of_new_counters() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array(
    select distinct e.vineyard_id::text
    from changed i join availability_patterns p on p.id = i.pattern_id join experiences e on e.id = p.experience_id
  ));
  return null;
end $$;

create or replace function note_pages_of_counters() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array(
    select distinct e.vineyard_id::text
    from (select pattern_id from was union select pattern_id from became) as i
      join availability_patterns p on p.id = i.pattern_id join experiences e on e.id = p.experience_id
  ));
  return null;
end $$;

-- Bookings outside slots count for their host.
create or replace function note_pages_of_visits() returns trigger
language plpgsql
as $$
begin
  perform note_page_changes(array(
    select distinct e.vineyard_id::text from changed b join experiences e on e.id = b.experience_id
    where b.pattern_id is null and b.availability_id is null and e.host_id is not null
  ));
  return null;
end $$;

-- The subjects of pages whose changes became visible after a snapshot. Includes transactions that were in progress
-- then, however late they committed.
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

-- Deletes old changes, except those that some snapshot may not include yet.
create function prune_page_changes(p_before timestamptz) returns void
language sql
as $$
  with deleted as (
    delete from page_changes
    where changed_at < p_before and changed_in < pg_snapshot_xmin(pg_current_snapshot())
    returning changed_in
  )
  update page_changes_pruned set through = latest.changed_in
  from (select max(changed_in) as changed_in from deleted) as latest
  where latest.changed_in > through
$$;
