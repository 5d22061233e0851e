-- Visitors who proved a mail address. Nobody needs to be one to book.
create table users (
  id uuid primary key default gen_random_uuid(),
  email email_address not null,
  created_at timestamptz not null default now()
);
create unique index users_by_email on users (lower(email));

create table winemakers (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  email email_address not null,
  position one_line,
  password_hash text check (password_hash like '$argon2id$%'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index winemakers_by_email on winemakers (lower(email));
create index winemakers_of_vineyard on winemakers (vineyard_id);
create trigger winemakers_touched before update on winemakers for each row execute function touch_updated_at();

-- Only the SHA-256 of a token is kept: whoever reads this table cannot sign in with it.
create table winemaker_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  winemaker_id uuid not null references winemakers on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_of_winemaker on winemaker_sessions (winemaker_id);

create table favourites (
  user_id uuid not null references users on delete cascade,
  vineyard_id uuid not null references vineyards on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, vineyard_id)
);

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name one_line not null,
  email email_address not null,
  subject one_line not null,
  message prose not null check (message <> ''),
  state text not null default 'new' check (state in ('new', 'read', 'answered')),
  -- A form sent twice by one press is one message.
  form_key uuid not null unique,
  created_at timestamptz not null default now()
);
create index contact_messages_newest on contact_messages (created_at desc);

create table vineyard_claims (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  email email_address not null,
  role one_line not null,
  message prose not null check (message <> ''),
  state text not null default 'new' check (state in ('new', 'approved', 'refused')),
  form_key uuid not null unique,
  created_at timestamptz not null default now()
);
create index claims_newest on vineyard_claims (created_at desc);
