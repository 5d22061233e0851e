-- Edits of what can be booked. Each locks what it touches before anything else, so that no booking slips past, and
-- brings the counters of the slots still to come to the new capacity in its own transaction.

-- Locks the slots of a vineyard, of one experience or of one pattern against bookings. Edits of one vineyard take turns.
-- False where there is no such thing, or none of that vineyard (null: any).
-- The rows are written, not only locked: a transaction that reads from an older snapshot must fail and start again
-- instead of booking by what it still sees.
create function lock_availability(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid) returns boolean
language plpgsql volatile
as $$
declare
  vineyard uuid := coalesce(
    (select e.vineyard_id from experiences e where e.id = p_experience_id),
    (select e.vineyard_id from availability_patterns p join experiences e on e.id = p.experience_id where p.id = p_pattern_id),
    p_vineyard_id
  );
begin
  update vineyards v set is_visible = v.is_visible
  where v.id = vineyard and (p_vineyard_id is null or v.id = p_vineyard_id);
  if not found then
    return false;
  end if;

  perform from availability_patterns p join experiences e on e.id = p.experience_id
  where e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id)
    and (p_pattern_id is null or p.id = p_pattern_id)
  order by p.id
  for update of p;
  if not found and p_pattern_id is not null then
    return false;
  end if;
  update availability_patterns p set is_active = p.is_active
  from experiences e
  where e.id = p.experience_id and e.vineyard_id = vineyard
    and (p_experience_id is null or e.id = p_experience_id) and (p_pattern_id is null or p.id = p_pattern_id);

  if p_pattern_id is null then
    perform from availability a join experiences e on e.id = a.experience_id
    where e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id)
    order by a.id
    for update of a;
    update availability a set taken = a.taken
    from experiences e
    where e.id = a.experience_id and e.vineyard_id = vineyard and (p_experience_id is null or e.id = p_experience_id);
  end if;
  return p_experience_id is null or exists (
    select from experiences e where e.id = p_experience_id and e.vineyard_id = vineyard
  );
end $$;

-- What a pattern and the exceptions give on a day: 0 where the slot is closed, unplanned or skipped by the clocks.
create function planned_capacity(p availability_patterns, p_day date) returns integer
language sql stable
as $$
  select case
    when not p.is_active or p_day not between p.valid_from and coalesce(p.valid_until, 'infinity')
      or extract(isodow from p_day)::smallint <> all (p.days_of_week)
      or london_instant(p_day, p.start_time) is null or x.closed then 0
    else coalesce(x.capacity, p.capacity)
  end
  from experiences e cross join lateral exception_on(
    e.vineyard_id, e.id, p.id, london_instant(p_day, p.start_time),
    london_instant(p_day, p.start_time) + make_interval(mins => coalesce(e.duration_minutes, 60))
  ) as x
  where e.id = p.experience_id
$$;

-- Writes the capacities of the counters from today on. What is sold beyond a new capacity is kept.
create function rewrite_capacities(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_now timestamptz) returns void
language sql volatile
as $$
  update slot_inventory i set
    capacity = planned.capacity, kept = case when i.booked > planned.capacity then i.booked else 0 end
  from (
    select j.pattern_id, j.slot_date, planned_capacity(p, j.slot_date) as capacity
    from slot_inventory j
      join availability_patterns p on p.id = j.pattern_id
      join experiences e on e.id = p.experience_id
    where j.slot_date >= london_today(p_now)
      and (p_vineyard_id is null or e.vineyard_id = p_vineyard_id)
      and (p_experience_id is null or e.id = p_experience_id)
      and (p_pattern_id is null or p.id = p_pattern_id)
  ) as planned
  where (i.pattern_id, i.slot_date) = (planned.pattern_id, planned.slot_date) and planned.capacity <> i.capacity
$$;

create function note_audit(
  p_actor text, p_actor_id uuid, p_noun text, p_noun_id uuid, p_vineyard_id uuid, p_before jsonb, p_after jsonb,
  p_now timestamptz
) returns void
language sql volatile
as $$
  insert into audit_events (actor, actor_id, noun, noun_id, vineyard_id, before, after, happened_at)
  values (p_actor, p_actor_id, p_noun, p_noun_id, p_vineyard_id, p_before, p_after, p_now)
$$;
