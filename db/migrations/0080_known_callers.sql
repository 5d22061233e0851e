-- Where staff signed in from: their attempts count apart, so that nobody else's guesses lock them out.

-- An IP address or a browser's token, hashed together with the account's role and email address.
create table known_callers (
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

-- The hashes hold for one email address. Erasing a person replaces theirs, and so ends what is known here as well.
create function forget_known_callers() returns trigger
language plpgsql as $$
begin
  delete from known_callers where new.id in (winemaker_id, admin_id);
  return null;
end $$;
create trigger winemaker_callers_forgotten after update on winemakers
for each row when (lower(old.email) <> lower(new.email)) execute function forget_known_callers();
create trigger admin_callers_forgotten after update on admins
for each row when (lower(old.email) <> lower(new.email)) execute function forget_known_callers();

-- As before, and callers that have not signed in for 180 days.
create or replace function forget_keys(p_now timestamptz) returns integer
language sql volatile
as $$
  with winemaker as (
    delete from winemaker_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '30 days' returning 1
  ), admin as (
    delete from admin_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '14 days' returning 1
  ), visitor as (
    delete from user_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '90 days' returning 1
  ), link as (
    delete from one_time_links where used_at <= p_now or expires_at <= p_now returning 1
  ), claim as (
    delete from vineyard_claims c
    where c.state = 'unproven'
      and not exists (select from one_time_links l where l.claim_id = c.id and l.expires_at > p_now)
    returning 1
  ), caller as (
    delete from known_callers where last_used_at <= p_now - interval '180 days' returning 1
  ), tried as (
    delete from attempts where forget_at <= p_now returning 1
  )
  select sum(gone)::int
  from (
    select count(*) from winemaker union all select count(*) from admin union all select count(*) from visitor
    union all select count(*) from link union all select count(*) from claim union all select count(*) from caller
    union all select count(*) from tried
  ) as each (gone)
$$;
