-- Experiences across all vineyards: found by any part of their titles, and read in each order of the list by an index.

create function experience_words(p_title text) returns text
language sql immutable parallel safe
return lower(p_title collate pg_c_utf8);

create index experiences_by_words on experiences using gin (experience_words(title) gin_trgm_ops);
create index experiences_by_title on experiences (title, id);
create index experiences_by_price on experiences (price_per_person, id);
create index experiences_newest on experiences (created_at, id);
create index experiences_changed on experiences (updated_at, id);
create index experiences_of_kind on experiences (type);
