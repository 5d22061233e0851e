create function erased_address() returns text
language sql volatile
return 'erased-' || replace(gen_random_uuid()::text, '-', '') || '@erased.invalid';

-- Erases the recipient and content of emails, but not their type, state and dates. Deletes emails without an event. Returns how
-- many emails were erased or deleted.
create function erase_emails(p_ids uuid[], p_now timestamptz) returns integer
language sql volatile
as $$
  with emptied as (
    update emails set
      to_address = 'erased@erased.invalid', payload = '{}', last_error = null, once_key = null,
      claim = null, claimed_at = null,
      state = case when state in ('sent', 'dead', 'superseded') then state else 'kept' end,
      erased_at = p_now
    where id = any (p_ids) and event_id is not null and erased_at is null
    returning id
  ),
  removed as (
    delete from emails where id = any (p_ids) and event_id is null returning id
  )
  select (select count(*) from emptied)::int + (select count(*) from removed)::int
$$;

-- Erases the guests from bookings, their emails and the audit log. Returns how many bookings were erased.
create function erase_bookings(p_ids uuid[], p_now timestamptz) returns integer
language sql volatile
set audit.redacting = 'yes'
as $$
  select erase_emails(array(select id from emails where booking_id = any (p_ids)), p_now);

  update audit_personal set before = null, after = null, subjects = '{}', erased_at = p_now
  where erased_at is null
    and event_id in (
      select id from audit_events
      where noun = 'booking' and noun_id = any (p_ids)
        or noun = 'review' and noun_id in (select id from reviews where booking_id = any (p_ids))
    );

  update payments set reason = 'Erased' where booking_id = any (p_ids) and reason <> 'Erased';

  delete from booking_event_messages where booking_id = any (p_ids);

  select erase_reviews(p_ids, p_now);

  update octo_bookings set details = '{}', cancellation_reason = '' where id = any (p_ids);

  with guests as materialized (
    select lower(guest_email) as email, vineyard_id, case when lower(guest_email) is not null then erased_address() end as address
    from bookings
    where id = any (p_ids) and erased_at is null
    group by lower(guest_email), vineyard_id
  ),
  erased as (
    update bookings b set
      guest_name = 'Erased', guest_email = g.address, guest_phone = 'Erased', special_requests = '',
      customer_notes = '', user_id = null, idempotency_key = null, request_hash = null, erased_at = p_now
    from guests g
    where b.id = any (p_ids) and b.erased_at is null
      and g.email is not distinct from lower(b.guest_email) and g.vineyard_id = b.vineyard_id
    returning b.id
  )
  select count(*)::int from erased
$$;

-- Returns the upcoming bookings of a person. The person cannot be erased before these visits.
create function upcoming_bookings(p_email text, p_now timestamptz)
returns table (id uuid, reference text, booking_date date, start_time time, vineyard_name text)
language sql stable
as $$
  select b.id, b.reference, b.booking_date, b.start_time, v.name
  from bookings b
    join vineyards v on v.id = b.vineyard_id
  where b.id in (select bookings_of_person(p_email))
    and b.status in ('pending', 'confirmed')
    and coalesce(b.ends_at, (b.booking_date + 1)::timestamp at time zone 'Europe/London') > p_now
  order by b.booking_date, b.start_time, b.id
$$;

-- Erases a person everywhere, by email address, and records the erasure in the audit log. erased: how many rows of each kind.
-- problem: null, 'to_come' (upcoming bookings) or 'staff' (the address belongs to an active staff account).
create function erase_person(p_email text, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem erasure_problem, erased jsonb)
language plpgsql volatile
as $$
declare
  address constant text := lower(p_email);
  ids uuid[];
begin
  -- Locks the vineyards, so that no merge of their customers runs during the erasure.
  perform from vineyards
  where id in (select vineyard_id from bookings where lower(guest_email) = lower(p_email))
  order by id
  for no key update;
  if exists (select from upcoming_bookings(address, p_now)) then
    return query select 'to_come'::erasure_problem, null::jsonb;
    return;
  end if;
  -- An invitation that was not accepted does not count as an account.
  if exists (
    select from winemakers
    where lower(email) = address and is_active and (password_hash is not null or invited_by is null)
  )
    or exists (select from admins where lower(email) = address and is_active) then
    return query select 'staff'::erasure_problem, null::jsonb;
    return;
  end if;

  ids := array(select bookings_of_person(address));
  -- The bookings still have the contacts that find their group holds.
  perform erase_group_holds(array(select group_holds_of_person(address, ids)), p_now);
  erased := jsonb_build_object(
    'bookings', erase_bookings(ids, p_now),
    'notes', redact_audit(address, p_now),
    -- Includes emails to other people that mention this person.
    'mails', erase_emails(array(
      select id from emails
      where lower(to_address) = address or strpos(lower(payload::text), to_jsonb(address)::text) > 0
    ), p_now)
  );
  -- Erases the details of every OCTO booking that names the person, even if somebody else booked.
  update octo_bookings o set details = '{}', cancellation_reason = ''
  where strpos(lower(o.details::text), to_jsonb(address)::text) > 0;
  -- The places are released when the hold ends. The emailed link no longer books anything.
  delete from guest_holds g where lower(g.request ->> 'guest_email') = address;
  with message as (delete from contact_messages where lower(email) = address returning 1),
    claim as (delete from vineyard_claims where lower(email) = address returning 1),
    alert as (delete from opening_alerts where lower(email) = address returning 1)
  select erased || jsonb_build_object(
    'messages', (select count(*) from message) + (select count(*) from claim),
    'alerts', (select count(*) from alert)
  ) into erased;

  delete from booking_lists where lower(email) = address;
  delete from one_time_links where lower(email) = address
    or winemaker_id in (select id from winemakers where lower(email) = address)
    or admin_id in (select id from admins where lower(email) = address);
  update resellers set email = null where lower(email) = address;
  delete from winemaker_sessions where winemaker_id in (select id from winemakers where lower(email) = address);
  delete from admin_sessions where admin_id in (select id from admins where lower(email) = address);
  delete from admin_recovery_codes where admin_id in (select id from admins where lower(email) = address);
  with visitor as (
    delete from users where lower(email) = address returning 1
  ), invited as (
    delete from winemakers
    where lower(email) = address and invited_by is not null and password_hash is null and removed_at is null
    returning 1
  ), winemaker as (
    update winemakers set name = 'Erased', email = erased_address(), position = null, password_hash = null
    where lower(email) = address and (invited_by is null or password_hash is not null or removed_at is not null)
    returning 1
  ), admin as (
    update admins set name = 'Erased', email = erased_address(), password_hash = null, two_step_since = null,
      two_step_secret = null
    where lower(email) = address
    returning 1
  )
  select erased || jsonb_build_object(
    'accounts', (select count(*) from visitor) + (select count(*) from invited) + (select count(*) from winemaker)
      + (select count(*) from admin)
  ) into erased;

  perform note_audit(p_actor, p_actor_id, 'person', gen_random_uuid(), null, '{}', jsonb_build_object('erased', erased), p_now);
  return next;
end $$;

-- Erases a guest without an email address from the booking, and from all bookings with the same telephone number or with a
-- contact that staff merged with the guest. Records this in the audit log. erased: rows of each kind. problem: null, 'absent'
-- (no such booking, or erased), 'address' (use erase_person) or 'to_come' (an upcoming visit).
create function erase_booking(p_reference text, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem booking_erasure_problem, erased jsonb)
language plpgsql volatile
as $$
declare
  b bookings;
  ids uuid[];
begin
  perform from vineyards where id = (select x.vineyard_id from bookings x where x.reference = p_reference) for no key update;
  select x.* into b from bookings x where x.reference = p_reference and x.erased_at is null for update;
  ids := array(select b.id where b.contact_id is null union select x.id from bookings x where x.contact_id = any (contacts_of_customer(b.contact_id)));
  if b.id is null then
    problem := 'absent';
  elsif b.guest_email is not null then
    problem := 'address';
  elsif exists (
    select from bookings x
    where x.id = any (ids) and x.status in ('pending', 'confirmed')
      and coalesce(x.ends_at, (x.booking_date + 1)::timestamp at time zone 'Europe/London') > p_now
  ) then
    problem := 'to_come';
  else
    perform erase_group_holds(array(select group_holds_of_person(null, ids)), p_now);
    erased := jsonb_build_object('bookings', erase_bookings(ids, p_now));
    perform note_audit(p_actor, p_actor_id, 'person', gen_random_uuid(), null, '{}', jsonb_build_object('erased', erased), p_now);
  end if;
  return next;
end $$;

-- Returns the itineraries of a person's account, and those from which the person's visits were booked.
create function itineraries_of_person(p_email text) returns jsonb
language sql stable
return (
  select coalesce(jsonb_agg(
    to_jsonb(i) - array['key_hash', 'share_id']
      || jsonb_build_object('stops', (
        select jsonb_agg(to_jsonb(s) order by s.day, s.place) from itinerary_stops s where s.itinerary_id = i.id
      ))
    order by i.created_at, i.id
  ), '[]')
  from itineraries i
  where not i.is_curated and (
    i.user_id in (select id from users where lower(email) = lower(p_email))
    or i.id in (
      select s.itinerary_id
      from itinerary_stops s
        join bookings b on b.id = s.booking_id
      where lower(b.guest_email) = lower(p_email)
    )
  )
);

-- Returns everything that is stored about a person, by table. Leaves out secrets, because the export may be passed on.
create function export_person(p_email text) returns jsonb
language sql stable
as $$
  with own as (
    select b.*, v.name as vineyard_name, e.title as experience_title, money.due
    from bookings b
      join vineyards v on v.id = b.vineyard_id
      join experiences e on e.id = b.experience_id
      cross join lateral money_of(b) as money
    where b.id in (select bookings_of_person(p_email))
  )
  select jsonb_build_object(
    'email', lower(p_email),
    'bookings', coalesce((
      select jsonb_agg(
        to_jsonb(o) - array['request_hash', 'idempotency_key', 'num_guests', 'undo_until', 'guest_search', 'names_its_guest', 'contact_id'] || jsonb_build_object('events', (
          select jsonb_agg(jsonb_build_object(
            'kind', e.kind, 'actor', e.actor, 'changes', e.changes, 'message', m.message, 'happened_at', e.happened_at
          ) order by e.id)
          from booking_events e left join booking_event_messages m on m.event_id = e.id where e.booking_id = o.id
        ), 'payments', (
          select jsonb_agg(jsonb_build_object(
            'entry', p.entry, 'kind', p.kind, 'amount', p.amount, 'reason', p.reason, 'taken_at', p.taken_at
          ) order by p.id)
          from payments p where p.booking_id = o.id
        ))
        order by o.booking_date, o.id
      ) from own o
    ), '[]'),
    'mails', coalesce((
      select jsonb_agg(jsonb_build_object(
        'email_type', m.email_type, 'to_address', m.to_address, 'payload', m.payload - 'link', 'state', m.state,
        'last_error', m.last_error, 'created_at', m.created_at, 'sent_at', m.sent_at
      ) order by m.created_at, m.id)
      from emails m
      where lower(m.to_address) = lower(p_email) or m.booking_id in (select id from own)
        or strpos(lower(m.payload::text), to_jsonb(lower(p_email))::text) > 0
    ), '[]'),
    'reviews', coalesce((
      select jsonb_agg(jsonb_build_object(
        'reference', o.reference, 'stars', r.stars, 'words', r.words, 'created_at', r.created_at, 'edited_at', r.edited_at,
        'answer', r.answer, 'hidden_by_rule', r.hidden_by_rule, 'pictures', array(
          select p.address from review_pictures p where p.review_id = r.id and p.removed_at is null
        )
      ) order by r.created_at)
      from reviews r join own o on o.id = r.booking_id
    ), '[]'),
    'octo_bookings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', o.id, 'reseller_reference', o.reseller_reference, 'details', o.details,
        'cancellation_reason', o.cancellation_reason, 'updated_at', o.updated_at
      ) order by o.updated_at, o.id)
      from octo_bookings o
      where o.id in (select id from own) or strpos(lower(o.details::text), to_jsonb(lower(p_email))::text) > 0
    ), '[]'),
    'held_bookings', coalesce((
      select jsonb_agg(jsonb_build_object('request', g.request, 'expires_at', h.expires_at) order by h.expires_at, h.id)
      from guest_holds g join holds h on h.id = g.id where lower(g.request ->> 'guest_email') = lower(p_email)
    ), '[]'),
    'group_holds', coalesce((
      select jsonb_agg(to_jsonb(g) order by g.created_at, g.id)
      from group_holds g where g.id in (select group_holds_of_person(p_email, array(select id from own)))
    ), '[]'),
    'messages', coalesce((
      select jsonb_agg(to_jsonb(c) - 'form_key' order by c.created_at) from contact_messages c
      where lower(c.email) = lower(p_email)
    ), '[]'),
    'claims', coalesce((
      select jsonb_agg(to_jsonb(c) - 'form_key' order by c.created_at) from vineyard_claims c
      where lower(c.email) = lower(p_email)
    ), '[]'),
    'opening_alerts', coalesce((
      select jsonb_agg(jsonb_build_object(
        'vineyard', v.name, 'email', a.email, 'created_at', a.created_at, 'confirmed_at', a.confirmed_at
      ) order by a.created_at, a.id)
      from opening_alerts a join vineyards v on v.id = a.vineyard_id
      where lower(a.email) = lower(p_email)
    ), '[]'),
    'resellers', coalesce((
      select jsonb_agg(jsonb_build_object('name', r.name, 'email', r.email, 'created_at', r.created_at) order by r.id)
      from resellers r where lower(r.email) = lower(p_email)
    ), '[]'),
    'itineraries', itineraries_of_person(p_email),
    'account', (
      select jsonb_build_object(
        'email', u.email, 'created_at', u.created_at,
        'favourites', coalesce((
          select jsonb_agg(jsonb_build_object('vineyard', v.name, 'created_at', f.created_at) order by f.created_at)
          from favourites f join vineyards v on v.id = f.vineyard_id
          where f.user_id = u.id
        ), '[]'),
        'sessions', coalesce((
          select jsonb_agg(jsonb_build_object('browser', s.browser, 'created_at', s.created_at) order by s.created_at)
          from user_sessions s where s.user_id = u.id
        ), '[]'),
        'passkeys', coalesce((
          select jsonb_agg(jsonb_build_object(
            'name', k.name, 'created_at', k.created_at, 'last_used_at', k.last_used_at
          ) order by k.created_at)
          from passkeys k where k.user_id = u.id
        ), '[]')
      )
      from users u where lower(u.email) = lower(p_email)
    ),
    'staff', coalesce((
      select jsonb_agg(to_jsonb(s))
      from (
        select 'winemaker' as role, w.role as team_role, w.name, w.email, w.position, w.created_at, w.removed_at, array(
          select s.browser from winemaker_sessions s where s.winemaker_id = w.id and s.browser is not null
        ) as browsers
        from winemakers w where lower(w.email) = lower(p_email)
        union all
        select 'admin', null, a.name, a.email, null, a.created_at, null, array(
          select s.browser from admin_sessions s where s.admin_id = a.id and s.browser is not null
        )
        from admins a where lower(a.email) = lower(p_email)
      ) as s
    ), '[]'),
    -- Includes when a one-time link was sent and how long it is valid, without the link itself.
    'links', coalesce((
      select jsonb_agg(jsonb_build_object(
        'purpose', l.purpose, 'email', lower(p_email), 'created_at', l.created_at, 'expires_at', l.expires_at
      ) order by l.created_at, l.purpose)
      from (
        select purpose, created_at, expires_at from one_time_links
        where lower(email) = lower(p_email)
          or winemaker_id in (select id from winemakers where lower(email) = lower(p_email))
          or admin_id in (select id from admins where lower(email) = lower(p_email))
          or claim_id in (select id from vineyard_claims where lower(email) = lower(p_email))
        union all
        select 'bookings', null, expires_at from booking_lists where lower(email) = lower(p_email)
      ) as l
    ), '[]'),
    'audit', coalesce((
      select jsonb_agg(jsonb_build_object(
        'happened_at', e.happened_at, 'noun', e.noun, 'field', p.field, 'before', p.before, 'after', p.after
      ) order by e.id, p.field)
      from audit_personal p join audit_events e on e.id = p.event_id
      where p.subjects @> array[lower(p_email)]
    ), '[]')
  ) || customer_records_of(p_email) || jsonb_build_object('known_callers', known_callers_of(p_email))
$$;

-- Exports a person's data, and records who exported it and how many rows. The record names the address, as personal data, only if
-- there are rows about the person; otherwise the export itself would store the address.
create function export_and_record_person(p_email text, p_actor text, p_actor_id uuid, p_now timestamptz) returns jsonb
language plpgsql volatile
as $$
declare
  person constant jsonb := export_person(p_email);
  counts constant jsonb := (
    select coalesce(jsonb_object_agg(kind, case jsonb_typeof(part) when 'array' then jsonb_array_length(part) else 1 end), '{}')
    from jsonb_each(person - 'email') as p (kind, part)
    where part not in ('[]', 'null')
  );
begin
  perform note_audit(
    p_actor, p_actor_id, 'person', gen_random_uuid(), null, '{}',
    jsonb_build_object('handed_out', counts)
      || case when counts <> '{}' then jsonb_build_object('email', lower(p_email)) else '{}' end,
    p_now
  );
  return person;
end $$;

-- Erases the guests of bookings p_months after the day of the visit in London, at most p_limit bookings per call. Returns how
-- many bookings were erased: 0 when none are left.
create function erase_old_bookings(p_months integer, p_limit integer, p_now timestamptz) returns integer
language sql volatile
return erase_bookings(array(
  select id
  from bookings
  where erased_at is null and booking_date + make_interval(months => p_months) <= london_today(p_now)
  order by booking_date, id
  limit p_limit
), p_now);

-- Erases emails p_days after the day on which they were written, at most p_limit per call. Returns how many were erased.
create function erase_old_emails(p_days integer, p_limit integer, p_now timestamptz) returns integer
language sql volatile
return erase_emails(array(
  select id
  from emails
  where erased_at is null and london_today(created_at) + p_days <= london_today(p_now)
  order by created_at, id
  limit p_limit
), p_now);

-- Erases the descriptions of sales p_months after the sale, because staff may have named somebody in them. Returns how many sales
-- were erased.
create function erase_old_sales(p_months integer, p_now timestamptz) returns integer
language sql volatile
set audit.redacting = 'yes'
as $$
  with erased as (
    update payments set reason = 'Erased'
    where entry = 'sale' and reason <> 'Erased' and taken_on + make_interval(months => p_months) <= london_today(p_now)
    returning 1
  )
  select count(*)::int from erased
$$;

-- Deletes messages and claims p_months after they were written, with their audit values. Equally old entries of the audit log
-- about exports and erasures, hosts and sessions lose their personal data. Returns how many messages and claims were deleted.
create function delete_old_messages(p_months integer, p_now timestamptz) returns integer
language sql volatile
set audit.redacting = 'yes'
as $$
  with message as (
    delete from contact_messages
    where london_today(created_at) + make_interval(months => p_months) <= london_today(p_now)
    returning id
  ), claim as (
    delete from vineyard_claims
    where london_today(created_at) + make_interval(months => p_months) <= london_today(p_now)
    returning id
  ), audit as (
    update audit_personal p set before = null, after = null, subjects = '{}', erased_at = p_now
    from audit_events e
    where e.id = p.event_id and p.erased_at is null and (
      e.noun = 'contact_message' and e.noun_id in (select id from message)
      or e.noun = 'vineyard_claim' and e.noun_id in (select id from claim)
      or e.noun in ('person', 'host', 'session') and london_today(e.happened_at) + make_interval(months => p_months) <= london_today(p_now)
    )
  )
  select (select count(*) from message)::int + (select count(*) from claim)::int
$$;

-- Deletes ended sign-ins, used and expired links, expired booking lists and challenges, claims that were not verified in time,
-- unused known browsers and expired attempts. Returns how many rows were deleted.
create function delete_expired_credentials(p_now timestamptz) returns integer
language sql volatile
as $$
  with winemaker as (
    delete from winemaker_sessions
    where not is_session_open('winemaker', created_at, last_used_at, ended_at, p_now) returning 1
  ), admin as (
    delete from admin_sessions
    where not is_session_open('admin', created_at, last_used_at, ended_at, p_now) returning 1
  ), visitor as (
    delete from user_sessions
    where not is_session_open('guest', created_at, last_used_at, ended_at, p_now) returning 1
  ), link as (
    delete from one_time_links where used_at <= p_now or expires_at <= p_now returning 1
  ), list as (
    delete from booking_lists where expires_at <= p_now returning 1
  ), challenge as (
    delete from passkey_challenges where expires_at <= p_now returning 1
  ), claim as (
    delete from vineyard_claims c
    where c.state = 'unproven'
      and not exists (select from one_time_links l where l.claim_id = c.id and l.expires_at > p_now)
    returning 1
  ), caller as (
    delete from known_callers where last_used_at <= p_now - interval '180 days' returning 1
  ), attempt as (
    delete from attempts where forget_at <= p_now returning 1
  )
  select sum(deleted)::int
  from (
    select count(*) from winemaker union all select count(*) from admin union all select count(*) from visitor
    union all select count(*) from link union all select count(*) from claim union all select count(*) from caller
    union all select count(*) from attempt union all select count(*) from list union all select count(*) from challenge
  ) as each (deleted)
$$;
