-- Bookings still to come that an exception speaks about: those a closure closes over.
create function bookings_under(e availability_exceptions, p_now timestamptz) returns setof bookings
language sql stable
as $$
  select b.* from bookings b
  where b.vineyard_id = e.vineyard_id
    and (e.experience_id is null or b.experience_id = e.experience_id)
    and (e.pattern_id is null or b.pattern_id = e.pattern_id)
    and b.status in ('pending', 'confirmed')
    -- A visit that begins on the evening before may reach into the first day's hours.
    and b.booking_date between e.starts_on - 1 and e.ends_on
    and case
      when b.starts_at is not null then b.starts_at > p_now and exception_meets(e, b.starts_at, b.ends_at)
      else e.from_time is null and b.booking_date between greatest(e.starts_on, london_today(p_now)) and e.ends_on
    end
$$;

-- Closes days or hours (capacity null) or gives them another capacity, for a vineyard, an experience or a pattern.
-- p_exception: vineyard_id, experience_id, pattern_id, starts_on, ends_on, from_time, until_time, capacity, reason, source.
-- A closure over bookings is refused until p_bookings says what becomes of them: 'keep' or 'cancel' (each with its
-- event and mail, places back). Those are counted in any case.
-- problem null: made. 'absent': no such vineyard, experience or pattern. 'booked': bookings and guests stand there.
create function add_exception(p_exception jsonb, p_bookings text, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem text, exception_id uuid, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
  b bookings;
  parties integer := 0;
  people integer := 0;
begin
  e := jsonb_populate_record(null::availability_exceptions, p_exception);
  e.id := gen_random_uuid();
  e.source := coalesce(e.source, 'staff');
  e.created_at := p_now;
  if e.vineyard_id is null or not lock_availability(e.vineyard_id, e.experience_id, e.pattern_id)
    or e.pattern_id is not null and not exists (
      select from availability_patterns p where p.id = e.pattern_id and p.experience_id = e.experience_id
    ) then
    return query select 'absent', null::uuid, null::int, null::int;
    return;
  end if;

  if e.capacity is null then
    select count(*), coalesce(sum(u.number_of_guests), 0) into parties, people from bookings_under(e, p_now) u;
    if parties > 0 and p_bookings is null then
      return query select 'booked', null::uuid, parties, people;
      return;
    end if;
  end if;

  insert into availability_exceptions select e.*;
  if e.capacity is null and p_bookings = 'cancel' then
    parties := 0;
    people := 0;
    for b in select x.* from bookings x where x.id in (select u.id from bookings_under(e, p_now) u) order by x.id for update loop
      continue when b.status not in ('pending', 'confirmed');
      perform cancel_places(b, p_actor, p_actor_id, p_now);
      parties := parties + 1;
      people := people + b.number_of_guests;
    end loop;
  end if;
  perform rewrite_capacities(e.vineyard_id, e.experience_id, e.pattern_id, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, null, to_jsonb(e), p_now
  );
  return query select null::text, e.id, parties, people;
end $$;

-- Takes an exception away again; what was cancelled for it stays cancelled. problem: 'absent'.
create function remove_exception(p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem text)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e availability_exceptions;
begin
  select x.* into e from availability_exceptions x
  where x.id = p_exception_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  if not found then
    return query select 'absent';
    return;
  end if;
  perform lock_availability(e.vineyard_id, e.experience_id, e.pattern_id);
  delete from availability_exceptions x where x.id = p_exception_id;
  if not found then
    return query select 'absent';
    return;
  end if;
  perform rewrite_capacities(e.vineyard_id, e.experience_id, e.pattern_id, p_now);
  perform note_audit(p_actor, p_actor_id, 'availability_exception', e.id, e.vineyard_id, to_jsonb(e), null, p_now);
  return query select null::text;
end $$;

-- Offers an experience or takes it off the site. What is booked stays. bookings and guests: how many are still to come.
create function set_experience_active(
  p_vineyard_id uuid, p_experience_id uuid, p_active boolean, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before experiences;
begin
  if p_experience_id is null or not lock_availability(p_vineyard_id, p_experience_id, null) then
    return query select 'absent', null::int, null::int;
    return;
  end if;
  select e.* into before from experiences e where e.id = p_experience_id for no key update;
  if before.is_active <> p_active then
    update experiences e set is_active = p_active where e.id = p_experience_id;
    perform note_audit(
      p_actor, p_actor_id, 'experience', p_experience_id, before.vineyard_id,
      jsonb_build_object('is_active', before.is_active), jsonb_build_object('is_active', p_active), p_now
    );
  end if;
  return query
  select null::text, count(*)::int, coalesce(sum(b.number_of_guests), 0)::int from bookings b
  where b.experience_id = p_experience_id and b.status in ('pending', 'confirmed') and b.starts_at > p_now;
end $$;

-- Shows a vineyard or hides it with all it offers. Its bookings stay.
create function set_vineyard_visible(
  p_vineyard_id uuid, p_visible boolean, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem text, bookings integer, guests integer)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  was boolean;
begin
  if p_vineyard_id is null or not lock_availability(p_vineyard_id, null, null) then
    return query select 'absent', null::int, null::int;
    return;
  end if;
  select v.is_visible into was from vineyards v where v.id = p_vineyard_id;
  if was <> p_visible then
    update vineyards v set is_visible = p_visible where v.id = p_vineyard_id;
    perform note_audit(
      p_actor, p_actor_id, 'vineyard', p_vineyard_id, p_vineyard_id,
      jsonb_build_object('is_visible', was), jsonb_build_object('is_visible', p_visible), p_now
    );
  end if;
  return query
  select null::text, count(*)::int, coalesce(sum(b.number_of_guests), 0)::int from bookings b
  where b.vineyard_id = p_vineyard_id and b.status in ('pending', 'confirmed') and b.starts_at > p_now;
end $$;
