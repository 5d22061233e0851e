create table itineraries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  title one_line not null,
  summary prose,
  is_curated boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index itineraries_published on itineraries (published_at desc) where published_at is not null;
create trigger itineraries_touched before update on itineraries
  for each row execute function touch_updated_at();

-- A stop is a vineyard of ours or a place with a name.
create table itinerary_stops (
  id uuid primary key default gen_random_uuid(),
  itinerary_id uuid not null references itineraries on delete cascade,
  place smallint not null check (place between 1 and 200),
  vineyard_id uuid references vineyards,
  experience_id uuid,
  name one_line,
  note prose,
  unique (itinerary_id, place) deferrable initially immediate,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  constraint somewhere check (vineyard_id is not null or name is not null)
);

create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title one_line not null,
  summary prose,
  body prose not null default '',
  author one_line,
  cover_image_url picture_address,
  tags text[] not null default '{}',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_published on blog_posts (published_at desc) where published_at is not null;
create trigger blog_posts_touched before update on blog_posts for each row execute function touch_updated_at();
