-- Who is signed in. Every token is 256 random bits and only its SHA-256 is kept: whoever reads these tables can sign in
-- with nothing they find. What browser a session was opened in is kept so that its owner knows it again.

create table admins (
  id uuid primary key default gen_random_uuid(),
  name one_line not null,
  email email_address not null,
  password_hash text check (password_hash like '$argon2id$%'),
  -- A password that the demonstration made and printed; nobody signs in with one in production.
  is_demo boolean not null default false,
  is_active boolean not null default true,
  -- Of the authenticator app; it counts once `two_step_since` is set. A step is spent once, so that a code seen over
  -- somebody's shoulder is worth nothing.
  two_step_secret text,
  two_step_since timestamptz,
  two_step_spent bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (two_step_since is null or two_step_secret is not null)
);
create unique index admins_by_email on admins (lower(email));
create trigger admins_touched before update on admins for each row execute function touch_updated_at();

create table admin_recovery_codes (
  admin_id uuid not null references admins on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

-- One sign-in of an admin. Its tokens change all the time; `seed` is what they are derived with.
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

-- A pair of tokens. A refresh token that was replaced is remembered until its session goes, so that one that comes back
-- is known for what it is.
create table admin_tokens (
  refresh_hash bytea primary key check (length(refresh_hash) = 32),
  access_hash bytea not null unique check (length(access_hash) = 32),
  session_id uuid not null references admin_sessions on delete cascade,
  access_expires_at timestamptz not null,
  replaced_at timestamptz
);
create index tokens_of_admin_session on admin_tokens (session_id);

alter table winemakers add column is_demo boolean not null default false;
alter table winemaker_sessions
  add column id uuid not null unique default gen_random_uuid(),
  add column browser one_line;

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

-- A link that came by mail or was printed, and opens one thing once.
create table one_time_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('visitor', 'winemaker', 'admin')),
  email email_address,
  winemaker_id uuid references winemakers on delete cascade,
  admin_id uuid references admins on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint opens_one_thing check (
    (purpose = 'visitor') = (email is not null)
    and (purpose = 'winemaker') = (winemaker_id is not null)
    and (purpose = 'admin') = (admin_id is not null)
  )
);
create index links_of_winemaker on one_time_links (winemaker_id) where winemaker_id is not null;
create index links_of_admin on one_time_links (admin_id) where admin_id is not null;

-- A new password or a disabled account ends what was open, whoever changes it and by whatever way.
create function end_winemaker_sessions() returns trigger
language plpgsql as $$
begin
  update winemaker_sessions set ended_at = clock_timestamp() where winemaker_id = new.id and ended_at is null;
  update one_time_links set used_at = clock_timestamp() where winemaker_id = new.id and used_at is null;
  return null;
end $$;
create trigger winemaker_shut_out after update of password_hash, is_active on winemakers for each row
  when (old.password_hash is distinct from new.password_hash or not new.is_active)
  execute function end_winemaker_sessions();

create function end_admin_sessions() returns trigger
language plpgsql as $$
begin
  update admin_sessions set ended_at = clock_timestamp() where admin_id = new.id and ended_at is null;
  update one_time_links set used_at = clock_timestamp() where admin_id = new.id and used_at is null;
  return null;
end $$;
create trigger admin_shut_out after update of password_hash, is_active on admins for each row
  when (old.password_hash is distinct from new.password_hash or not new.is_active)
  execute function end_admin_sessions();

-- On whose behalf a token speaks: no row where it opens nothing (any more). Use is noted every five minutes at most.
-- A winemaker's session ends after 30 idle days, a visitor's after 90; an admin's access token says itself when.
create function find_actor(p_token_hash bytea, p_now timestamptz)
returns table (actor text, actor_id uuid, vineyard_id uuid, session_id uuid)
language sql as $$
  with winemaker as (
    select w.id, w.vineyard_id, s.id as session_id, s.last_used_at
    from winemaker_sessions s
      join winemakers w on w.id = s.winemaker_id
    where s.token_hash = p_token_hash
      and s.ended_at is null
      and s.last_used_at > p_now - interval '30 days'
      and w.is_active
  ), visitor as (
    select s.user_id as id, s.id as session_id, s.last_used_at
    from user_sessions s
    where s.token_hash = p_token_hash
      and s.ended_at is null
      and s.last_used_at > p_now - interval '90 days'
  ), winemaker_noted as (
    update winemaker_sessions s set last_used_at = p_now
    from winemaker w
    where s.id = w.session_id and w.last_used_at < p_now - interval '5 minutes'
  ), visitor_noted as (
    update user_sessions s set last_used_at = p_now
    from visitor v
    where s.id = v.session_id and v.last_used_at < p_now - interval '5 minutes'
  )
  select 'winemaker', w.id, w.vineyard_id, w.session_id
  from winemaker w
  union all
  select 'admin', a.id, null, s.id
  from admin_tokens t
    join admin_sessions s on s.id = t.session_id
    join admins a on a.id = s.admin_id
  where t.access_hash = p_token_hash
    and t.access_expires_at > p_now
    and s.ended_at is null
    and a.is_active
  union all
  select 'guest', v.id, null, v.session_id
  from visitor v
$$;
