-- Makes a second experience like the first, with its weekly starts, switched off: it is looked at before it is offered.
-- problem: 'absent'.
create function copy_experience(
  p_vineyard_id uuid, p_experience_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  made experiences;
  pattern availability_patterns;
begin
  select e.* into made from experiences e
  where e.id = p_experience_id and (p_vineyard_id is null or e.vineyard_id = p_vineyard_id)
  for share;
  if not found then
    return query select 'absent', null::uuid;
    return;
  end if;
  made.id := gen_random_uuid();
  made.title := btrim(left('Copy of ' || made.title, 200));
  made.is_active := false;
  made.created_at := p_now;
  insert into experiences select made.*;
  perform note_audit(p_actor, p_actor_id, 'experience', made.id, made.vineyard_id, null, to_jsonb(made), p_now);

  for pattern in
    select p.* from availability_patterns p where p.experience_id = p_experience_id and p.is_active order by p.start_time
  loop
    pattern.id := gen_random_uuid();
    pattern.experience_id := made.id;
    pattern.created_at := p_now;
    insert into availability_patterns select pattern.*;
    perform note_audit(
      p_actor, p_actor_id, 'availability_pattern', pattern.id, made.vineyard_id, null, to_jsonb(pattern), p_now
    );
  end loop;
  return query select null::text, made.id;
end $$;
