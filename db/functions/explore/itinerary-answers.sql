-- Stores a friend's answer or vote. Null keeps the friend's earlier answer or vote. p_other is the other itinerary that the page
-- of the vote showed, and p_visit_date the day that the page of the answer showed. The lock makes answers wait for each other and
-- for the maker, who may be ending the link. Returns null, or 'absent' (the link has ended), 'full' (there are 30 answers) or
-- 'stale' (the vote is over, or is about another itinerary).
create function answer_itinerary(
  p_itinerary uuid, p_share uuid, p_key_hash bytea, p_name text, p_is_coming boolean, p_needs text, p_vote text, p_other uuid,
  p_now timestamptz, p_visit_date date
) returns itinerary_answer_problem
language plpgsql volatile
as $$
declare
  plan itineraries;
begin
  select i.* into plan from itineraries i
  where i.id = p_itinerary and i.share_id = p_share and not i.is_curated
    and coalesce(i.share_until >= london_today(p_now), true)
  for no key update;
  if plan.id is null then
    return 'absent';
  end if;
  if p_vote is not null and plan.other_plan_id is distinct from p_other then
    return 'stale';
  end if;
  update itinerary_answers a set
    name = coalesce(p_name, a.name), is_coming = coalesce(p_is_coming, a.is_coming), needs = coalesce(p_needs, a.needs),
    vote = coalesce(p_vote, a.vote), answered_at = p_now,
    visit_date = case when p_is_coming is null then a.visit_date else coalesce(p_visit_date, plan.visit_date) end
  where a.key_hash = p_key_hash and a.itinerary_id = p_itinerary;
  if found then
    return null;
  end if;
  if (select count(*) from itinerary_answers a where a.itinerary_id = p_itinerary) >= 30 then
    return 'full';
  end if;
  insert into itinerary_answers (itinerary_id, key_hash, name, is_coming, needs, vote, created_at, answered_at, visit_date)
  values (
    p_itinerary, p_key_hash, p_name, p_is_coming, coalesce(p_needs, ''), p_vote, p_now, p_now,
    coalesce(p_visit_date, plan.visit_date)
  )
  on conflict (key_hash) do nothing;
  -- The key belongs to an answer to another itinerary.
  if not found then
    return 'absent';
  end if;
  return null;
end $$;

-- Release 2.0.0 calls this function, because its pages do not send the day that they showed.
create function answer_itinerary(
  p_itinerary uuid, p_share uuid, p_key_hash bytea, p_name text, p_is_coming boolean, p_needs text, p_vote text, p_other uuid,
  p_now timestamptz
) returns itinerary_answer_problem
language sql volatile
as $$
  select answer_itinerary(p_itinerary, p_share, p_key_hash, p_name, p_is_coming, p_needs, p_vote, p_other, p_now, null)
$$;

-- Deletes all votes about an itinerary, and the rows that contain nothing but a vote.
create function forget_votes(p_itinerary uuid) returns void
language sql volatile
as $$
  delete from itinerary_answers where itinerary_id = p_itinerary and is_coming is null;
  update itinerary_answers set vote = null where itinerary_id = p_itinerary and vote is not null;
$$;

-- Lets friends vote between an itinerary and another itinerary of its maker, or ends the vote if p_other is null. Returns null,
-- or 'stale' (the itinerary has changed) or 'absent' (the key does not open the other itinerary).
create function set_other_plan(
  p_itinerary uuid, p_key_hash bytea, p_version integer, p_other uuid, p_other_key_hash bytea
) returns itinerary_answer_problem
language plpgsql volatile
as $$
begin
  if p_other is not null and not exists (
    select from itineraries o
    where o.id = p_other and o.id <> p_itinerary and not o.is_curated and may_change_itinerary(o, p_other_key_hash)
  ) then
    return 'absent';
  end if;
  update itineraries i set other_plan_id = p_other, version = i.version + 1
  where i.id = p_itinerary and i.version = p_version and may_change_itinerary(i, p_key_hash);
  if not found then
    return 'stale';
  end if;
  perform forget_votes(p_itinerary);
  return null;
end $$;

-- Ends the vote in favour of the other itinerary. The two itineraries swap their contents, so that the friends' link now shows
-- the chosen one, and the maker keeps both. Links, keys, the party and answers are not swapped. Returns null, or 'stale'.
create function go_on_with_other_plan(p_itinerary uuid, p_key_hash bytea, p_version integer)
returns itinerary_answer_problem
language plpgsql volatile
as $$
declare
  other uuid;
begin
  select i.other_plan_id into other from itineraries i where i.id = p_itinerary;
  perform from itineraries i where i.id in (p_itinerary, other) order by i.id for update;
  if not exists (
    select from itineraries i
    where i.id = p_itinerary and i.version = p_version and i.other_plan_id = other and may_change_itinerary(i, p_key_hash)
  ) then
    return 'stale';
  end if;
  update itineraries i set
    title = o.title, summary = o.summary, visit_date = o.visit_date, begins_at = o.begins_at, travel = o.travel,
    stay = o.stay, stay_latitude = o.stay_latitude, stay_longitude = o.stay_longitude, version = i.version + 1,
    other_plan_id = null
  from itineraries o
  where (i.id, o.id) in ((p_itinerary, other), (other, p_itinerary));
  set constraints itinerary_stops_itinerary_id_place_key deferred;
  update itinerary_stops s set itinerary_id = case s.itinerary_id when other then p_itinerary else other end
  where s.itinerary_id in (p_itinerary, other);
  perform forget_votes(p_itinerary);
  perform forget_votes(other);
  return null;
end $$;

-- Deletes answers p_days after the day of the itinerary, or after the answer if the itinerary has no day. Returns how
-- many answers were deleted.
create function delete_old_itinerary_answers(p_days integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with deleted as (
    delete from itinerary_answers a using itineraries i
    where i.id = a.itinerary_id
      and coalesce(i.visit_date, london_today(a.answered_at)) + p_days <= london_today(p_now)
    returning 1
  )
  select count(*)::int from deleted
$$;
