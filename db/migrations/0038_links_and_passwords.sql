-- What a one-time link opens. It is used up by the statement that acts on it, so that of two presses one acts.

-- Sets the password of whoever the link was made for, and says for which door. Their sessions end by trigger.
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

-- Signs the visitor in whose mail address the link proves. What was booked with that address before becomes theirs.
create function sign_visitor_in(p_link_hash bytea, p_token_hash bytea, p_browser text, p_now timestamptz)
returns table (user_id uuid, email email_address, joined bigint)
language plpgsql as $$
declare
  proved email_address;
  visitor users;
begin
  update one_time_links l set used_at = p_now
  where l.token_hash = p_link_hash and l.used_at is null and l.expires_at > p_now and l.purpose = 'visitor'
  returning l.email into proved;
  if not found then return; end if;

  insert into users as u (email, created_at)
  values (proved, p_now)
  on conflict (lower(u.email)) do update set email = u.email
  returning u.* into visitor;
  insert into user_sessions (token_hash, user_id, browser, created_at, last_used_at)
  values (p_token_hash, visitor.id, p_browser, p_now, p_now);
  return query
    with theirs as (
      update bookings b set user_id = visitor.id
      where lower(b.guest_email) = lower(visitor.email) and b.user_id is null
      returning b.id
    )
    select visitor.id, visitor.email, (select count(*) from theirs);
end $$;

-- As before, save that a free try leaves no moment to wait for: two processes whose clocks differ a little held each
-- other up by the difference.
create or replace function take_attempt(
  p_key bytea, p_free integer, p_pause interval, p_longest interval, p_memory interval, p_now timestamptz
) returns timestamptz
language sql as $$
  with taken as (
    insert into attempts as a (key, tries, next_at, forget_at)
    values (p_key, 1, case when p_free > 1 then '-infinity' else p_now + p_pause end, p_now + p_memory)
    on conflict (key) do update set
      tries = case when a.forget_at <= p_now then 1 else a.tries + 1 end,
      next_at = case
        when case when a.forget_at <= p_now then 1 else a.tries + 1 end < p_free then '-infinity'
        when a.forget_at <= p_now then p_now + p_pause
        else p_now + least(p_longest, p_pause * 2 ^ least(a.tries + 1 - p_free, 30))
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
