-- The drawn picture of each vineyard, shown while it has no photograph. Not in the vineyard's row, because drawing
-- would change the version that staff edit.
create table vineyard_posters (
  vineyard_id uuid primary key references vineyards on delete cascade,
  -- Chooses season, time of day and composition, so that pictures close together in name order differ.
  turn integer not null generated always as identity,
  -- Raised when the position or region of the vineyard changes, so that an outdated drawing is never stored as new.
  revision integer not null default 1,
  -- The version of the drawing code that drew the picture; 0 if it is to be drawn.
  drawing_version integer not null default 0,
  address picture_address unique
);
create index posters_to_draw on vineyard_posters (drawing_version, turn);

insert into vineyard_posters (vineyard_id) select id from vineyards order by name_sort_key(name), id;

create trigger vineyards_add_posters after insert on vineyards referencing new table as made
  for each statement execute function add_vineyard_posters();
alter table vineyards enable always trigger vineyards_add_posters;
create trigger vineyards_redraw_poster after update of latitude, longitude, region on vineyards
  for each row when (
    (new.latitude, new.longitude, new.region) is distinct from (old.latitude, old.longitude, old.region)
  )
  execute function redraw_vineyard_poster();
create trigger vineyard_posters_on_pages after update on vineyard_posters referencing new table as changed
  for each statement execute function note_pages_of_vineyard();
