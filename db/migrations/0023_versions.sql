-- What a row says, in sixteen letters: whoever changes it names the version that was seen, and is told when somebody else
-- changed it since. Writing the same again is no new version.
create function version_of(p_row jsonb) returns text
language sql immutable strict parallel safe
return left(md5((p_row - array['updated_at', 'taken_turns'])::text), 16);

-- The audit outlives what it speaks of.
alter table audit_events drop constraint audit_events_vineyard_id_fkey;

-- The plain edits by staff: one row of one table, reached only within p_vineyard_id where that is not null (p_reach names the
-- column that says whose it is), with its entry in the audit. What the table itself refuses is told by the constraint's
-- name. Bookings, patterns and exceptions have acts of their own.

create function add_row(
  p_table text, p_noun text, p_reach text, p_row jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, id uuid, refused_by text)
language plpgsql volatile
as $$
declare
  columns text := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(p_row) as key);
  made jsonb;
  refusing text;
begin
  begin
    execute format(
      'insert into %1$I as t (%2$s) select %2$s from jsonb_populate_record(null::%1$I, $1) returning to_jsonb(t)', p_table, columns
    ) into made using p_row;
  exception when unique_violation or check_violation or foreign_key_violation then
    get stacked diagnostics refusing = constraint_name;
    return query select 'refused', null::uuid, refusing;
    return;
  end;
  perform note_audit(
    p_actor, p_actor_id, p_noun, (made ->> 'id')::uuid, (made ->> p_reach)::uuid, null, made, p_now
  );
  return query select null::text, (made ->> 'id')::uuid, null::text;
end $$;

-- problem: 'absent'; 'stale', when its version is no longer p_seen; 'refused' by a constraint.
create function change_row(
  p_table text, p_noun text, p_reach text, p_id uuid, p_changes jsonb, p_seen text, p_vineyard_id uuid,
  p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, version text, refused_by text)
language plpgsql volatile
as $$
declare
  columns text := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(p_changes) as key);
  before jsonb;
  after jsonb;
  refusing text;
begin
  execute format('select to_jsonb(t) from %I t where t.id = $1', p_table) into before using p_id;
  if before is null or p_vineyard_id is not null and (before ->> p_reach)::uuid is distinct from p_vineyard_id then
    return query select 'absent', null::text, null::text;
    return;
  end if;
  -- What decides over slots is changed behind the same locks as the slots themselves.
  if p_table = 'experiences' then
    perform lock_availability(null, p_id, null);
  elsif p_table = 'vineyards' and p_changes ? 'is_visible' then
    perform lock_availability(p_id, null, null);
  end if;
  execute format('select to_jsonb(t) from %I t where t.id = $1 for no key update', p_table) into before using p_id;
  if before is null then
    return query select 'absent', null::text, null::text;
    return;
  end if;
  if version_of(before) <> p_seen then
    return query select 'stale', version_of(before), null::text;
    return;
  end if;
  after := before;
  if columns is not null then
    begin
      execute format(
        'update %1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $2)) where t.id = $1 returning to_jsonb(t)',
        p_table, columns || ', id'
      ) into after using p_id, p_changes || jsonb_build_object('id', p_id);
    exception when unique_violation or check_violation or foreign_key_violation then
      get stacked diagnostics refusing = constraint_name;
      return query select 'refused', null::text, refusing;
      return;
    end;
  end if;
  if p_table = 'experiences' then
    perform rewrite_capacities(null, p_id, null, p_now);
  end if;
  perform note_audit(p_actor, p_actor_id, p_noun, p_id, (after ->> p_reach)::uuid, before, after, p_now);
  return query select null::text, version_of(after), null::text;
end $$;

-- problem besides: 'refused' where something else still leans on it.
create function remove_row(
  p_table text, p_noun text, p_reach text, p_id uuid, p_seen text, p_vineyard_id uuid,
  p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, refused_by text)
language plpgsql volatile
as $$
declare
  before jsonb;
  refusing text;
begin
  execute format('select to_jsonb(t) from %I t where t.id = $1', p_table) into before using p_id;
  if before is null or p_vineyard_id is not null and (before ->> p_reach)::uuid is distinct from p_vineyard_id then
    return query select 'absent', null::text;
    return;
  end if;
  if p_table = 'experiences' then
    perform lock_availability(null, p_id, null);
  end if;
  begin
    execute format('select to_jsonb(t) from %I t where t.id = $1 for update', p_table) into before using p_id;
    if before is null then
      return query select 'absent', null::text;
      return;
    end if;
    if version_of(before) <> p_seen then
      return query select 'stale', null::text;
      return;
    end if;
    if p_table = 'experiences' then
      -- What was never booked goes with all its plans; a booking keeps them all, and its experience.
      delete from availability_exceptions x where x.experience_id = p_id;
      delete from slot_inventory i using availability_patterns p where p.id = i.pattern_id and p.experience_id = p_id;
      delete from availability_patterns p where p.experience_id = p_id;
      delete from availability a where a.experience_id = p_id;
    end if;
    execute format('delete from %I t where t.id = $1', p_table) using p_id;
  exception when foreign_key_violation then
    get stacked diagnostics refusing = constraint_name;
    return query select 'refused', refusing;
    return;
  end;
  perform note_audit(
    p_actor, p_actor_id, p_noun, p_id, (before ->> p_reach)::uuid, before, null, p_now
  );
  return query select null::text, null::text;
end $$;
