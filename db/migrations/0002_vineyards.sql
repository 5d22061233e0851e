-- The text that searches for vineyards read, in lower case in any locale. The separator keeps words from running
-- across fields.
create function vineyard_words(p_name text, p_city text, p_region text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || coalesce(p_city, '') || e'\n' || coalesce(p_region, '')) collate pg_c_utf8);

create function experience_words(p_title text) returns text
language sql immutable parallel safe
return lower(p_title collate pg_c_utf8);

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
create trigger vineyards_touched before update on vineyards for each row execute function touch_updated_at();
-- Triggers that keep derived rows are always enabled: they also fire while data is copied in without foreign keys.
create trigger vineyards_keep_offers after insert on vineyards referencing new table as made
  for each statement execute function keep_vineyard_offers();
alter table vineyards enable always trigger vineyards_keep_offers;

-- A guide or room shared by experiences, with the most guests present at one time.
create table hosts (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  capacity integer not null check (capacity between 1 and 10000),
  -- Raised by every booking of this host, so that concurrent ones wait for each other.
  taken_turns bigint not null default 0,
  created_at timestamptz not null default now(),
  -- The most that the host ever held: guests booked under an earlier capacity stay.
  once_held integer not null,
  unique (id, vineyard_id),
  unique (vineyard_id, name)
);
create trigger hosts_remember before insert or update of capacity on hosts
  for each row execute function remember_host_capacity();

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
create trigger experiences_touched before update on experiences for each row execute function touch_updated_at();
create trigger experiences_change_host after update of host_id on experiences
  for each row when (new.host_id is distinct from old.host_id) execute function remember_host_change();
create trigger experiences_keep_offers_made after insert on experiences referencing new table as made
  for each statement execute function keep_experience_offers();
alter table experiences enable always trigger experiences_keep_offers_made;
create trigger experiences_keep_offers_changed after update on experiences
  referencing old table as was new table as became
  for each statement execute function keep_experience_offers();
alter table experiences enable always trigger experiences_keep_offers_changed;
create trigger experiences_keep_offers_gone after delete on experiences referencing old table as gone
  for each statement execute function keep_experience_offers();
alter table experiences enable always trigger experiences_keep_offers_gone;
create trigger experiences_keep_offers_truncated after truncate on experiences
  for each statement execute function keep_experience_offers();
alter table experiences enable always trigger experiences_keep_offers_truncated;
-- Fires after experiences_change_host, by its name.
create trigger experiences_note_host_days after update of host_id on experiences
  for each row when (new.host_id is distinct from old.host_id and new.host_id is not null)
  execute function note_days_of_led_experience();
alter table experiences enable always trigger experiences_note_host_days;

-- The active experiences of each vineyard, for the admin's lists. Not in the vineyard's row, because its editors
-- would wait for each other.
create table vineyard_offers (
  vineyard_id uuid primary key references vineyards on delete cascade,
  active_experiences integer not null check (active_experiences >= 0)
) with (fillfactor = 80);
create index vineyards_without_offer on vineyard_offers (vineyard_id) where active_experiences = 0;
