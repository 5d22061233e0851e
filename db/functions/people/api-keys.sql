-- Returns the vineyards that a key reaches now: the sandbox for test keys, its own vineyard, or the verified vineyards that
-- opted in to its reseller.
create function vineyards_of_key(p_vineyard_id uuid, p_reseller_id uuid, p_is_test boolean) returns uuid[]
language sql stable
as $$
  select case
    when p_is_test then array(select v.id from vineyards v where v.is_sandbox)
    when p_vineyard_id is not null then array[p_vineyard_id]
    else array(
      select o.vineyard_id from reseller_vineyards o join vineyards v on v.id = o.vineyard_id
      where o.reseller_id = p_reseller_id and v.is_verified and not v.is_sandbox
    )
  end
$$;

-- Returns the caller with the key of this hash, unless the key is revoked or expired or its reseller is switched off. Updates
-- last_used_at at most every five minutes.
create function find_key_caller(p_key_hash bytea, p_now timestamptz)
returns table (
  actor text, actor_id uuid, name text, owner text, owner_id uuid, is_test boolean, permissions text[], vineyard_ids uuid[]
)
language sql volatile
as $$
  with found as (
    select k.* from api_keys k left join resellers r on r.id = k.reseller_id
    where k.key_hash = p_key_hash and k.revoked_at is null and coalesce(k.expires_at > p_now, true)
      and coalesce(r.is_active, true)
  ), used as (
    update api_keys k set last_used_at = p_now from found f
    where k.id = f.id and coalesce(f.last_used_at < p_now - interval '5 minutes', true)
  )
  select 'key', f.id, f.name, case when f.reseller_id is null then 'vineyard' else 'reseller' end,
    coalesce(f.reseller_id, f.vineyard_id), f.is_test, f.permissions,
    vineyards_of_key(f.vineyard_id, f.reseller_id, f.is_test)
  from found f
$$;

-- Returns all keys of the owner of a key, including revoked keys: the test keys for a test key, otherwise the live keys. Bookings
-- with any of these keys are the owner's own.
create function keys_of_same_owner(p_key uuid) returns uuid[]
language sql stable
as $$
  select array(
    select o.id from api_keys k join api_keys o
      on o.is_test = k.is_test and (o.vineyard_id = k.vineyard_id or o.reseller_id = k.reseller_id)
    where k.id = p_key
  )
$$;

-- Adds a key for a vineyard in p_scope (null: all) or, if p_scope is null, for a reseller. An owner may have p_limit working
-- keys. problem: null, 'absent' or 'many'.
create function add_api_key(
  p_scope uuid, p_key jsonb, p_key_hash bytea, p_limit integer, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem addition_problem, key_id uuid)
language plpgsql volatile
as $$
declare
  wanted api_keys := jsonb_populate_record(null::api_keys, p_key);
  added api_keys;
begin
  -- Locks the owner, so that concurrent additions are counted one after the other.
  if wanted.reseller_id is null then
    perform from vineyards v
    where v.id = wanted.vineyard_id and not v.is_sandbox and (p_scope is null or v.id = p_scope) for no key update;
  else
    perform from resellers r where r.id = wanted.reseller_id and p_scope is null for no key update;
  end if;
  if not found then
    return query select 'absent'::addition_problem, null::uuid;
    return;
  end if;
  if (
    select count(*) from api_keys k
    where (k.vineyard_id = wanted.vineyard_id or k.reseller_id = wanted.reseller_id)
      and k.revoked_at is null and coalesce(k.expires_at > p_now, true)
  ) >= p_limit then
    return query select 'many'::addition_problem, null::uuid;
    return;
  end if;
  if wanted.is_test then
    perform require_sandbox(p_now);
  end if;
  insert into api_keys (vineyard_id, reseller_id, name, permissions, is_test, key_hash, ending, created_at, expires_at)
  values (
    wanted.vineyard_id, wanted.reseller_id, wanted.name, wanted.permissions, coalesce(wanted.is_test, false), p_key_hash,
    wanted.ending, p_now, wanted.expires_at
  )
  returning * into added;
  perform note_audit(
    p_actor, p_actor_id, 'api_key', added.id, added.vineyard_id, null, to_jsonb(added) - 'key_hash', p_now
  );
  return query select null::addition_problem, added.id;
end $$;

-- Revokes a key at once and releases its holds. Revoking again changes nothing. Returns false if p_scope has no such key.
create function revoke_api_key(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
declare
  before api_keys;
begin
  select k.* into before from api_keys k where k.id = p_id and (p_scope is null or k.vineyard_id = p_scope) for update;
  if not found then
    return false;
  end if;
  if before.revoked_at is null then
    update api_keys k set revoked_at = p_now where k.id = p_id;
    perform release_holds_of_keys(array[p_id], null, p_now);
    perform note_audit(
      p_actor, p_actor_id, 'api_key', p_id, before.vineyard_id,
      jsonb_build_object('revoked_at', null), jsonb_build_object('revoked_at', p_now), p_now
    );
  end if;
  return true;
end $$;

-- Allows or forbids a reseller to sell a vineyard in p_scope (null: all). Forbidding releases the reseller's holds there.
-- Repeating the call changes nothing. Returns false if there is no such vineyard or reseller.
create function set_reseller_opt_in(
  p_scope uuid, p_vineyard_id uuid, p_reseller_id uuid, p_opts_in boolean, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns boolean
language plpgsql volatile
as $$
declare
  reseller resellers;
  fact jsonb;
begin
  perform from vineyards v
  where v.id = p_vineyard_id and not v.is_sandbox and (p_scope is null or v.id = p_scope) for key share;
  if not found then
    return false;
  end if;
  select r.* into reseller from resellers r where r.id = p_reseller_id and (r.is_active or not p_opts_in) for share;
  if not found then
    return false;
  end if;
  if p_opts_in then
    insert into reseller_vineyards (reseller_id, vineyard_id, opted_in_at) values (p_reseller_id, p_vineyard_id, p_now)
    on conflict do nothing;
  else
    delete from reseller_vineyards o where o.reseller_id = p_reseller_id and o.vineyard_id = p_vineyard_id;
  end if;
  if found then
    if not p_opts_in then
      perform release_holds_of_keys(array(select k.id from api_keys k where k.reseller_id = p_reseller_id), p_vineyard_id, p_now);
    end if;
    fact := jsonb_build_object('name', reseller.name);
    perform note_audit(
      p_actor, p_actor_id, 'reseller_opt_in', p_reseller_id, p_vineyard_id,
      case when not p_opts_in then fact end, case when p_opts_in then fact end, p_now
    );
  end if;
  return true;
end $$;

-- Locks a key, and for a reseller's key also the opt-in of the vineyard, until the change is committed. Raises CV002 if the
-- key stopped working or lost the vineyard since the request began.
create function require_key_reaches(p_key uuid, p_vineyard_id uuid) returns void
language plpgsql volatile
as $$
declare
  used api_keys;
begin
  select k.* into used from api_keys k where k.id = p_key and k.revoked_at is null for share;
  if found and used.reseller_id is not null then
    perform from reseller_vineyards o
    where o.reseller_id = used.reseller_id and o.vineyard_id = p_vineyard_id for share;
    perform from resellers r where r.id = used.reseller_id and r.is_active for share;
  end if;
  if not found or (p_vineyard_id = any (vineyards_of_key(used.vineyard_id, used.reseller_id, used.is_test))) is not true then
    raise exception 'key % does not reach vineyard %', p_key, p_vineyard_id using errcode = 'CV002';
  end if;
end $$;

-- Refuses a change if its API key stopped working or lost the vineyard, and locks the key until the commit, hence "hold". Runs
-- for each new audit entry, booking event and hold of places; any other change has to call require_works_at itself. The
-- reseller that sold a booking can cancel it even after the vineyard opted out.
create or replace function hold_key() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'booking_events' then
    if new.changes -> 'status' ->> 1 = 'cancelled' and exists (
      select from bookings b where b.id = new.booking_id and is_open_to_key(b, new.actor_id)
    ) then
      perform require_key_works(new.actor_id);
    else
      perform require_key_reaches(new.actor_id, (select b.vineyard_id from bookings b where b.id = new.booking_id));
    end if;
  -- Holds have no column noun, so the row is read as JSON. A reseller may remove its webhook even after the vineyard opted out.
  elsif to_jsonb(new) @> '{"noun": "webhook", "after": null}' then
    perform require_key_works(new.actor_id);
  else
    perform require_key_reaches(new.actor_id, new.vineyard_id);
  end if;
  return null;
end $$;
