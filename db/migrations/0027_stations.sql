-- Railway stations of the project's own list, and stops that an operator imported.
create table stations (
  -- The three letters of a railway station, or the ATCO code of a stop.
  code text collate "C" primary key check (code ~ '^[A-Za-z0-9]{3,12}$'),
  name one_line not null,
  kind text not null check (kind in ('rail', 'tram', 'ferry', 'coach', 'bus')),
  source text not null check (source in ('catalogue', 'naptan')),
  latitude double precision not null check (latitude between 49 and 61),
  longitude double precision not null check (longitude between -9 and 2)
);
create index stations_by_position on stations using gist (point(longitude, latitude));
-- There may be 150 bus stops for each railway station.
create index railway_stations_by_position on stations using gist (point(longitude, latitude)) where kind = 'rail';

-- Taxi firms that a vineyard names for its visitors: a list of names and telephone numbers.
alter table vineyards add column taxis jsonb not null default '[]'
  constraint taxis_are_few_names_and_numbers check (
    case when jsonb_typeof(taxis) = 'array' then
      jsonb_array_length(taxis) <= 3
        and not jsonb_path_exists(
          taxis, '$[*] ? (!(@.name like_regex "^.{1,80}$" && @.phone like_regex "^.{1,40}$"))'
        )
    else false end
  );

-- How the people of an itinerary travel, and the place where its days begin and end.
alter table itineraries
  add column travel text not null default 'drive' check (travel in ('drive', 'no_car')),
  add column stay one_line,
  add column stay_latitude numeric(9, 6),
  add column stay_longitude numeric(9, 6),
  add constraint stay_has_a_position check (num_nonnulls(stay, stay_latitude, stay_longitude) in (0, 3));
