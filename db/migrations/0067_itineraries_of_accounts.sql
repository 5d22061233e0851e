-- A visitor who signs in has their itineraries on every device. Of a key only the hash is kept, so that another device can not
-- be told the one there is: it is given a key of its own.
create table itinerary_keys (
  key_hash bytea primary key check (length(key_hash) = 32),
  itinerary_id uuid not null references itineraries on delete cascade,
  created_at timestamptz not null
);
create index itinerary_keys_of on itinerary_keys (itinerary_id);
create index itineraries_of_user on itineraries (user_id) where user_id is not null;

-- Whether a key opens an itinerary to be changed: the one it was made with, or one given to another device of its maker's.
create function opens_itinerary(p_itinerary itineraries, p_key_hash bytea) returns boolean
language sql stable
return p_itinerary.key_hash = p_key_hash
  or exists (select from itinerary_keys k where k.key_hash = p_key_hash and k.itinerary_id = p_itinerary.id);
