-- Returns whether a sign-in is still open. A sign-in ends at once when the person signs out or somebody ends it. Otherwise it
-- ends after 14, 30 or 90 days without use, and at the latest 30, 90 or 180 days after it began.
create function is_session_open(
  p_actor text, p_created_at timestamptz, p_last_used_at timestamptz, p_ended_at timestamptz, p_now timestamptz
) returns boolean
language sql stable
return p_ended_at is null
  and p_last_used_at > p_now - case p_actor
    when 'winemaker' then interval '30 days' when 'admin' then interval '14 days' else interval '90 days'
  end
  and p_created_at > p_now - case p_actor
    when 'winemaker' then interval '90 days' when 'admin' then interval '30 days' else interval '180 days'
  end;

-- Returns the person whom a token identifies; role is set for winemakers. Returns no row for an invalid token. Updates
-- last_used_at at most every five minutes. An admin's access token also has an expiry of its own.
create function find_caller(p_token_hash bytea, p_now timestamptz)
returns table (actor text, actor_id uuid, vineyard_id uuid, role text, session_id uuid)
language sql as $$
  with winemaker as (
    select w.id, w.vineyard_id, w.role, s.id as session_id, s.last_used_at
    from winemaker_sessions s
      join winemakers w on w.id = s.winemaker_id
    where s.token_hash = p_token_hash
      and is_session_open('winemaker', s.created_at, s.last_used_at, s.ended_at, p_now)
      and w.is_active
  ), visitor as (
    select s.user_id as id, s.id as session_id, s.last_used_at
    from user_sessions s
    where s.token_hash = p_token_hash
      and is_session_open('guest', s.created_at, s.last_used_at, s.ended_at, p_now)
  ), winemaker_used as (
    update winemaker_sessions s set last_used_at = p_now
    from winemaker w
    where s.id = w.session_id and w.last_used_at < p_now - interval '5 minutes'
  ), visitor_used as (
    update user_sessions s set last_used_at = p_now
    from visitor v
    where s.id = v.session_id and v.last_used_at < p_now - interval '5 minutes'
  )
  select 'winemaker', w.id, w.vineyard_id, w.role, w.session_id
  from winemaker w
  union all
  select 'admin', a.id, null, null, s.id
  from admin_tokens t
    join admin_sessions s on s.id = t.session_id
    join admins a on a.id = s.admin_id
  where t.access_hash = p_token_hash
    and t.access_expires_at > p_now
    and is_session_open('admin', s.created_at, s.last_used_at, s.ended_at, p_now)
    and a.is_active
  union all
  select 'guest', v.id, null, null, v.session_id
  from visitor v
$$;

-- Signs a winemaker in. The server checks the password, because SQL cannot check argon2id, and password_param is the stored
-- hash that the server used. If the password changed meanwhile, the sign-in fails.
create function authenticate_winemaker(
  email_param text, password_param text, p_token_hash bytea, p_browser text, p_now timestamptz
) returns table (winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text)
language sql as $$
  with winemaker as (
    select w.*
    from winemakers w
    where lower(w.email) = lower(email_param) and w.removed_at is null
      and w.password_hash = password_param and w.is_active
    for share
  ), opened as (
    insert into winemaker_sessions (token_hash, winemaker_id, browser, created_at, last_used_at)
    select p_token_hash, winemaker.id, p_browser, p_now, p_now
    from winemaker
    returning winemaker_sessions.winemaker_id
  )
  select winemaker.id, winemaker.vineyard_id, winemaker.name, winemaker.email, winemaker.position
  from winemaker
    join opened on opened.winemaker_id = winemaker.id
$$;

create function validate_winemaker_session(session_token_param text, p_now timestamptz)
returns table (winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text)
language sql as $$
  select w.id, w.vineyard_id, w.name, w.email, w.position
  from find_caller(sha256(convert_to(session_token_param, 'UTF8')), p_now) person
    join winemakers w on person.actor = 'winemaker' and w.id = person.actor_id
$$;

create function logout_winemaker(session_token_param text, p_now timestamptz)
returns table (winemaker_id uuid)
language sql as $$
  update winemaker_sessions s set ended_at = p_now
  where s.token_hash = sha256(convert_to(session_token_param, 'UTF8')) and s.ended_at is null
  returning s.winemaker_id
$$;

-- Returns the facts that help an admin when the owner of an account cannot sign in.
create function test_winemaker_data(email_param text)
returns table (
  winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text,
  is_active boolean, has_password boolean, open_sessions bigint
)
language sql stable as $$
  select w.id, w.vineyard_id, w.name, w.email, w.position, w.is_active, w.password_hash is not null,
    (select count(*) from winemaker_sessions s where s.winemaker_id = w.id and s.ended_at is null)
  from winemakers w
  where lower(w.email) = lower(email_param) and w.removed_at is null
$$;

-- Sets the password of the account that a link was made for. The link works once. A trigger ends the account's sign-ins.
-- Returns the email address of the account and, as door, the kind of account ('winemaker' or 'admin'), which chooses the
-- login page.
create function set_password_by_link(p_token_hash bytea, p_password_hash text, p_now timestamptz)
returns table (door text, email email_address)
language plpgsql as $$
declare
  link one_time_links;
begin
  update one_time_links l set used_at = p_now
  where l.token_hash = p_token_hash and l.used_at is null and l.expires_at > p_now
    and l.purpose in ('winemaker', 'admin')
  returning l.* into link;

  return query
    update winemakers w set password_hash = p_password_hash, is_demo = false
    where w.id = link.winemaker_id and w.is_active
    returning 'winemaker', w.email;
  return query
    update admins a set password_hash = p_password_hash, is_demo = false
    where a.id = link.admin_id and a.is_active
    returning 'admin', a.email;
end $$;

-- Signs in the visitor whose email address the link verifies, and attaches earlier bookings with this address to the visitor.
create function sign_in_visitor(p_link_hash bytea, p_token_hash bytea, p_browser text, p_now timestamptz)
returns table (user_id uuid, email email_address, joined bigint)
language plpgsql as $$
declare
  address email_address;
  visitor users;
begin
  update one_time_links l set used_at = p_now
  where l.token_hash = p_link_hash and l.used_at is null and l.expires_at > p_now and l.purpose = 'visitor'
  returning l.email into address;
  if not found then return; end if;

  insert into users as u (email, created_at)
  values (address, p_now)
  on conflict (lower(u.email)) do update set email = u.email
  returning u.* into visitor;
  insert into user_sessions (token_hash, user_id, browser, created_at, last_used_at)
  values (p_token_hash, visitor.id, p_browser, p_now, p_now);
  return query
    with linked as (
      update bookings b set user_id = visitor.id
      where lower(b.guest_email) = lower(visitor.email) and b.user_id is null
      returning b.id
    )
    select visitor.id, visitor.email, (select count(*) from linked);
end $$;

-- Signs an admin in if the stored data is still as the server checked it: the password hash and, with two-step sign-in, an
-- unused code of the app (given as its time step) or an unused recovery code. Marks the code as used.
create function open_admin_session(
  p_admin_id uuid, p_password_hash text, p_two_step boolean, p_step bigint, p_recovery_hash bytea,
  p_seed bytea, p_refresh_hash bytea, p_access_hash bytea, p_access_expires_at timestamptz, p_browser text,
  p_now timestamptz
) returns uuid
language plpgsql as $$
declare
  session uuid;
begin
  perform from admins a
  where a.id = p_admin_id and a.password_hash = p_password_hash and a.is_active
    and (a.two_step_since is not null) = p_two_step
  for update;
  if not found then return null; end if;

  if p_two_step and p_recovery_hash is not null then
    update admin_recovery_codes r set used_at = p_now
    where r.admin_id = p_admin_id and r.code_hash = p_recovery_hash and r.used_at is null;
    if not found then return null; end if;
  elsif p_two_step then
    -- p_step is at most one step away from now, and so was each code when it was used. A stored step later than p_step + 2
    -- therefore comes from a time when the clock was wrong, and does not block this code.
    update admins a set two_step_spent = p_step
    where a.id = p_admin_id and a.two_step_spent not between p_step and p_step + 2;
    if not found then return null; end if;
  end if;

  insert into admin_sessions (admin_id, seed, browser, created_at, last_used_at)
  values (p_admin_id, p_seed, p_browser, p_now, p_now)
  returning id into session;
  insert into admin_tokens (refresh_hash, access_hash, session_id, access_expires_at)
  values (p_refresh_hash, p_access_hash, session, p_access_expires_at);
  return session;
end $$;

-- Replaces a refresh token. Within p_grace, the replaced token gets the same new pair again, because the response may have
-- been lost, or a second tab may refresh too. A replaced token that is used later was copied, and ends the sign-in.
create function refresh_admin_session(
  p_refresh_hash bytea, p_next_refresh_hash bytea, p_next_access_hash bytea, p_access_expires_at timestamptz,
  p_grace interval, p_now timestamptz
) returns table (outcome refresh_outcome, admin_id uuid, access_expires_at timestamptz)
language plpgsql as $$
declare
  presented admin_tokens;
  successor admin_tokens;
  session admin_sessions;
begin
  -- Locks the sign-in first, as the code that ends a sign-in also does. A second refresh waits here, then sees the result of the
  -- first.
  select s.* into session
  from admin_sessions s
    join admin_tokens t on t.session_id = s.id
    join admins a on a.id = s.admin_id and a.is_active
  where t.refresh_hash = p_refresh_hash
    and is_session_open('admin', s.created_at, s.last_used_at, s.ended_at, p_now)
  for update of s;
  if not found then
    return query select 'ended'::refresh_outcome, null::uuid, null::timestamptz;
    return;
  end if;
  select t.* into presented from admin_tokens t where t.refresh_hash = p_refresh_hash;

  if presented.replaced_at is null then
    update admin_tokens t set replaced_at = p_now where t.refresh_hash = p_refresh_hash;
    insert into admin_tokens (refresh_hash, access_hash, session_id, access_expires_at)
    values (p_next_refresh_hash, p_next_access_hash, session.id, p_access_expires_at);
    update admin_sessions s set last_used_at = p_now where s.id = session.id;
    return query select 'refreshed'::refresh_outcome, session.admin_id, p_access_expires_at;
    return;
  end if;

  select t.* into successor from admin_tokens t where t.refresh_hash = p_next_refresh_hash;
  if found and successor.replaced_at is null and presented.replaced_at > p_now - p_grace then
    return query select 'refreshed'::refresh_outcome, session.admin_id, successor.access_expires_at;
    return;
  end if;

  update admin_sessions s set ended_at = p_now where s.id = session.id;
  return query select 'reused'::refresh_outcome, session.admin_id, null::timestamptz;
end $$;

-- When the password of an account changes or the account is disabled, ends its sign-ins, except the one that changed the
-- password, and makes its emailed links invalid.
create or replace function end_winemaker_sessions() returns trigger
language plpgsql as $$
begin
  update winemaker_sessions set ended_at = clock_timestamp()
  where winemaker_id = new.id and ended_at is null
    and id::text is distinct from current_setting('accounts.current_session', true);
  update one_time_links set used_at = clock_timestamp() where winemaker_id = new.id and used_at is null;
  return null;
end $$;

create or replace function end_admin_sessions() returns trigger
language plpgsql as $$
begin
  update admin_sessions set ended_at = clock_timestamp()
  where admin_id = new.id and ended_at is null
    and id::text is distinct from current_setting('accounts.current_session', true);
  update one_time_links set used_at = clock_timestamp() where admin_id = new.id and used_at is null;
  return null;
end $$;

-- Ends the sign-in that this token belongs to.
create function end_session_of_token(p_token_hash bytea, p_now timestamptz) returns void
language sql as $$
  update winemaker_sessions set ended_at = p_now where token_hash = p_token_hash and ended_at is null;
  update user_sessions set ended_at = p_now where token_hash = p_token_hash and ended_at is null;
  update admin_sessions s set ended_at = p_now
  from admin_tokens t
  where t.session_id = s.id and s.ended_at is null and p_token_hash in (t.refresh_hash, t.access_hash);
$$;

-- Ends the open sign-ins of the account p_id, or of all accounts with the address p_email. If neither is given, ends
-- the sign-ins of all accounts. p_actors limits the kinds of accounts. p_current stays open. Returns how many sign-ins ended.
create function end_open_sessions(
  p_actors text[], p_id uuid, p_email text, p_current uuid, p_now timestamptz
) returns integer
language sql as $$
  with of_winemakers as (
    update winemaker_sessions s set ended_at = p_now
    from winemakers w
    where 'winemaker' = any (p_actors) and w.id = s.winemaker_id and w.id = coalesce(p_id, w.id)
      and (p_email is null or lower(w.email) = lower(p_email)) and s.id is distinct from p_current
      and is_session_open('winemaker', s.created_at, s.last_used_at, s.ended_at, p_now)
    returning s.id
  ), of_admins as (
    update admin_sessions s set ended_at = p_now
    from admins a
    where 'admin' = any (p_actors) and a.id = s.admin_id and a.id = coalesce(p_id, a.id)
      and (p_email is null or lower(a.email) = lower(p_email)) and s.id is distinct from p_current
      and is_session_open('admin', s.created_at, s.last_used_at, s.ended_at, p_now)
    returning s.id
  ), of_visitors as (
    update user_sessions s set ended_at = p_now
    from users u
    where 'guest' = any (p_actors) and u.id = s.user_id and u.id = coalesce(p_id, u.id)
      and (p_email is null or lower(u.email) = lower(p_email)) and s.id is distinct from p_current
      and is_session_open('guest', s.created_at, s.last_used_at, s.ended_at, p_now)
    returning s.id
  )
  select ((select count(*) from of_winemakers) + (select count(*) from of_admins) + (select count(*) from of_visitors))::integer
$$;

-- On behalf of an admin, ends open sign-ins as end_open_sessions does, and writes an entry in the audit log.
create function end_sessions_by_admin(
  p_actors text[], p_id uuid, p_email text, p_current uuid, p_by uuid, p_now timestamptz
) returns integer
language plpgsql as $$
declare
  ended constant integer := end_open_sessions(p_actors, p_id, p_email, p_current, p_now);
begin
  perform note_audit(
    'admin', p_by, 'sign_in', coalesce(p_id, gen_random_uuid()), null, '{}',
    jsonb_strip_nulls(jsonb_build_object('sessions_ended', ended, 'email', lower(p_email))), p_now
  );
  return ended;
end $$;

-- Returns true if the caller may act for this vineyard (null: any). Raises CV002 if a winemaker was moved or disabled since
-- the request began. Locks the winemaker until the change is committed.
create function require_works_at(p_actor text, p_actor_id uuid, p_vineyard_id uuid) returns boolean
language plpgsql volatile
as $$
declare
  is_allowed boolean;
begin
  if p_actor = 'key' then
    perform require_key_reaches(p_actor_id, p_vineyard_id);
  end if;
  if p_actor <> 'winemaker' then
    return true;
  end if;
  -- Locks for share: moving a winemaker does not change the primary key, so a key share lock would not block the move.
  select w.is_active and w.vineyard_id = coalesce(p_vineyard_id, w.vineyard_id) into is_allowed
  from winemakers w where w.id = p_actor_id
  for share;
  if is_allowed is distinct from true then
    raise exception 'winemaker % no longer works there', p_actor_id using errcode = 'CV002';
  end if;
  return true;
end $$;

-- Refuses a new audit entry if its winemaker no longer works at the vineyard, and locks the winemaker until the commit, hence
-- "hold". A change without an audit entry has to call require_works_at itself.
create or replace function hold_winemaker() returns trigger
language plpgsql as $$
begin
  perform require_works_at(new.actor, new.actor_id, new.vineyard_id);
  return null;
end $$;

-- Does the same as hold_winemaker, for each new event of a booking.
create or replace function hold_winemaker_of_booking() returns trigger
language plpgsql as $$
begin
  perform require_works_at(new.actor, new.actor_id, (select b.vineyard_id from bookings b where b.id = new.booking_id));
  return null;
end $$;

-- Verifies the claimant's address by the link of a claim, and emails the admins. The link works only once. vineyard_id is null if
-- the claimed vineyard is not listed yet.
create function verify_claim(p_token_hash bytea, p_now timestamptz)
returns table (vineyard_id uuid, vineyard_name text)
language plpgsql as $$
declare
  verified uuid;
  claim vineyard_claims;
  vineyard vineyards;
begin
  update one_time_links l set used_at = p_now
  where l.token_hash = p_token_hash and l.used_at is null and l.expires_at > p_now and l.purpose = 'claim'
  returning l.claim_id into verified;
  update vineyard_claims c set state = 'new' where c.id = verified and c.state = 'unproven'
  returning c.* into claim;
  if not found then return; end if;

  select v.* into vineyard from vineyards v where v.id = claim.vineyard_id;
  insert into emails (email_type, to_address, payload, state, created_at)
  select 'claim_received', m.address,
    jsonb_build_object(
      'name', claim.name, 'email', claim.email, 'role', claim.role, 'message', claim.message,
      'vineyard_name', coalesce(vineyard.name, claim.vineyard_name)
    ),
    m.state, p_now
  from admin_mailboxes('claim_received') m;
  return query select vineyard.id, coalesce(vineyard.name, claim.vineyard_name)::text;
end $$;

-- Deletes the known browsers of an account when its email address changes, because their hashes are tied to the address.
create or replace function forget_known_callers() returns trigger
language plpgsql as $$
begin
  delete from known_callers where new.id in (winemaker_id, admin_id);
  return null;
end $$;

-- Returns the known browsers of a person, without the hashes, for the export of personal data.
create function known_callers_of(p_email text) returns jsonb
language sql stable
return (
  select coalesce(jsonb_agg(
    jsonb_build_object('kind', k.kind, 'last_used_at', k.last_used_at) order by k.last_used_at, k.kind
  ), '[]')
  from known_callers k
  where k.winemaker_id in (select id from winemakers where lower(email) = lower(p_email))
    or k.admin_id in (select id from admins where lower(email) = lower(p_email))
);
