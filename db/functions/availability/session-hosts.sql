-- Returns the host's sessions that overlap a time span and have guests: title, start_time and guests of each session. Leaves
-- out the slots p_without. Returns null if there are no such sessions.
create function sessions_of_host(h hosts, p_starts_at timestamptz, p_ends_at timestamptz, p_without uuid[], p_now timestamptz)
returns jsonb
language sql stable
as $$
  select jsonb_agg(jsonb_build_object('title', x.title, 'start_time', o.start_time, 'guests', places_taken(o, p_now))
    order by o.starts_at, o.id)
  from slots o join experiences x on x.id = o.experience_id
  where x.vineyard_id = h.vineyard_id and host_of(o, x) = h.id and o.id <> all (p_without)
    and o.starts_at < p_ends_at and o.ends_at > p_starts_at and places_taken(o, p_now) > 0
$$;

-- Gives one session another host. With a null host, the session gets the host of its experience. The host must have places for
-- the guests of all its sessions at that time. problem: null, 'absent' (no such experience or host in scope), 'gone' (no such
-- session) or 'clash' (capacity is the host's capacity; others lists the host's other sessions at that time).
create function set_session_host(
  p_slot jsonb, p_host_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem session_host_problem, capacity integer, others jsonb)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted holds := jsonb_populate_record(null::holds, p_slot);
  v_slot_id uuid;
  s slots;
  e experiences;
  host hosts;
  before uuid;
begin
  v_slot_id := slot_in_scope(
    p_vineyard_id, wanted.experience_id, wanted.pattern_id, wanted.availability_id, wanted.slot_date, wanted.start_time, p_now
  );
  perform lock_slots(array[v_slot_id]);
  select x.* into s from slots x where x.id = v_slot_id;
  select x.* into e from experiences x
  where x.id = wanted.experience_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id);
  select h.* into host from hosts h where h.id = coalesce(p_host_id, e.host_id) and h.vineyard_id = e.vineyard_id;
  problem := case
    when e.id is null or p_host_id is not null and host.id is null then 'absent'
    when s.id is null then 'gone'
  end;
  if problem is not null then
    return next;
    return;
  end if;
  before := host_of(s, e);
  if host.id is not null then
    perform lock_hosts(array[host.id]);
  end if;
  begin
    update slots x set host_id = nullif(p_host_id, e.host_id) where x.id = s.id;
    -- The guests of the session count for their new host now.
    if host.id is distinct from before
      and host.capacity < (select g.guests from host_guests(host.id, s.starts_at, s.ends_at, null, p_now) g) then
      raise exception 'the host has other guests' using errcode = 'CLASH';
    end if;
  exception when sqlstate 'CLASH' then
    problem := 'clash';
    capacity := host.capacity;
    others := sessions_of_host(host, s.starts_at, s.ends_at, array[s.id], p_now);
  end;
  if problem is null then
    perform note_audit(
      p_actor, p_actor_id, 'session', s.id, e.vineyard_id,
      jsonb_build_object('host', (select h.name from hosts h where h.id = before), 'of_host', before),
      jsonb_build_object(
        'host', host.name, 'of_host', host.id, 'session', format('%s, %s %s', e.title, s.slot_date, left(s.start_time::text, 5))
      ), p_now
    );
  end if;
  return next;
end $$;

-- Replaces a host by the host of the experience in every session that has begun, so that the replaced host can be deleted.
create function release_past_sessions(p_host_id uuid, p_now timestamptz) returns void
language sql volatile
as $$
  -- The guests of these sessions now count for the hosts of their experiences. See remember_host_change.
  update hosts h set once_held = 10000
  where h.id in (
    select e.host_id from slots s join experiences e on e.id = s.experience_id where s.host_id = p_host_id and s.starts_at <= p_now
  );
  update slots s set host_id = null where s.host_id = p_host_id and s.starts_at <= p_now
$$;
