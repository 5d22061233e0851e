-- Postcodes and outcodes that an operator imported; the site comes with none.
create table postcodes (
  -- In capitals without the space: a whole code or its first half.
  code text collate "C" primary key check (code ~ '^[A-Z]{1,2}[0-9][A-Z0-9]?([0-9][A-Z]{2})?$'),
  -- Seven digits are exact to a metre, finer than a postcode.
  latitude real not null check (latitude between 49 and 61),
  longitude real not null check (longitude between -9 and 2)
);
-- Outcodes are offered first; each has about 600 postcodes.
create index outcodes on postcodes (code) where length(code) <= 4;

-- The list that was imported, for its licence.
create table postcode_list (
  only_one boolean primary key default true check (only_one),
  name text not null check (name <> ''),
  kind text not null check (kind in ('code_point_open', 'positions')),
  -- The year of the copyright notice.
  year integer not null check (year between 2000 and 2200),
  loaded_at timestamptz not null
);
