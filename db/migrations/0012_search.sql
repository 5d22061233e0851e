-- What changed in the catalogue, for the search indexes in memory: each reads again what became visible since its
-- snapshot. Rows are only added, so edits do not wait for each other.
create table catalogue_changes (
  changed_in xid8 not null default pg_current_xact_id(),
  -- All zeros: read everything again.
  vineyard_id uuid not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (changed_in, vineyard_id)
);

-- The last transaction whose changes were deleted. An older snapshot reads everything again.
create table catalogue_pruned (
  only_row boolean primary key default true check (only_row),
  through xid8 not null
);

-- What changed on visitors' pages, for the page caches: places, pictures and texts. subject is a vineyard's id,
-- 'posts', 'itineraries' or 'everything'.
create table page_changes (
  changed_in xid8 not null default pg_current_xact_id(),
  subject text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (changed_in, subject)
);

-- The last transaction whose changes were deleted. A cache with an older snapshot is emptied.
create table page_changes_pruned (
  only_row boolean primary key default true check (only_row),
  through xid8 not null
);

insert into catalogue_pruned (through) values ('0');
insert into page_changes_pruned (through) values ('0');

-- Each watched table gets one trigger per kind of change; an update notes both sides, because a row can move to another
-- vineyard. They are always enabled: they also fire while data is copied in without foreign keys.
do $$
declare
  watched record;
  change text;
  made text;
begin
  for watched in select * from (values
    ('vineyards', 'vineyards_noted_on_', 'note_changed_vineyards()', 'note_catalogue_emptied()'),
    ('experiences', 'experiences_noted_on_', 'note_changed_experiences()', 'note_catalogue_emptied()'),
    ('availability_patterns', 'patterns_noted_on_', 'note_changed_patterns()', 'note_catalogue_emptied()'),
    ('availability_exceptions', 'availability_exceptions_on_pages_', 'note_pages_of_vineyard()', null),
    ('hosts', 'hosts_on_pages_', 'note_pages_of_vineyard()', null),
    ('pictures', 'pictures_on_pages_', 'note_pages_of_vineyard()', null),
    ('availability', 'availability_on_pages_', 'note_pages_of_experience()', null),
    ('bookings', 'bookings_on_pages_', 'note_pages_of_visits()', null),
    ('blog_posts', 'blog_posts_on_pages_', 'note_pages_of_subject(''posts'')', null),
    ('itineraries', 'itineraries_on_pages_', 'note_pages_of_subject(''itineraries'')', null),
    ('itinerary_stops', 'itinerary_stops_on_pages_', 'note_pages_of_subject(''itineraries'')', null)
  ) as w (table_name, prefix, on_change, on_truncate) loop
    foreach change in array array['insert new', 'delete old', 'update new', 'update old'] loop
      made := watched.prefix || replace(change, ' ', '_');
      execute format(
        'create trigger %I after %s on %I referencing %s table as changed for each statement execute function %s',
        made, split_part(change, ' ', 1), watched.table_name, split_part(change, ' ', 2), watched.on_change
      );
      execute format('alter table %I enable always trigger %I', watched.table_name, made);
    end loop;
    made := watched.prefix || 'truncate';
    execute format(
      'create trigger %I after truncate on %I for each statement execute function %s',
      made, watched.table_name, coalesce(watched.on_truncate, 'note_pages_of_subject(''everything'')')
    );
    execute format('alter table %I enable always trigger %I', watched.table_name, made);
  end loop;
end $$;
