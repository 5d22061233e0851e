-- Postcodes and outcodes with their positions, as an operator loads them (npm run postcodes -- import FILE). None come
-- with the site.

create table postcodes (
  -- In capitals and without the space: a whole code or its first half.
  code text collate "C" primary key check (code ~ '^[A-Z]{1,2}[0-9][A-Z0-9]?([0-9][A-Z]{2})?$'),
  -- Seven digits are good to a metre, which is finer than where a postcode is.
  latitude real not null check (latitude between 49 and 61),
  longitude real not null check (longitude between -9 and 2)
);

-- Outcodes are offered first, and there are six hundred postcodes to each.
create index outcodes on postcodes (code) where length(code) <= 4;

-- The one list that is loaded, for its licence's sake.
create table postcode_list (
  only_one boolean primary key default true check (only_one),
  name text not null check (name <> ''),
  kind text not null check (kind in ('code_point_open', 'positions')),
  -- Of the copyright lines.
  year integer not null check (year between 2000 and 2200),
  loaded_at timestamptz not null
);
