-- Signing in as an admin: a short access token and a refresh token that is replaced at every use.

-- Opens a session where all that was proved still holds: the password (as the hash it was checked against), and with
-- two steps an unspent code of the app (its time step) or an unused recovery code. Each is spent by this very statement.
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
    update admins a set two_step_spent = p_step where a.id = p_admin_id and a.two_step_spent < p_step;
    if not found then return null; end if;
  end if;

  insert into admin_sessions (admin_id, seed, browser, created_at, last_used_at)
  values (p_admin_id, p_seed, p_browser, p_now, p_now)
  returning id into session;
  insert into admin_tokens (refresh_hash, access_hash, session_id, access_expires_at)
  values (p_refresh_hash, p_access_hash, session, p_access_expires_at);
  return session;
end $$;

-- Replaces a refresh token. The next pair is derived from it, so that whoever comes with the same one again within
-- p_grace (a lost answer, another tab) gets the same pair again, as long as that was not replaced in turn. One that comes
-- back later was copied: its session ends. A session not refreshed for 14 days has ended by itself.
create function refresh_admin_session(
  p_refresh_hash bytea, p_next_refresh_hash bytea, p_next_access_hash bytea, p_access_expires_at timestamptz,
  p_grace interval, p_now timestamptz
) returns table (outcome text, admin_id uuid, access_expires_at timestamptz)
language plpgsql as $$
declare
  presented admin_tokens;
  successor admin_tokens;
  session admin_sessions;
begin
  -- First the session, as its end does too; whoever waits here sees what the one before did.
  select s.* into session
  from admin_sessions s
    join admin_tokens t on t.session_id = s.id
    join admins a on a.id = s.admin_id and a.is_active
  where t.refresh_hash = p_refresh_hash and s.ended_at is null and s.last_used_at > p_now - interval '14 days'
  for update of s;
  if not found then
    return query select 'ended', null::uuid, null::timestamptz;
    return;
  end if;
  select t.* into presented from admin_tokens t where t.refresh_hash = p_refresh_hash;

  if presented.replaced_at is null then
    update admin_tokens t set replaced_at = p_now where t.refresh_hash = p_refresh_hash;
    insert into admin_tokens (refresh_hash, access_hash, session_id, access_expires_at)
    values (p_next_refresh_hash, p_next_access_hash, session.id, p_access_expires_at);
    update admin_sessions s set last_used_at = p_now where s.id = session.id;
    return query select 'refreshed', session.admin_id, p_access_expires_at;
    return;
  end if;

  select t.* into successor from admin_tokens t where t.refresh_hash = p_next_refresh_hash;
  if found and successor.replaced_at is null and presented.replaced_at > p_now - p_grace then
    return query select 'refreshed', session.admin_id, successor.access_expires_at;
    return;
  end if;

  update admin_sessions s set ended_at = p_now where s.id = session.id;
  return query select 'reused', session.admin_id, null::timestamptz;
end $$;
