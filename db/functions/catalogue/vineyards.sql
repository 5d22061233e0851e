-- Copies an experience with its weekly starts and its own facts. The copy is inactive. problem: null or 'absent'.
create function copy_experience(
  p_vineyard_id uuid, p_experience_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem lookup_problem, id uuid)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  created experiences;
  pattern availability_patterns;
begin
  -- Waits for closures, because they apply to the copy too.
  perform lock_availability(p_vineyard_id, p_experience_id, null);
  select e.* into created from experiences e
  where e.id = p_experience_id and (p_vineyard_id is null or e.vineyard_id = p_vineyard_id)
  for share;
  if not found then
    return query select 'absent'::lookup_problem, null::uuid;
    return;
  end if;
  created.id := gen_random_uuid();
  created.title := btrim(left('Copy of ' || created.title, 200));
  created.is_active := false;
  created.external_reference := null;
  created.created_at := p_now;
  insert into experiences select created.*;
  perform note_audit(p_actor, p_actor_id, 'experience', created.id, created.vineyard_id, null, to_jsonb(created), p_now);

  for pattern in
    select p.* from availability_patterns p where p.experience_id = p_experience_id and p.is_active order by p.start_time
  loop
    pattern.id := gen_random_uuid();
    pattern.experience_id := created.id;
    pattern.created_at := p_now;
    insert into availability_patterns (
      id, experience_id, days_of_week, start_time, capacity, valid_from, valid_until, yearly_season, created_at
    )
    values (
      pattern.id, pattern.experience_id, pattern.days_of_week, pattern.start_time, pattern.capacity, pattern.valid_from,
      pattern.valid_until, pattern.yearly_season, pattern.created_at
    );
    perform note_audit(
      p_actor, p_actor_id, 'availability_pattern', pattern.id, created.vineyard_id, null, to_jsonb(pattern), p_now
    );
  end loop;
  insert into vineyard_facts (vineyard_id, experience_id, fact, choice, detail, stated_on)
  select f.vineyard_id, created.id, f.fact, f.choice, f.detail, f.stated_on
  from vineyard_facts f where f.experience_id = p_experience_id;
  perform note_audit(
    p_actor, p_actor_id, 'vineyard_facts', created.id, created.vineyard_id,
    null, nullif(facts_as_fields(created.vineyard_id, created.id), '{}'), p_now
  );
  perform write_slots(array[created.id], '-infinity', 'infinity', p_now);
  return query select null::lookup_problem, created.id;
end $$;

-- Numbers the posters of new vineyards in the order of their names. Posters with neighbouring numbers differ, so neighbours in an
-- alphabetical list do not look alike.
create or replace function add_vineyard_posters() returns trigger
language plpgsql as $$
begin
  insert into vineyard_posters (vineyard_id) select id from made order by name_sort_key(name), id;
  return null;
end $$;

create or replace function redraw_vineyard_poster() returns trigger
language plpgsql as $$
begin
  update vineyard_posters set revision = revision + 1, drawing_version = 0 where vineyard_id = new.id;
  return null;
end $$;

-- Deletes pictures that have been unused since p_before or longer. Returns their addresses.
create function delete_unused_pictures(p_before timestamptz) returns setof text
language sql volatile
as $$
  with unused as (
    delete from pictures p
    where p.created_at < p_before and p.updated_at < p_before
      and case p.shown_as
        when 'more' then p.removed_at < p_before
        when 'host' then p.removed_at < p_before or p.host_id is null
        when 'post' then p.removed_at < p_before or not exists (
          select from blog_posts b where strpos(to_jsonb(b)::text, p.address) > 0
        )
        else not exists (select from vineyards v where p.address in (v.cover_image_url, v.logo_url))
      end
    returning p.address
  ),
  of_reviews as (
    delete from review_pictures p where p.removed_at < p_before returning p.address
  )
  select address from unused union all select address from of_reviews
$$;

create or replace function remember_host_capacity() returns trigger
language plpgsql as $$
begin
  new.once_held := greatest(new.once_held, new.capacity);
  return new;
end $$;

-- Raises once_held of a host to the maximum when an experience gets this host, because the experience's bookings and
-- holds may exceed the host's capacity. Cancelled bookings do not count, because reviving a booking checks the capacity
-- again.
create or replace function remember_host_change() returns trigger
language plpgsql as $$
begin
  update hosts set once_held = 10000
  where id = new.host_id
    and (
      exists (select from bookings b where b.experience_id = new.id and b.status <> 'cancelled')
      or exists (select from holds h where h.experience_id = new.id and h.ended_at is null)
    );
  return null;
end $$;
