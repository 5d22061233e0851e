create function london_today(instant timestamptz) returns date
language sql immutable strict parallel safe
return (instant at time zone 'Europe/London')::date;

create or replace function touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Returns a LIKE pattern for text that begins with a term. % and _ in the term are taken literally.
create function prefix_pattern(p_term text) returns text
language sql immutable strict parallel safe
return regexp_replace(lower(p_term collate pg_c_utf8), '([\\%_])', '\\\1', 'g') || '%';

-- Returns a LIKE pattern for text that contains a term. % and _ in the term are taken literally.
create function contains_pattern(p_term text) returns text
language sql immutable strict parallel safe
return '%' || prefix_pattern(p_term);

-- Returns the mailbox of an address: 'ada+wine@example.com' is 'ada@example.com'. The index open_bookings_by_mailbox needs
-- the same expression.
create function mailbox_of(p_email text) returns text
language sql immutable parallel safe
return lower(regexp_replace(p_email, '\+[^@]*@', '@'));

-- Returns a telephone number without its extension: '+44 (0)1632 960123 ext 4' is '01632960123'. The index
-- open_bookings_by_phone needs the same expression.
create function phone_key(p_phone text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(split_part(lower(p_phone), 'x', 1), '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0');

-- Returns whether a period of p_length that ends at p_end has ended. A period that begins more than a minute in the future
-- counts as ended, because the clock was wrong when it was written.
create function is_over(p_end timestamptz, p_length interval, p_now timestamptz) returns boolean
language sql stable
return p_end <= p_now or p_end > p_now + p_length + interval '1 minute';

-- Sets times that lie more than a minute in the future to now: the clock was wrong when they were written. Emails, webhooks
-- and calendar imports are due at once, a hold keeps its length, and backups count as requested now.
create function reset_future_times(p_now timestamptz) returns void
language sql volatile
as $$
  update emails e set deliver_after = least(e.deliver_after, p_now), claimed_at = least(e.claimed_at, p_now)
  where e.state in ('waiting', 'sending', 'failed') and greatest(e.deliver_after, e.claimed_at) > p_now + interval '1 minute';

  -- A claimed delivery may be under way, so it is due 30 seconds later.
  update webhook_deliveries d
  set next_attempt_at = p_now + case when d.claim is null then interval '0' else interval '30 seconds' end
  where d.state = 'waiting' and d.next_attempt_at > p_now + interval '1 minute'
    and coalesce(d.last_attempt_at, d.created_at) > p_now + interval '1 minute';

  update holds h set created_at = p_now, expires_at = p_now + (h.expires_at - h.created_at)
  where h.ended_at is null and h.created_at > p_now + interval '1 minute';

  update calendar_sources s set checked_at = p_now, next_check_at = p_now
  where s.checked_at > p_now + interval '1 minute' and s.next_check_at > p_now;

  update backups b set requested_at = least(b.requested_at, p_now), seen_at = least(b.seen_at, p_now)
  where greatest(b.requested_at, b.seen_at) > p_now + interval '1 minute';
$$;

-- Counts an attempt. Returns null if it is allowed, otherwise when the next attempt is allowed. The first p_free attempts
-- are never delayed, so that processes with slightly different clocks do not delay each other. Forgets counts that a wrong
-- clock dated in the future.
create function count_attempt(
  p_key bytea, p_free integer, p_pause interval, p_longest interval, p_memory interval, p_now timestamptz
) returns timestamptz
language sql as $$
  with counted as (
    insert into attempts as a (key, tries, next_at, forget_at)
    values (p_key, 1, case when p_free > 1 then '-infinity' else p_now + p_pause end, p_now + p_memory)
    on conflict (key) do update set
      tries = case when is_over(a.forget_at, p_memory, p_now) then 1 else a.tries + 1 end,
      next_at = case
        when case when is_over(a.forget_at, p_memory, p_now) then 1 else a.tries + 1 end < p_free then '-infinity'
        when is_over(a.forget_at, p_memory, p_now) then p_now + p_pause
        else p_now + least(p_longest, p_pause * 2 ^ least(a.tries + 1 - p_free, 30))
      end,
      forget_at = p_now + p_memory
    where a.next_at <= p_now or is_over(a.forget_at, p_memory, p_now)
    returning true
  )
  select case
    when exists (select from counted) then null
    else coalesce((select a.next_at from attempts a where a.key = p_key), p_now + p_pause)
  end
$$;

-- Counts the requests of addresses for all processes together, in the table of attempts: tries is the count, forget_at is
-- the end of the period. A call must not contain a key twice. Locks keys in order, so that two processes cannot deadlock.
create function count_requests(p_keys bytea[], p_hits integer[], p_seconds integer[], p_now timestamptz)
returns table (key bytea, counted integer, ends_at timestamptz)
language sql as $$
  insert into attempts as a (key, tries, next_at, forget_at)
  select each.key, each.hits, '-infinity', p_now + make_interval(secs => each.seconds)
  from unnest(p_keys, p_hits, p_seconds) as each (key, hits, seconds)
  order by each.key
  on conflict (key) do update set
    tries = case
      when is_over(a.forget_at, excluded.forget_at - p_now, p_now) then excluded.tries else least(a.tries::bigint + excluded.tries, 1000000000)
    end,
    forget_at = case
      when is_over(a.forget_at, excluded.forget_at - p_now, p_now) then excluded.forget_at else a.forget_at
    end
  returning a.key, a.tries, a.forget_at
$$;
