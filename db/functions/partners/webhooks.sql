-- Returns how long the delivery of an event is retried.
create function webhook_patience() returns interval
language sql immutable
return interval '3 days';

create function webhook_payload(p_event_type text, p_at timestamptz, p_data jsonb) returns jsonb
language sql immutable
return jsonb_build_object(
  'type', p_event_type,
  'timestamp', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'data', p_data
);

-- Returns the type under which webhooks announce an event of a booking, or null for an event that they do not announce. A
-- confirmation that comes with a new booking is not announced separately. A new author of a cancellation is never announced.
create function webhook_type_of(e booking_events, b bookings) returns text
language sql immutable
return case
  when e.kind = 'created' then 'booking.created'
  when takes_over_cancellation(e) then null
  when e.kind = 'status' and e.changes -> 'status' ->> 1 = 'cancelled' then 'booking.cancelled'
  when e.kind = 'status' and e.changes -> 'status' ->> 0 = 'pending' and e.happened_at = b.created_at then null
  when e.kind in ('status', 'moved', 'called_off', 'reopened') then 'booking.changed'
  when e.kind = 'marked' and e.changes ? 'attendance' then 'booking.attended'
end;

-- Queues the webhooks of new events of bookings. The payload has ids and states, but never the booking's own id, because
-- anybody who knows it can open the guest's page.
create or replace function note_webhook_bookings() returns trigger
language plpgsql
as $$
begin
  if not exists (select from webhooks w where w.disabled_at is null) then
    return null;
  end if;
  insert into webhook_deliveries (webhook_id, event_type, subject_id, payload, created_at, next_attempt_at, give_up_at)
  select w.id, t.event_type, b.id,
    webhook_payload(t.event_type, e.happened_at, jsonb_build_object(
      'reference', b.reference,
      'vineyard_id', b.vineyard_id,
      'experience_id', b.experience_id,
      'status', case
        when e.kind = 'status' then e.changes -> 'status' -> 1
        else to_jsonb(b.status)
      end,
      'attendance', b.attendance,
      'is_called_off', b.called_off_at is not null
    )),
    e.happened_at, e.happened_at, e.happened_at + webhook_patience()
  from added e
    join bookings b on b.id = e.booking_id
    cross join lateral (select webhook_type_of(e, b)) as t (event_type)
    join webhooks w on w.vineyard_id = b.vineyard_id and w.disabled_at is null and t.event_type = any (w.event_types)
      and (
        w.key_owner is null
        or w.key_owner = (select coalesce(k.reseller_id, k.vineyard_id) from api_keys k where k.id = b.api_key_id)
      )
  order by e.id
  -- Skips a webhook that is being removed: a delivery could no longer refer to it.
  for key share of w;
  return null;
end $$;

create function wants_availability(p_vineyard_id uuid) returns boolean
language sql stable
return exists (
  select from webhooks w
  where w.vineyard_id = p_vineyard_id and w.disabled_at is null and 'availability.changed' = any (w.event_types)
);

-- Notes the days on which open places changed, also for experiences that share their host. Days that the worker adds do not
-- count as a change, because nothing was known about them before.
create or replace function note_webhook_slots() returns trigger
language plpgsql
as $$
declare
  experience_ids uuid[];
  days date[];
  host_ids uuid[];
begin
  if not exists (select from webhooks w where w.disabled_at is null and 'availability.changed' = any (w.event_types)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(s.experience_id), array_agg(s.slot_date), array_agg(s.host_id) into experience_ids, days, host_ids
    from became s left join slot_spans k on k.experience_id = s.experience_id
    where s.slot_date <= coalesce(k.written_until, 'infinity');
  elsif tg_op = 'DELETE' then
    select array_agg(s.experience_id), array_agg(s.slot_date), array_agg(s.host_id) into experience_ids, days, host_ids
    from was s;
  else
    select array_agg(c.experience_id), array_agg(c.slot_date), array_agg(c.host_id) into experience_ids, days, host_ids
    from (
      select b.experience_id, c.slot_date, c.host_id
      from was w join became b on b.id = w.id
        cross join lateral (values (w.slot_date, w.host_id), (b.slot_date, b.host_id)) as c (slot_date, host_id)
      where (w.starts_at, w.ends_at, w.capacity, w.booked + w.overbooked, w.held, w.is_closed, w.is_superseded, w.retired_at,
          w.host_id)
        is distinct from
        (b.starts_at, b.ends_at, b.capacity, b.booked + b.overbooked, b.held, b.is_closed, b.is_superseded, b.retired_at,
          b.host_id)
    ) as c;
  end if;
  if experience_ids is null then
    return null;
  end if;
  insert into availability_changes (vineyard_id, experience_id, starts_on, ends_on)
  select e.vineyard_id, e.id, min(c.slot_date), max(c.slot_date)
  from unnest(experience_ids, days, host_ids) as c (experience_id, slot_date, host_id)
    join experiences x on x.id = c.experience_id
    join experiences e on e.id = x.id or e.vineyard_id = x.vineyard_id and (
      e.host_id in (x.host_id, c.host_id)
      or exists (
        select from slots s
        where s.experience_id = e.id and s.slot_date = c.slot_date and s.host_id in (x.host_id, c.host_id)
      )
    )
  where wants_availability(e.vineyard_id)
  group by e.vineyard_id, e.id;
  return null;
end $$;

-- Notes that a setting of an experience, a host or a vineyard changed. Such a change affects all days.
create or replace function note_webhook_availability() returns trigger
language plpgsql
as $$
begin
  if not exists (select from webhooks w where w.disabled_at is null and 'availability.changed' = any (w.event_types)) then
    return null;
  end if;
  insert into availability_changes (vineyard_id, experience_id)
  select v.id, case tg_table_name when 'experiences' then (c.fields ->> 'id')::uuid end
  from (
      select to_jsonb(old) as fields where tg_op <> 'INSERT'
      union
      select to_jsonb(new) where tg_op <> 'DELETE'
    ) as c
    join vineyards v on v.id = case
      when tg_table_name = 'vineyards' then (c.fields ->> 'id')::uuid
      else (c.fields ->> 'vineyard_id')::uuid
    end
  where to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at' and wants_availability(v.id);
  return null;
end $$;

-- Merges noted changes into one untried delivery per webhook and experience. Returns how many changes it took.
create function queue_availability_webhooks(p_limit integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with taken as (
    delete from availability_changes c
    where c.id in (select n.id from availability_changes n order by n.id limit p_limit for update skip locked)
    returning c.*
  ), change as (
    select t.vineyard_id, t.experience_id,
      case when count(*) = count(t.starts_on) then min(t.starts_on) end as starts_on,
      case when count(*) = count(t.ends_on) then max(t.ends_on) end as ends_on
    from taken t group by 1, 2
  ), queued as (
    insert into webhook_deliveries as d
      (webhook_id, event_type, subject_id, payload, created_at, next_attempt_at, give_up_at)
    select w.id, 'availability.changed', coalesce(c.experience_id, c.vineyard_id),
      webhook_payload('availability.changed', p_now, jsonb_build_object(
        'vineyard_id', c.vineyard_id, 'experience_id', c.experience_id, 'from', c.starts_on, 'to', c.ends_on
      )),
      -- Waits five seconds, so that a rush of bookings needs one delivery only.
      p_now, p_now + interval '5 seconds', p_now + webhook_patience()
    from change c
      join webhooks w on w.vineyard_id = c.vineyard_id and w.disabled_at is null
        and 'availability.changed' = any (w.event_types)
        -- Resellers get events only while the vineyard opts in to them.
        and (
          w.key_owner is null or exists (select from vineyards v where v.id = w.vineyard_id and v.is_sandbox)
          or exists (
            select from reseller_vineyards o where o.reseller_id = w.key_owner and o.vineyard_id = w.vineyard_id
          )
        )
    order by w.id, c.experience_id
    for key share of w
    on conflict (webhook_id, subject_id)
      where event_type = 'availability.changed' and state = 'waiting' and attempts = 0
    do update set payload = jsonb_set(d.payload, '{data}', d.payload -> 'data' || jsonb_build_object(
      'from', nullif(least(
        coalesce(d.payload -> 'data' ->> 'from', ''), coalesce(excluded.payload -> 'data' ->> 'from', '')
      ), ''),
      'to', nullif(greatest(
        coalesce(d.payload -> 'data' ->> 'to', '~'), coalesce(excluded.payload -> 'data' ->> 'to', '~')
      ), '~')
    ))
  )
  select count(*)::int from taken
$$;

-- Claims due deliveries until p_now + p_lease: at most p_each at a time for a webhook, or one while the webhook fails. For each
-- booking or experience, claims only the oldest waiting delivery. Never waits for a lock.
create function claim_webhook_deliveries(p_limit integer, p_each integer, p_lease interval, p_now timestamptz)
returns table (
  id uuid, claim uuid, webhook_id uuid, event_type text, payload jsonb, failures integer, url text, secret text,
  previous_secret text
)
language sql volatile
as $$
  with due as materialized (
    select next.id, next.position
    from webhooks w
      cross join lateral (
        select d.id, d.position from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= p_now
          and (w.disabled_at is null or d.event_type = 'test')
          and not exists (
            select from webhook_deliveries earlier
            where earlier.webhook_id = d.webhook_id and earlier.subject_id = d.subject_id and earlier.state = 'waiting'
              and earlier.position < d.position
          )
        order by d.position
        limit greatest(0, case when w.failing_since is null then p_each else 1 end - (
          select count(*) from webhook_deliveries f
          where f.webhook_id = w.id and f.state = 'waiting' and f.claim is not null and f.next_attempt_at > p_now
        ))
        for update skip locked
      ) as next
    where exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= p_now
    )
    order by next.position
    limit p_limit
  )
  update webhook_deliveries d set
    claim = gen_random_uuid(), attempts = d.attempts + 1, last_attempt_at = p_now, next_attempt_at = p_now + p_lease
  from due, webhooks w
  where d.id = due.id and w.id = d.webhook_id
  returning d.id, d.claim, d.webhook_id, d.event_type, d.payload, d.failures, w.url, w.secret,
    case when w.previous_until > p_now then w.previous_secret end
$$;

-- Records the outcome of a claimed attempt: its status_code, duration_ms and problem (null: delivered). A failed delivery is
-- tried again after p_pause, until its deadline. If the receiver answers 410 (gone), or if nothing was delivered for as long as
-- a delivery is retried, switches the webhook off and emails the owners or the reseller. Returns the state of the delivery, or
-- null if the claim expired.
create function record_webhook_attempt(
  p_id uuid, p_claim uuid, p_outcome jsonb, p_pause interval, p_now timestamptz
) returns text
language plpgsql volatile
as $$
declare
  w webhooks;
  d webhook_deliveries;
  v_problem text := p_outcome ->> 'problem';
  v_reason text;
begin
  -- Locks the webhook before the delivery, in the same order as its removal.
  select x.* into w from webhooks x
  where x.id = (select l.webhook_id from webhook_deliveries l where l.id = p_id)
  for no key update;
  update webhook_deliveries l set
    state = case
      when v_problem is null then 'delivered'
      when v_problem = 'gone' or p_now >= l.give_up_at then 'failed'
      else 'waiting'
    end,
    claim = null, failures = case when v_problem is null then 0 else l.failures + 1 end,
    next_attempt_at = least(p_now + p_pause, greatest(l.give_up_at, p_now)),
    status_code = (p_outcome ->> 'status_code')::integer, duration_ms = (p_outcome ->> 'duration_ms')::integer,
    problem = v_problem
  where l.id = p_id and l.claim = p_claim
  returning l.* into d;
  if not found then
    return null;
  end if;
  if v_problem is null then
    update webhooks x set last_success_at = p_now, failing_since = null where x.id = w.id;
    -- The webhook works again, so its other deliveries are due at once.
    update webhook_deliveries l set next_attempt_at = p_now
    where w.failing_since is not null and l.webhook_id = w.id and l.state = 'waiting' and l.claim is null
      and l.next_attempt_at > p_now;
    return d.state;
  end if;
  v_reason := case
    when v_problem = 'gone' then 'gone'
    when d.state = 'failed' and d.event_type <> 'test' and coalesce(w.last_success_at < d.created_at, true) then 'failing'
  end;
  update webhooks x set
    failing_since = case when d.event_type = 'test' then x.failing_since else coalesce(x.failing_since, p_now) end,
    disabled_at = case when v_reason is null then x.disabled_at else coalesce(x.disabled_at, p_now) end,
    disabled_because = case when v_reason is null then x.disabled_because else coalesce(x.disabled_because, v_reason) end
  where x.id = w.id;
  insert into emails (email_type, to_address, payload, state, created_at)
  select 'webhook_disabled', o.email,
    jsonb_build_object(
      'webhook_id', case when w.key_owner is null then w.id end, 'name', o.name, 'vineyard_name', v.name, 'host', substring(w.url from '//([^/?#]*)'),
      'reason', v_reason
    ),
    case when v.is_demo then 'kept' else 'waiting' end, p_now
  from vineyards v
    cross join lateral (
      select m.email, m.name from winemakers m
      where m.vineyard_id = v.id and m.role = 'owner' and gets_vineyard_emails(m) and w.key_owner is null
      union all
      select r.email, r.name from resellers r where r.id = w.key_owner and r.email is not null and r.is_active
    ) as o
  where v.id = w.vineyard_id and not v.is_sandbox and v_reason is not null and w.disabled_at is null;
  return d.state;
end $$;

-- Returns the fields of a webhook for the audit log, without its address and secrets.
create function webhook_audit(w webhooks) returns jsonb
language sql immutable
return jsonb_build_object(
  'name', substring(w.url from '//([^/?#]*)'), 'event_types', w.event_types, 'is_on', w.disabled_at is null
);

-- Adds a webhook to a vineyard in p_scope (null: all). An owner may have p_limit webhooks. problem: null, 'absent' or 'many'.
create function add_webhook(
  p_scope uuid, p_webhook jsonb, p_limit integer, p_actor text, p_actor_id uuid, p_now timestamptz
) returns addition_problem
language plpgsql volatile
as $$
declare
  added webhooks := jsonb_populate_record(null::webhooks, p_webhook);
begin
  -- Locks the vineyard, so that concurrent additions are counted one after the other.
  perform from vineyards v where v.id = added.vineyard_id and (p_scope is null or v.id = p_scope) for no key update;
  if not found then
    return 'absent';
  elsif (
    select count(*) from webhooks w
    where w.vineyard_id = added.vineyard_id and w.key_owner is not distinct from added.key_owner
  ) >= p_limit then
    return 'many';
  end if;
  insert into webhooks (id, vineyard_id, key_owner, url, event_types, secret, created_at)
  values (added.id, added.vineyard_id, added.key_owner, added.url, added.event_types, added.secret, p_now);
  perform note_audit(
    p_actor, p_actor_id, 'webhook', added.id, added.vineyard_id, null, webhook_audit(added), p_now
  );
  return null;
end $$;

-- Changes the fields in p_changes: url, event_types, is_on, or secret (the previous secret signs for another 24 hours). When a
-- webhook is switched on, its waiting deliveries are due at once. Returns false if p_scope has no such webhook.
create function change_webhook(
  p_scope uuid, p_id uuid, p_changes jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
) returns boolean
language plpgsql volatile
as $$
declare
  before webhooks;
  after webhooks;
  is_on boolean := (p_changes ->> 'is_on')::boolean;
begin
  select w.* into before from webhooks w
  where w.id = p_id and (p_scope is null or w.vineyard_id = p_scope) for no key update;
  if not found then
    return false;
  end if;
  after := jsonb_populate_record(before, p_changes);
  if after.secret <> before.secret then
    after.previous_secret := before.secret;
    after.previous_until := p_now + interval '24 hours';
  end if;
  if is_on and before.disabled_at is not null then
    after.disabled_at := null;
    after.disabled_because := null;
    after.failing_since := null;
    update webhook_deliveries d set next_attempt_at = p_now
    where d.webhook_id = p_id and d.state = 'waiting' and d.claim is null and d.next_attempt_at > p_now;
  elsif not is_on and before.disabled_at is null then
    after.disabled_at := p_now;
    after.disabled_because := 'staff';
  end if;
  update webhooks w set
    url = after.url, event_types = after.event_types, secret = after.secret, previous_secret = after.previous_secret,
    previous_until = after.previous_until, disabled_at = after.disabled_at, disabled_because = after.disabled_because,
    failing_since = after.failing_since
  where w.id = p_id;
  perform note_audit(
    p_actor, p_actor_id, 'webhook', p_id, before.vineyard_id,
    webhook_audit(before) || jsonb_build_object('secret_until', before.previous_until),
    webhook_audit(after) || jsonb_build_object('secret_until', after.previous_until), p_now
  );
  return true;
end $$;

-- Removes a webhook with its deliveries. Returns false if p_scope has no such webhook.
create function remove_webhook(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
declare
  removed webhooks;
begin
  delete from webhooks w where w.id = p_id and (p_scope is null or w.vineyard_id = p_scope) returning w.* into removed;
  if not found then
    return false;
  end if;
  perform note_audit(
    p_actor, p_actor_id, 'webhook', p_id, removed.vineyard_id, webhook_audit(removed), null, p_now
  );
  return true;
end $$;

-- Queues a test event, which is tried once, even while the webhook is off. Allows ten tests in an hour. After ten tests,
-- retry_at is the time of the next allowed test. Both delivery_id and retry_at are null if p_scope has no such webhook.
create function try_webhook_test(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (delivery_id uuid, retry_at timestamptz)
language plpgsql volatile
as $$
declare
  w webhooks;
  earliest timestamptz;
begin
  select x.* into w from webhooks x where x.id = p_id and (p_scope is null or x.vineyard_id = p_scope) for no key update;
  if not found then
    return query select null::uuid, null::timestamptz;
    return;
  end if;
  perform require_works_at(p_actor, p_actor_id, w.vineyard_id);
  select d.created_at into earliest from webhook_deliveries d
  where d.webhook_id = p_id and d.event_type = 'test' and d.created_at > p_now - interval '1 hour'
  order by d.created_at desc offset 9 limit 1;
  if found then
    return query select null::uuid, earliest + interval '1 hour';
    return;
  end if;
  return query
  insert into webhook_deliveries (webhook_id, event_type, payload, created_at, next_attempt_at, give_up_at)
  values (p_id, 'test', webhook_payload('test', p_now, jsonb_build_object('vineyard_id', w.vineyard_id)), p_now, p_now, p_now)
  returning id, null::timestamptz;
end $$;

-- Sends again, under the same id, a delivery that has arrived or was given up. Returns null, 'absent', 'waiting' or 'off'.
create function resend_webhook_delivery(
  p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
) returns delivery_resend_problem
language plpgsql volatile
as $$
declare
  w webhooks;
begin
  select x.* into w from webhooks x
  where x.id = (select d.webhook_id from webhook_deliveries d where d.id = p_id)
    and (p_scope is null or x.vineyard_id = p_scope) and require_works_at(p_actor, p_actor_id, x.vineyard_id)
  for no key update;
  if not found then
    return 'absent';
  elsif w.disabled_at is not null then
    return 'off';
  end if;
  update webhook_deliveries d set
    state = 'waiting', failures = 0, next_attempt_at = p_now,
    give_up_at = case when d.event_type = 'test' then p_now else p_now + webhook_patience() end
  where d.id = p_id and d.state <> 'waiting';
  return case when not found then 'waiting' end;
end $$;

-- Deletes deliveries p_days after their event, at most p_limit. Returns how many were deleted.
create function delete_old_webhook_deliveries(p_days integer, p_limit integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with deleted as (
    delete from webhook_deliveries d
    where d.id in (
      select o.id from webhook_deliveries o where o.created_at <= p_now - make_interval(days => p_days) limit p_limit
    )
    returning 1
  )
  select count(*)::int from deleted
$$;
