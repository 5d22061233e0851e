-- Records that vineyards in the search index have changed. All zeros means every vineyard.
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
