-- The text that searches for vineyards read, in lower case in any locale. The separator keeps words from running
-- across fields.
create function vineyard_words(p_name text, p_city text, p_region text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || coalesce(p_city, '') || e'\n' || coalesce(p_region, '')) collate pg_c_utf8);

-- Lists of vineyards ignore case and apostrophes: "a'Beckett's" is listed under A.
create function name_sort_key(p_name text) returns text
language sql immutable strict parallel safe
return lower(translate(p_name, '''’‘ʼ`´', '') collate pg_c_utf8);

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
  -- The source of an imported entry, and the key by which a second import finds it.
  source prose,
  source_key text unique check (length(source_key) between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A vineyard that exists only for trying out the API: never listed, searched or counted.
  is_sandbox boolean not null default false check (not (is_sandbox and is_visible)),
  -- The booking widget on a vineyard's own website: the colour of its buttons, and the sites that may show it.
  accent_colour text check (accent_colour ~ '^#[0-9a-f]{6}$'),
  -- Sources of the directive frame-ancestors. Empty: any https site.
  widget_sites text[] not null default '{}' check (
    cardinality(widget_sites) <= 20
      and array_position(widget_sites, null) is null
      and array_to_string(widget_sites, ' ') ~ '^(https?://[a-z0-9*.-]+(:[0-9]{1,5})?( |$))*$'
  ),
  constraint position_is_whole check (num_nulls(latitude, longitude) <> 1)
);
create index vineyards_by_region on vineyards (region) where is_visible;
create index vineyards_by_words on vineyards using gin (vineyard_words(name, city, region) gin_trgm_ops);
create index vineyards_from_region on vineyards (region, id);
create index vineyards_to_region on vineyards (region desc nulls last, id);
create index vineyards_newest on vineyards (created_at, id);
create index vineyards_changed on vineyards (updated_at, id);
create index vineyards_shown on vineyards (is_verified) where is_visible;
-- An index on an expression serves index-only scans only if it also holds the column itself.
create index vineyards_by_name on vineyards (name_sort_key(name), id) where is_visible;
create index vineyards_in_order on vineyards (name_sort_key(name), id)
  include (name, region, is_visible, is_verified, featured_at, created_at, updated_at);
create index vineyards_hidden on vineyards (name_sort_key(name), id) where not is_visible;
create index vineyards_featured on vineyards (name_sort_key(name), id) where featured_at is not null;
create unique index sandbox_vineyard on vineyards (is_sandbox) where is_sandbox;
-- Always enabled, because it keeps derived rows: it also fires while data is copied in without foreign keys.
create trigger vineyards_add_posters after insert on vineyards referencing new table as made
  for each statement execute function add_vineyard_posters();
alter table vineyards enable always trigger vineyards_add_posters;
create trigger vineyards_redraw_poster after update of latitude, longitude, region on vineyards
  for each row when (
    (new.latitude, new.longitude, new.region) is distinct from (old.latitude, old.longitude, old.region)
  )
  execute function redraw_vineyard_poster();
create trigger vineyards_to_webhooks after update on vineyards
  for each row when (new.is_visible <> old.is_visible) execute function note_webhook_availability();
-- A row that is only locked by writing what it holds was not changed.
create trigger vineyards_touched before update on vineyards
  for each row when (old.* is distinct from new.*) execute function touch_updated_at();

-- A guide or room shared by experiences, with the most guests present at one time.
create table hosts (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  capacity integer not null check (capacity between 1 and 10000),
  -- Raised by every booking of this host, so that concurrent ones wait for each other.
  lock_version bigint not null default 0,
  created_at timestamptz not null default now(),
  -- The most that the host ever held: guests booked under an earlier capacity stay.
  once_held integer not null,
  unique (id, vineyard_id),
  unique (vineyard_id, name)
);
create trigger hosts_remember before insert or update of capacity on hosts
  for each row execute function remember_host_capacity();
create trigger hosts_to_webhooks after update on hosts
  for each row when (new.capacity <> old.capacity) execute function note_webhook_availability();

create function experience_words(p_title text) returns text
language sql immutable parallel safe
return lower(p_title collate pg_c_utf8);

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
  -- Instant bookings are confirmed straight away; all others wait for the vineyard.
  is_instant boolean not null default false,
  included prose,
  host_id uuid,
  booking_cutoff_minutes integer not null default 0 check (booking_cutoff_minutes between 0 and 525600),
  booking_horizon_days integer not null default 365 check (booking_horizon_days between 1 and 1100),
  cancellation_cutoff_minutes integer not null default 0 check (cancellation_cutoff_minutes between 0 and 525600),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  parking one_line,
  station one_line,
  food one_line,
  step_free text check (step_free in ('yes', 'partly', 'no')),
  dogs text check (dogs in ('welcome', 'on_lead', 'assistance_only')),
  children text check (children in ('welcome', 'with_adult', 'adults_only')),
  -- How the system that a vineyard moves from names the experience.
  external_reference one_line check (length(external_reference) between 1 and 200),
  -- An owner decides for each experience whether resellers may sell it.
  sold_by_resellers boolean not null default false,
  unique (id, vineyard_id),
  foreign key (host_id, vineyard_id) references hosts (id, vineyard_id),
  -- Without a maximum the form offers ten, so a larger minimum could never be booked.
  constraint group_sizes_in_order check (min_group_size <= coalesce(max_group_size, 10))
);
create index experiences_of_vineyard on experiences (vineyard_id, price_per_person, id);
create index experiences_by_type on experiences (type, vineyard_id) where is_active;
create index experiences_by_words on experiences using gin (experience_words(title) gin_trgm_ops);
create index experiences_by_title on experiences (title, id);
create index experiences_by_price on experiences (price_per_person, id);
create index experiences_newest on experiences (created_at, id);
create index experiences_changed on experiences (updated_at, id);
create index experiences_of_kind on experiences (type);
create index experiences_offered on experiences (is_active);
create index experiences_on_offer on experiences (vineyard_id) where is_active;
-- Tells the few experiences with a host without reading their rows.
create index experiences_led on experiences (id) include (host_id) where host_id is not null;
create index experiences_of_host on experiences (host_id) include (id) where host_id is not null;
create unique index experiences_by_external_reference on experiences (vineyard_id, external_reference)
  where external_reference is not null;
create trigger experiences_change_host after update of host_id on experiences
  for each row when (new.host_id is distinct from old.host_id) execute function remember_host_change();
create trigger experiences_to_webhooks after update on experiences
  for each row when (
    (
      new.is_active, new.min_group_size, new.max_group_size, new.booking_cutoff_minutes, new.booking_horizon_days, new.host_id
    ) is distinct from (
      old.is_active, old.min_group_size, old.max_group_size, old.booking_cutoff_minutes, old.booking_horizon_days, old.host_id
    )
  )
  execute function note_webhook_availability();
create trigger experiences_touched before update on experiences
  for each row when (old.* is distinct from new.*) execute function touch_updated_at();

-- Pictures, by the address of their largest file. A vineyard's row names its cover and logo; more follow by
-- rank. A post's pictures have no vineyard.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid references vineyards on delete cascade,
  experience_id uuid,
  shown_as text not null check (shown_as in ('cover', 'logo', 'more', 'post')),
  -- Of an uploaded picture, or of one that comes with the site.
  address text not null unique check (
    address ~ '^(/media/[0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}|/pictures/[a-z0-9][a-z0-9-]*-960)\.webp$'
  ),
  -- Empty if the picture is decoration.
  alt text not null default '' check (length(alt) <= 300 and alt !~ '[[:cntrl:]]'),
  rank integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The picture is deleted a day later.
  removed_at timestamptz,
  -- The bytes of all files of a picture, so that the space of a vineyard can be limited.
  bytes integer not null default 0 check (bytes >= 0),
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint of_somebody check ((vineyard_id is null) = (shown_as = 'post')),
  constraint of_an_experience check (experience_id is null or shown_as = 'more')
);
create index pictures_of_vineyard on pictures (vineyard_id, rank, created_at) where removed_at is null;
create index pictures_of_experience on pictures (experience_id) where experience_id is not null;
create trigger pictures_touched before update on pictures for each row execute function touch_updated_at();

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
