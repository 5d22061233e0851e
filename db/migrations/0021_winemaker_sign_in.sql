-- Signing in as a winemaker, by the specification's functions, and what keeps guessing slow.

-- How often something was tried, by the hash of what it is about (an account, an address, a mailbox). Not logged: after a
-- crash everybody begins anew, and a guess costs no disk.
create unlogged table attempts (
  key bytea primary key check (length(key) = 32),
  tries integer not null check (tries >= 0),
  next_at timestamptz not null,
  forget_at timestamptz not null
);
create index attempts_forgotten on attempts (forget_at);

-- Takes one of the tries, before the work it allows, so that many at once do not pass together. The first `p_free` follow
-- each other at once; from then on each is followed by a pause that doubles. Says until when to wait where none is left.
create function take_attempt(
  p_key bytea, p_free integer, p_pause interval, p_longest interval, p_memory interval, p_now timestamptz
) returns timestamptz
language sql as $$
  with taken as (
    insert into attempts as a (key, tries, next_at, forget_at)
    values (p_key, 1, p_now + case when p_free > 1 then interval '0' else p_pause end, p_now + p_memory)
    on conflict (key) do update set
      tries = case when a.forget_at <= p_now then 1 else a.tries + 1 end,
      next_at = p_now + case
        when a.forget_at <= p_now or a.tries + 1 < p_free then interval '0'
        else least(p_longest, p_pause * 2 ^ least(a.tries + 1 - p_free, 30))
      end,
      forget_at = p_now + p_memory
    where a.next_at <= p_now or a.forget_at <= p_now
    returning true
  )
  select case
    when exists (select from taken) then null
    else coalesce((select a.next_at from attempts a where a.key = p_key), p_now + p_pause)
  end
$$;

-- Opens a session. No function of SQL can check an argon2id password, so the server does, and hands over as
-- `password_param` the stored hash that it held: where the password changed meanwhile nothing opens.
create function authenticate_winemaker(
  email_param text, password_param text, p_token_hash bytea, p_browser text, p_now timestamptz
) returns table (winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text)
language sql as $$
  with proved as (
    select w.*
    from winemakers w
    where lower(w.email) = lower(email_param) and w.password_hash = password_param and w.is_active
    for share
  ), opened as (
    insert into winemaker_sessions (token_hash, winemaker_id, browser, created_at, last_used_at)
    select p_token_hash, proved.id, p_browser, p_now, p_now
    from proved
    returning winemaker_sessions.winemaker_id
  )
  select proved.id, proved.vineyard_id, proved.name, proved.email, proved.position
  from proved
    join opened on opened.winemaker_id = proved.id
$$;

create function validate_winemaker_session(session_token_param text, p_now timestamptz)
returns table (winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text)
language sql as $$
  select w.id, w.vineyard_id, w.name, w.email, w.position
  from find_actor(sha256(convert_to(session_token_param, 'UTF8')), p_now) found
    join winemakers w on found.actor = 'winemaker' and w.id = found.actor_id
$$;

create function logout_winemaker(session_token_param text, p_now timestamptz)
returns table (winemaker_id uuid)
language sql as $$
  update winemaker_sessions s set ended_at = p_now
  where s.token_hash = sha256(convert_to(session_token_param, 'UTF8')) and s.ended_at is null
  returning s.winemaker_id
$$;

-- What an admin may see of an account that somebody cannot get into.
create function test_winemaker_data(email_param text)
returns table (
  winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text,
  is_active boolean, has_password boolean, open_sessions bigint
)
language sql stable as $$
  select w.id, w.vineyard_id, w.name, w.email, w.position, w.is_active, w.password_hash is not null,
    (select count(*) from winemaker_sessions s where s.winemaker_id = w.id and s.ended_at is null)
  from winemakers w
  where lower(w.email) = lower(email_param)
$$;
