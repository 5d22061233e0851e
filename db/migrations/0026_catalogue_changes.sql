-- What has changed in the catalogue, for processes that keep it in memory: a search asks what became visible since its
-- own snapshot, and reads those vineyards again. Rows are only added, so no two edits wait for each other here.

create table catalogue_changes (
  changed_in xid8 not null default pg_current_xact_id(),
  -- All zeros: so much changed that everything is to be read again.
  vineyard_id uuid not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (changed_in, vineyard_id)
);

-- The last transaction of which changes were thrown away: who looked last before it reads everything again.
create table catalogue_pruned (
  only_row boolean primary key default true check (only_row),
  through xid8 not null
);
insert into catalogue_pruned (through) values ('0');

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

create function note_changed_vineyards() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(select distinct id from changed));
  return null;
end $$;

create function note_changed_experiences() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(select distinct vineyard_id from changed));
  return null;
end $$;

create function note_changed_patterns() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array(
    select distinct e.vineyard_id from changed c join experiences e on e.id = c.experience_id
  ));
  return null;
end $$;

create function note_catalogue_emptied() returns trigger
language plpgsql
as $$
begin
  perform note_catalogue_changes(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end $$;

-- One for each table and act. What an update leaves and what it finds are both noted, since an experience may move.
-- They fire in every session, in one that skips foreign keys too.
do $$
declare
  noun text;
  act text;
  side text;
  made text;
begin
  foreach noun in array array['vineyards', 'experiences', 'patterns'] loop
    foreach act in array array['insert new', 'delete old', 'update new', 'update old'] loop
      side := split_part(act, ' ', 2);
      made := noun || '_noted_on_' || replace(act, ' ', '_');
      execute format(
        'create trigger %I after %s on %I referencing %s table as changed for each statement execute function %I()',
        made, split_part(act, ' ', 1), case noun when 'patterns' then 'availability_patterns' else noun end, side,
        'note_changed_' || noun
      );
      execute format(
        'alter table %I enable always trigger %I',
        case noun when 'patterns' then 'availability_patterns' else noun end, made
      );
    end loop;
  end loop;
end $$;

create trigger vineyards_noted_on_truncate after truncate on vineyards
  for each statement execute function note_catalogue_emptied();
create trigger experiences_noted_on_truncate after truncate on experiences
  for each statement execute function note_catalogue_emptied();
create trigger patterns_noted_on_truncate after truncate on availability_patterns
  for each statement execute function note_catalogue_emptied();
alter table vineyards enable always trigger vineyards_noted_on_truncate;
alter table experiences enable always trigger experiences_noted_on_truncate;
alter table availability_patterns enable always trigger patterns_noted_on_truncate;

-- The vineyards of which changes became visible after a snapshot; all zeros stands for every one of them. What a
-- transaction did that was under way then and has ended since is among them, however late it ended.
create function catalogue_changed_since(p_snapshot pg_snapshot) returns table (vineyard_id uuid)
language sql stable
as $$
  select distinct c.vineyard_id from catalogue_changes c
  where c.changed_in >= pg_snapshot_xmin(p_snapshot) and not pg_visible_in_snapshot(c.changed_in, p_snapshot)
  union
  select '00000000-0000-0000-0000-000000000000' from catalogue_pruned p
  where p.through >= pg_snapshot_xmin(p_snapshot)
$$;

-- Throws old changes away, those of a transaction that somebody's snapshot may not know yet excepted.
create function prune_catalogue_changes(p_before timestamptz) returns void
language sql
as $$
  with gone as (
    delete from catalogue_changes
    where changed_at < p_before and changed_in < pg_snapshot_xmin(pg_current_snapshot())
    returning changed_in
  )
  update catalogue_pruned set through = latest.changed_in
  from (select max(changed_in) as changed_in from gone) as latest
  where latest.changed_in > through
$$;

-- What a day is asked of the whole market.
create index inventory_of_day on slot_inventory (slot_date);
create index legacy_slots_by_time on availability (start_time);
create index exceptions_by_days on availability_exceptions using gist (daterange(starts_on, ends_on, '[]'));
