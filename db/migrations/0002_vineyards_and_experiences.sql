create table vineyards (
  id uuid primary key default gen_random_uuid(),
  name one_line not null,
  city one_line,
  region one_line,
  address one_line,
  postcode one_line,
  description prose,
  phone one_line,
  email email_address,
  website web_address,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  cover_image_url picture_address,
  logo_url picture_address,
  is_visible boolean not null default true,
  is_verified boolean not null default false,
  facebook_url web_address,
  instagram_url web_address,
  twitter_url web_address,
  linkedin_url web_address,
  youtube_url web_address,
  tiktok_url web_address,
  featured_at timestamptz,
  is_demo boolean not null default false,
  -- Where an imported entry's facts come from, and the key by which a second import finds it again.
  source prose,
  source_key text unique check (length(source_key) between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index vineyards_by_name on vineyards (name, id) where is_visible;
create trigger vineyards_touched before update on vineyards for each row execute function touch_updated_at();

-- One guide, one room: the most people present at once over all experiences that share the host.
create table hosts (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  capacity integer not null check (capacity between 1 and 10000),
  -- Raised by every booking under this host, so that two of them always meet in one row.
  taken_turns bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (id, vineyard_id),
  unique (vineyard_id, name)
);

create table experiences (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  title one_line not null,
  description prose,
  type text check (type ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' and length(type) <= 60),
  duration_minutes integer check (duration_minutes between 1 and 1440),
  price_per_person numeric(10, 2) not null check (price_per_person between 0 and 100000),
  currency text not null default 'GBP' check (currency = 'GBP'),
  min_group_size integer not null default 1 check (min_group_size between 1 and 1000),
  max_group_size integer check (max_group_size between 1 and 1000),
  is_active boolean not null default true,
  -- Instant ones are confirmed at once, the others wait for the vineyard.
  is_instant boolean not null default false,
  included prose,
  host_id uuid,
  booking_cutoff_minutes integer not null default 0 check (booking_cutoff_minutes between 0 and 525600),
  booking_horizon_days integer not null default 365 check (booking_horizon_days between 1 and 1100),
  cancellation_cutoff_minutes integer not null default 0 check (cancellation_cutoff_minutes between 0 and 525600),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, vineyard_id),
  foreign key (host_id, vineyard_id) references hosts (id, vineyard_id),
  -- Without a maximum the form offers ten; a minimum above that could never be booked.
  constraint group_sizes_in_order check (min_group_size <= coalesce(max_group_size, 10))
);
create index experiences_of_vineyard on experiences (vineyard_id, price_per_person, id);
create index experiences_of_host on experiences (host_id) where host_id is not null;
create trigger experiences_touched before update on experiences for each row execute function touch_updated_at();
