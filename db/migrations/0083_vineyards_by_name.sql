-- Lists of vineyards ignore case and apostrophes: "a'Beckett's" comes under A.

create function name_sort_key(p_name text) returns text
language sql immutable strict parallel safe
return lower(translate(p_name, '''’‘ʼ`´', '') collate pg_c_utf8);

-- An index on an expression serves index-only scans only where it also holds the column itself.
drop index vineyards_by_name;
create index vineyards_by_name on vineyards (name_sort_key(name), id) where is_visible;
drop index vineyards_in_order;
create index vineyards_in_order on vineyards (name_sort_key(name), id)
  include (name, region, is_visible, is_verified, featured_at, created_at, updated_at);
drop index vineyards_hidden;
create index vineyards_hidden on vineyards (name_sort_key(name), id) where not is_visible;
drop index vineyards_featured;
create index vineyards_featured on vineyards (name_sort_key(name), id) where featured_at is not null;
