-- Returns the facts that a vineyard states about an experience: an array of objects with fact, choice, detail and stated_on.
-- Answers about the experience override the answers about all experiences. Without an experience, returns the answers about
-- all experiences.
create function facts_of(p_vineyard_id uuid, p_experience_id uuid) returns jsonb
language sql stable
return (
  select coalesce(jsonb_agg(to_jsonb(f) order by f.fact), '[]')
  from (
    select distinct on (s.fact) s.fact, s.choice, s.detail, s.stated_on
    from vineyard_facts s
    where s.vineyard_id = p_vineyard_id and (s.experience_id is null or s.experience_id = p_experience_id)
    order by s.fact, s.experience_id nulls last
  ) as f
);

-- Returns a JSON object with the day on which each of the six visit facts of an experience was stated. A fact in p_sent counts as
-- stated on p_today. Other facts keep their day from p_before, if they have one. An empty fact has no day.
create function fact_days(p_before jsonb, p_sent jsonb, p_today date) returns jsonb
language sql stable
return (
  select coalesce(jsonb_object_agg(f.fact, f.day) filter (where f.day is not null and f.answer is not null), '{}')
  from (
    select fact, (p_before || p_sent) ->> fact as answer,
      case when p_sent ? fact then to_jsonb(p_today) else p_before -> 'facts_stated_on' -> fact end as day
    from unnest(array['parking', 'station', 'step_free', 'dogs', 'children', 'food']) as fact
  ) as f
);

-- Returns one version for all stated facts of a vineyard and all visit facts of its experiences.
create function facts_version(p_vineyard_id uuid) returns text
language sql stable
return version_of(jsonb_build_object('facts', (
  select jsonb_agg(to_jsonb(f) - 'id' order by f.experience_id nulls first, f.fact)
  from vineyard_facts f where f.vineyard_id = p_vineyard_id
), 'visits', (
  select jsonb_agg(jsonb_build_array(e.id, e.parking, e.station, e.step_free, e.dogs, e.children, e.food) order by e.id)
  from experiences e where e.vineyard_id = p_vineyard_id
)));

-- Returns a JSON object for the audit log with the answer of a vineyard or of one experience to each fact, such as
-- 'ramp (Ring the bell)'.
create function facts_as_fields(p_vineyard_id uuid, p_experience_id uuid) returns jsonb
language sql stable
return (
  select coalesce(jsonb_object_agg(f.fact, f.choice || coalesce(' (' || f.detail || ')', '')), '{}')
  from vineyard_facts f
  where f.vineyard_id = p_vineyard_id and f.experience_id is not distinct from p_experience_id
);

-- Changes answers of the vineyard p_id, within the scope p_vineyard_id (null: any), for one experience, or for all if
-- p_experience_id is null. p_facts has {choice, detail} by fact, or null to withdraw an answer. problem: null, 'absent', 'stale'
-- (the version is no longer p_version) or 'refused'.
create function change_facts(
  p_vineyard_id uuid, p_id uuid, p_experience_id uuid, p_facts jsonb, p_version text,
  p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem row_problem, version text, refused_by text)
language plpgsql volatile
as $$
declare
  before jsonb;
begin
  -- Because of the lock, concurrent edits compare their versions one after the other.
  perform from vineyards v where v.id = p_id and (p_vineyard_id is null or v.id = p_vineyard_id) for no key update;
  if not found then
    return query select 'absent'::row_problem, null::text, null::text;
    return;
  end if;
  if facts_version(p_id) <> p_version then
    return query select 'stale'::row_problem, facts_version(p_id), null::text;
    return;
  end if;
  if p_experience_id is not null
    and not exists (select from experiences e where e.id = p_experience_id and e.vineyard_id = p_id)
  then
    return query select 'refused'::row_problem, null::text, 'fact_of_own_experience';
    return;
  end if;
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  before := facts_as_fields(p_id, p_experience_id);
  delete from vineyard_facts f
  where f.vineyard_id = p_id and f.experience_id is not distinct from p_experience_id
    and p_facts -> f.fact = 'null';
  insert into vineyard_facts as f (vineyard_id, experience_id, fact, choice, detail, stated_on)
  select p_id, p_experience_id, key, value ->> 'choice', value ->> 'detail', london_today(p_now)
  from jsonb_each(p_facts)
  where value <> 'null'
  on conflict on constraint fact_is_stated_once do update
  set choice = excluded.choice, detail = excluded.detail, stated_on = excluded.stated_on;
  perform note_audit(
    p_actor, p_actor_id, 'vineyard_facts', coalesce(p_experience_id, p_id), p_id,
    before, facts_as_fields(p_id, p_experience_id), p_now
  );
  return query select null::row_problem, facts_version(p_id), null::text;
end $$;
