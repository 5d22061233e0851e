create table itineraries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  title one_line not null,
  summary prose,
  is_curated boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  visit_date date,
  party smallint not null default 2 check (party between 1 and 100),
  begins_at time not null default '10:00',
  key_hash bytea unique check (length(key_hash) = 32),
  share_id uuid unique,
  -- Rises with every change, so that the second of two concurrent edits is refused.
  version integer not null default 1,
  -- The last day, in London, on which the link opens.
  share_until date,
  constraint kept_by_somebody check (is_curated or user_id is not null or key_hash is not null),
  constraint only_a_link_ends check (share_until is null or share_id is not null)
);
create index itineraries_published on itineraries (published_at desc) where published_at is not null;
create index itineraries_of_user on itineraries (user_id) where user_id is not null;
create trigger itineraries_touched before update on itineraries
  for each row execute function touch_updated_at();

-- A stop is one of our vineyards or a named place. A booked stop has the times of its booking.
create table itinerary_stops (
  id uuid primary key default gen_random_uuid(),
  itinerary_id uuid not null references itineraries on delete cascade,
  place smallint not null check (place between 1 and 200),
  vineyard_id uuid references vineyards,
  experience_id uuid,
  name one_line,
  note prose,
  day smallint not null default 0 check (day between 0 and 2),
  start_time time,
  minutes smallint check (minutes between 5 and 1440),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  booking_id uuid unique references bookings,
  unique (itinerary_id, place) deferrable initially immediate,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  constraint somewhere check (vineyard_id is not null or name is not null),
  constraint experiences_have_a_vineyard check (experience_id is null or vineyard_id is not null)
);
create index stops_of_vineyard on itinerary_stops (vineyard_id) where vineyard_id is not null;

-- Keys of further devices of the visitor. Only hashes are stored, so a device cannot get the first key and is given
-- its own.
create table itinerary_keys (
  key_hash bytea primary key check (length(key_hash) = 32),
  itinerary_id uuid not null references itineraries on delete cascade,
  created_at timestamptz not null
);
create index itinerary_keys_of on itinerary_keys (itinerary_id);

create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title one_line not null,
  summary prose,
  author one_line,
  cover_image_url picture_address,
  tags text[] not null default '{}',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  body jsonb not null default '{"type": "doc", "content": []}',
  constraint body_is_a_document check (
    jsonb_typeof(body) = 'object' and body ->> 'type' = 'doc' and jsonb_typeof(body -> 'content') = 'array'
    and octet_length(body::text) <= 1000000
  ),
  constraint tags_are_words check (
    cardinality(tags) <= 8 and array_position(tags, null) is null and '' <> all (tags)
    and octet_length(array_to_string(tags, '')) <= 8 * 40
  )
);
create index blog_posts_published on blog_posts (published_at desc) where published_at is not null;
create index blog_posts_by_tag on blog_posts using gin (tags) where published_at is not null;
create trigger blog_posts_touched before update on blog_posts for each row execute function touch_updated_at();

-- Uploaded pictures, by the address of their largest file. A vineyard's row names its cover and logo; more follow by
-- rank. A post's pictures have no vineyard.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid references vineyards on delete cascade,
  experience_id uuid,
  shown_as text not null check (shown_as in ('cover', 'logo', 'more', 'post')),
  address text not null unique check (address ~ '^/media/[0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}\.webp$'),
  -- Empty if the picture is decoration.
  alt text not null default '' check (length(alt) <= 300 and alt !~ '[[:cntrl:]]'),
  rank integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The picture is deleted a day later.
  removed_at timestamptz,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint of_somebody check ((vineyard_id is null) = (shown_as = 'post')),
  constraint of_an_experience check (experience_id is null or shown_as = 'more')
);
create index pictures_of_vineyard on pictures (vineyard_id, rank, created_at) where removed_at is null;
create index pictures_of_experience on pictures (experience_id) where experience_id is not null;
create trigger pictures_touched before update on pictures for each row execute function touch_updated_at();
