-- Visitors who verified an email address. Nobody needs to be one to book.
create table users (
  id uuid primary key default gen_random_uuid(),
  email email_address not null,
  created_at timestamptz not null default now()
);
create unique index users_by_email on users (lower(email));

-- Of every token, here and below, only the SHA-256 is stored: nobody can sign in with what these tables hold. The
-- browser is stored so that its owner recognises the session.
create table user_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  browser one_line,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_of_user on user_sessions (user_id);

create function staff_words(p_name text, p_email text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email) collate pg_c_utf8);

create table winemakers (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  name one_line not null,
  email email_address not null,
  position one_line,
  password_hash text check (password_hash like '$argon2id$%'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  -- The types of email that this person has switched off. Emails about the account are always sent.
  unwanted_mails text[] not null default '{}' check (
    unwanted_mails <@ array[
      'vineyard_booked', 'vineyard_cancelled', 'vineyard_moved', 'vineyard_daily_sheet', 'vineyard_waiting'
    ]
  ),
  role text not null default 'owner' check (role in ('owner', 'manager', 'gate')),
  -- The owner who invited them; null if an admin did, or approved their claim. Until they set a password they are only
  -- invited: nothing about guests is emailed to an address that nobody has verified.
  invited_by uuid references winemakers,
  -- The row of a removed colleague stays, because the history names them.
  removed_at timestamptz,
  constraint removed_is_inactive check (removed_at is null or not is_active)
);
create index winemakers_of_vineyard on winemakers (vineyard_id);
create index winemakers_by_words on winemakers using gin (staff_words(name, email) gin_trgm_ops);
create index winemakers_in_order on winemakers (name, id);
create index winemakers_newest on winemakers (created_at);
create index winemakers_by_address on winemakers (email, id);
create index winemakers_disabled on winemakers (name, id) where not is_active;
-- Another vineyard may invite the address of a removed colleague.
create unique index winemakers_by_email on winemakers (lower(email)) where removed_at is null;
create trigger winemakers_touched before update on winemakers for each row execute function touch_updated_at();
create trigger winemaker_shut_out after update of password_hash, is_active on winemakers for each row
  when (old.password_hash is distinct from new.password_hash or not new.is_active)
  execute function end_winemaker_sessions();
create trigger winemaker_callers_forgotten after update on winemakers
for each row when (lower(old.email) <> lower(new.email)) execute function forget_known_callers();

create table winemaker_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  winemaker_id uuid not null references winemakers on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  id uuid not null unique default gen_random_uuid(),
  browser one_line
);
create index used_by_winemaker on winemaker_sessions (winemaker_id, last_used_at);
create index winemaker_sessions_by_use on winemaker_sessions (last_used_at, id) include (winemaker_id);

create table admins (
  id uuid primary key default gen_random_uuid(),
  name one_line not null,
  email email_address not null,
  password_hash text check (password_hash like '$argon2id$%'),
  -- The password was generated for the demonstration, so production refuses it.
  is_demo boolean not null default false,
  is_active boolean not null default true,
  -- For the authenticator app, in use once two_step_since is set. Each step works once, so that a code read over
  -- somebody's shoulder is worthless.
  two_step_secret text,
  two_step_since timestamptz,
  two_step_spent bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The types of email that this person has switched off. Emails about the account are always sent.
  unwanted_mails text[] not null default '{}' check (
    unwanted_mails <@ array['contact_message', 'claim_received']
  ),
  check (two_step_since is null or two_step_secret is not null)
);
create unique index admins_by_email on admins (lower(email));
create trigger admins_touched before update on admins for each row execute function touch_updated_at();
create trigger admin_shut_out after update of password_hash, is_active on admins for each row
  when (old.password_hash is distinct from new.password_hash or not new.is_active)
  execute function end_admin_sessions();
create trigger admin_callers_forgotten after update on admins
for each row when (lower(old.email) <> lower(new.email)) execute function forget_known_callers();

-- An admin's session. Its tokens change all the time; they are derived from seed.
create table admin_sessions (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  seed bytea not null check (length(seed) = 32),
  browser one_line,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_of_admin on admin_sessions (admin_id);

create table admin_recovery_codes (
  admin_id uuid not null references admins on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

-- A replaced refresh token is kept as long as its session, so that its reuse is recognised.
create table admin_tokens (
  refresh_hash bytea primary key check (length(refresh_hash) = 32),
  access_hash bytea not null unique check (length(access_hash) = 32),
  session_id uuid not null references admin_sessions on delete cascade,
  access_expires_at timestamptz not null,
  replaced_at timestamptz
);
create index tokens_of_admin_session on admin_tokens (session_id);

-- A link that was emailed or printed, and works once.
create table one_time_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('visitor', 'winemaker', 'admin', 'claim')),
  email email_address,
  winemaker_id uuid references winemakers on delete cascade,
  admin_id uuid references admins on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  claim_id uuid,
  constraint opens_one_thing check (
    (purpose = 'visitor') = (email is not null)
    and (purpose = 'winemaker') = (winemaker_id is not null)
    and (purpose = 'admin') = (admin_id is not null)
    and (purpose = 'claim') = (claim_id is not null)
  )
);
create index links_of_winemaker on one_time_links (winemaker_id) where winemaker_id is not null;
create index links_of_admin on one_time_links (admin_id) where admin_id is not null;
create index links_of_claim on one_time_links (claim_id) where claim_id is not null;

-- Where staff signed in from: attempts from there are counted separately, so that nobody else's guesses lock them
-- out.
create table known_callers (
  -- An IP address or a browser's token, hashed together with the account's role and email address.
  caller_hash bytea primary key check (length(caller_hash) = 32),
  kind text not null check (kind in ('address', 'browser')),
  winemaker_id uuid references winemakers on delete cascade,
  admin_id uuid references admins on delete cascade,
  last_used_at timestamptz not null,
  check (num_nonnulls(winemaker_id, admin_id) = 1)
);
create index known_callers_of_winemaker on known_callers (winemaker_id) where winemaker_id is not null;
create index known_callers_of_admin on known_callers (admin_id) where admin_id is not null;
create index known_callers_unused on known_callers (last_used_at);

-- Keys with which other programs call the API for a vineyard or a reseller. Revoked keys stay, because changes name them.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid references vineyards,
  name one_line not null check (length(name) between 1 and 200),
  permissions text[] not null check (
    cardinality(permissions) > 0
      and permissions <@ array['availability:read', 'bookings:read', 'bookings:write', 'webhooks']
  ),
  key_hash bytea not null unique,
  -- The last characters of the key, to tell keys apart.
  ending text not null check (length(ending) = 4),
  created_at timestamptz not null,
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz,
  reseller_id uuid,
  -- Test keys reach the sandbox vineyard alone.
  is_test boolean not null default false,
  constraint key_has_one_owner check (num_nonnulls(vineyard_id, reseller_id) = 1)
);
create index api_keys_of_vineyard on api_keys (vineyard_id);
create index api_keys_of_reseller on api_keys (reseller_id) where reseller_id is not null;
