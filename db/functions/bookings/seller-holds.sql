-- Returns how many places a seller may hold at once, with all its keys and at all vineyards.
create function most_held_places() returns integer
language sql immutable
return 50;

-- Returns how many places a seller may hold in one session: a quarter of its capacity or the largest party, whichever is more.
create function most_held_in_session(e experiences, p_capacity integer) returns integer
language sql immutable
return greatest(p_capacity / 4, largest_party(e));

-- Checks whether a seller may hold places with a key. If a hold with the same id exists, the new places replace its places.
-- The seller's other requests to hold places wait until this transaction commits, so that all holds together stay within
-- the limits. Test keys have no limits. problem: null, 'many_held' (by the seller) or 'many_in_session'. remaining is
-- the number of places that may still be held.
create function check_held_places(wanted holds, p_key_id uuid, p_now timestamptz)
returns table (problem octo_problem, remaining integer)
language plpgsql volatile
as $$
declare
  seller api_keys;
  e experiences;
  before holds;
  wanted_slot slots;
  held record;
begin
  select k.* into seller from api_keys k where k.id = p_key_id;
  if seller.is_test then
    return query select null::octo_problem, null::int;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('holds of ' || coalesce(seller.reseller_id, seller.vineyard_id), 0));
  select h.* into before from holds h where h.id = wanted.id;
  select s.* into wanted_slot from slots s
  where s.id = stored_slot(wanted.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time)
    and is_open(s);
  select
    coalesce(sum(h.number_of_guests), 0)::int as places,
    coalesce(sum(h.number_of_guests) filter (where h.slot_id = wanted_slot.id), 0)::int as in_session
  into held
  from holds h
  where is_live(h, p_now) and h.id is distinct from wanted.id and h.actor = 'key'
    and h.actor_id = any (keys_of_same_owner(p_key_id));
  -- The limit does not affect places that are already held.
  if wanted.number_of_guests > coalesce(before.number_of_guests, 0)
    and held.places + wanted.number_of_guests > most_held_places() then
    return query select 'many_held'::octo_problem, greatest(most_held_places() - held.places, 0);
    return;
  end if;
  if before.slot_id = wanted_slot.id and wanted.number_of_guests <= before.number_of_guests then
    return query select null::octo_problem, null::int;
    return;
  end if;
  select x.* into e from experiences x where x.id = wanted.experience_id;
  if held.in_session + wanted.number_of_guests > most_held_in_session(e, wanted_slot.capacity) then
    return query select 'many_in_session'::octo_problem, greatest(most_held_in_session(e, wanted_slot.capacity) - held.in_session, 0);
    return;
  end if;
  return query select null::octo_problem, null::int;
end $$;

-- Releases the holds that were made with these keys, at one vineyard or, if p_vineyard_id is null, at all vineyards. The
-- caller has locked the keys or their access to the vineyard, so that no other hold is made meanwhile. Returns how many
-- places become free.
create function release_holds_of_keys(p_key_ids uuid[], p_vineyard_id uuid, p_now timestamptz) returns integer
language plpgsql volatile
as $$
declare
  theirs holds[] := array(
    select h from holds h
    where is_live(h, p_now) and h.actor = 'key' and h.actor_id = any (p_key_ids)
      and (p_vineyard_id is null or h.vineyard_id = p_vineyard_id)
  );
begin
  perform lock_slots(array(select h.slot_id from unnest(theirs) h));
  return end_holds(array(select h.id from unnest(theirs) h), 'released', p_now);
end $$;

-- Releases the holds of a reseller that was switched off. Returns how many places become free.
create function release_holds_of_reseller(p_reseller_id uuid, p_now timestamptz) returns integer
language sql volatile
as $$
  select release_holds_of_keys(
    array(select k.id from api_keys k where k.reseller_id = p_reseller_id and not k.is_test), null, p_now
  )
$$;
