-- As update_pattern, for somebody who saw a version of it: 'stale' when it is another one now. p_seen null: any.
-- 'refused': a season that would end before it begins.
create function change_pattern(
  p_vineyard_id uuid, p_pattern_id uuid, p_changes jsonb, p_seen text, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, bookings integer, guests integer, over integer, version text)
language plpgsql volatile
as $$
begin
  if not lock_availability(p_vineyard_id, null, p_pattern_id) then
    return query select 'absent', null::int, null::int, null::int, null::text;
    return;
  end if;
  if (select version_of(to_jsonb(p)) from availability_patterns p where p.id = p_pattern_id) <> p_seen then
    return query select 'stale', null::int, null::int, null::int, null::text;
    return;
  end if;
  return query
  select u.problem, u.bookings, u.guests, u.over, (
    select version_of(to_jsonb(p)) from availability_patterns p where p.id = p_pattern_id
  )
  from update_pattern(p_vineyard_id, p_pattern_id, p_changes, p_actor, p_actor_id, p_now) u;
exception when check_violation then
  return query select 'season', null::int, null::int, null::int, null::text;
end $$;
