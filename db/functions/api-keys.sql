-- The API key with this hash that is neither revoked nor expired. Updates last_used_at at most every five minutes.
create function find_api_key(p_key_hash bytea, p_now timestamptz)
returns table (actor text, actor_id uuid, vineyard_id uuid, permissions text[])
language sql volatile
as $$
  with found as (
    select k.id, k.vineyard_id, k.permissions, k.last_used_at from api_keys k
    where k.key_hash = p_key_hash and k.revoked_at is null and coalesce(k.expires_at > p_now, true)
  ), used as (
    update api_keys k set last_used_at = p_now from found f
    where k.id = f.id and coalesce(f.last_used_at < p_now - interval '5 minutes', true)
  )
  select 'key', f.id, f.vineyard_id, f.permissions from found f
$$;

-- Adds a key for a vineyard in p_scope (null: all), at most p_limit that still work. problem: null, 'absent' or 'many'.
create function add_api_key(
  p_scope uuid, p_key jsonb, p_key_hash bytea, p_limit integer, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, key_id uuid)
language plpgsql volatile
as $$
declare
  wanted api_keys := jsonb_populate_record(null::api_keys, p_key);
  added api_keys;
begin
  -- Locks the vineyard, so that concurrent additions are counted one after the other.
  perform from vineyards v where v.id = wanted.vineyard_id and (p_scope is null or v.id = p_scope) for no key update;
  if not found then
    return query select 'absent', null::uuid;
    return;
  end if;
  if (
    select count(*) from api_keys k
    where k.vineyard_id = wanted.vineyard_id and k.revoked_at is null and coalesce(k.expires_at > p_now, true)
  ) >= p_limit then
    return query select 'many', null::uuid;
    return;
  end if;
  insert into api_keys (vineyard_id, name, permissions, key_hash, ending, created_at, expires_at)
  values (wanted.vineyard_id, wanted.name, wanted.permissions, p_key_hash, wanted.ending, p_now, wanted.expires_at)
  returning * into added;
  perform note_audit(
    p_actor, p_actor_id, 'api_key', added.id, added.vineyard_id, null, to_jsonb(added) - 'key_hash', p_now
  );
  return query select null::text, added.id;
end $$;

-- Revokes a key at once; revoking twice is revoking once. False if there is no such key in p_scope.
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
    perform note_audit(
      p_actor, p_actor_id, 'api_key', p_id, before.vineyard_id, jsonb_build_object('revoked_at', null),
      jsonb_build_object('revoked_at', p_now), p_now
    );
  end if;
  return true;
end $$;

-- Each change with a key locks the key until it is committed, and raises CV002 if the key was revoked since the request
-- began.
create or replace function hold_key() returns trigger
language plpgsql as $$
begin
  perform from api_keys k where k.id = new.actor_id and k.revoked_at is null for share;
  if not found then
    raise exception 'key % is revoked', new.actor_id using errcode = 'CV002';
  end if;
  return null;
end $$;
