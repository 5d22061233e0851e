-- Forgetting people. What was sold stands: counters, money, events and who of a vineyard's guests came back. What goes is
-- who they were. Where a row has to stay, an address below `erased.invalid` (RFC 2606: it reaches nobody) stands for the
-- person, another one at each vineyard, so that nothing leads from one to the next.

alter table bookings
  add column erased_at timestamptz,
  add constraint erased_says_nothing check (
    (erased_at is not null) = (guest_email like 'erased-%@erased.invalid') and (
      erased_at is null
      or guest_name = 'Erased' and guest_phone = 'Erased' and special_requests = '' and customer_notes = ''
        and user_id is null and idempotency_key is null
    )
  );

-- A mail that an event caused stays as the word that it was written.
alter table emails
  add column erased_at timestamptz,
  add constraint erased_mail_says_nothing check (
    erased_at is null
    or to_address = 'erased@erased.invalid' and payload = '{}' and num_nonnulls(last_error, once_key) = 0
      and state in ('sent', 'dead', 'kept')
  );

create function erased_address() returns text
language sql volatile
return 'erased-' || replace(gen_random_uuid()::text, '-', '') || '@erased.invalid';

-- Empties mails that an event caused and removes the others. What was still to be sent is not. Returns how many.
create function erase_emails(p_ids uuid[], p_now timestamptz) returns integer
language sql volatile
as $$
  with emptied as (
    update emails set
      to_address = 'erased@erased.invalid', payload = '{}', last_error = null, once_key = null, next_try_at = null,
      claim = null, claimed_at = null, state = case when state in ('sent', 'dead') then state else 'kept' end,
      erased_at = p_now
    where id = any (p_ids) and event_id is not null and erased_at is null
    returning id
  ),
  removed as (
    delete from emails where id = any (p_ids) and event_id is null returning id
  )
  select (select count(*) from emptied)::int + (select count(*) from removed)::int
$$;

-- Takes out of bookings, their mails and what the audit says of them whose they were. Returns how many bookings.
create function erase_bookings(p_ids uuid[], p_now timestamptz) returns integer
language sql volatile
set audit.redacting = 'yes'
as $$
  select erase_emails(array(select id from emails where booking_id = any (p_ids)), p_now);

  update audit_personal set before = null, after = null, subjects = '{}', erased_at = p_now
  where erased_at is null
    and event_id in (select id from audit_events where noun = 'booking' and noun_id = any (p_ids));

  with guests as materialized (
    select lower(guest_email) as email, vineyard_id, erased_address() as address
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
      and g.email = lower(b.guest_email) and g.vineyard_id = b.vineyard_id
    returning b.id
  )
  select count(*)::int from erased
$$;

-- What is still to come of a person's bookings; whoever is expected somewhere cannot be forgotten there.
create function bookings_to_come(p_email text, p_now timestamptz)
returns table (id uuid, reference text, booking_date date, start_time time, vineyard_name text)
language sql stable
as $$
  select b.id, b.reference, b.booking_date, b.start_time, v.name
  from bookings b
    join vineyards v on v.id = b.vineyard_id
  where lower(b.guest_email) = lower(p_email)
    and b.status in ('pending', 'confirmed')
    and coalesce(b.ends_at, (b.booking_date + 1)::timestamp at time zone 'Europe/London') > p_now
  order by b.booking_date, b.start_time, b.id
$$;

-- Forgets a person by mail address, wherever they stand, and notes that it was done. `problem` says why not: bookings are
-- to come, or the address signs in as staff and has to be disabled first. Otherwise how many of each were forgotten.
create function erase_person(p_email text, p_actor text, p_actor_id uuid, p_now timestamptz) returns jsonb
language plpgsql volatile
as $$
declare
  address constant text := lower(p_email);
  gone jsonb := '{}';
begin
  if exists (select from bookings_to_come(address, p_now)) then
    return '{"problem": "to_come"}';
  end if;
  if exists (select from winemakers where lower(email) = address and is_active)
    or exists (select from admins where lower(email) = address and is_active) then
    return '{"problem": "staff"}';
  end if;

  gone := gone || jsonb_build_object(
    'bookings', erase_bookings(array(select id from bookings where lower(guest_email) = address), p_now),
    'notes', redact_audit(address, p_now),
    -- Also what told others of this person.
    'mails', erase_emails(array(
      select id from emails
      where lower(to_address) = address or strpos(lower(payload::text), to_jsonb(address)::text) > 0
    ), p_now)
  );
  with message as (delete from contact_messages where lower(email) = address returning 1),
    claim as (delete from vineyard_claims where lower(email) = address returning 1)
  select gone || jsonb_build_object('messages', (select count(*) from message) + (select count(*) from claim)) into gone;

  delete from one_time_links where lower(email) = address
    or winemaker_id in (select id from winemakers where lower(email) = address)
    or admin_id in (select id from admins where lower(email) = address);
  delete from winemaker_sessions where winemaker_id in (select id from winemakers where lower(email) = address);
  delete from admin_sessions where admin_id in (select id from admins where lower(email) = address);
  delete from admin_recovery_codes where admin_id in (select id from admins where lower(email) = address);
  with visitor as (
    delete from users where lower(email) = address returning 1
  ), winemaker as (
    update winemakers set name = 'Erased', email = erased_address(), position = null, password_hash = null
    where lower(email) = address
    returning 1
  ), admin as (
    update admins set name = 'Erased', email = erased_address(), password_hash = null, two_step_since = null,
      two_step_secret = null
    where lower(email) = address
    returning 1
  )
  select gone || jsonb_build_object(
    'accounts', (select count(*) from visitor) + (select count(*) from winemaker) + (select count(*) from admin)
  ) into gone;

  perform note_audit(p_actor, p_actor_id, 'person', gen_random_uuid(), null, '{}', jsonb_build_object('erased', gone), p_now);
  return gone;
end $$;

-- Everything that is kept about a person, in the words of the tables. Secrets are left out: a copy is handed on.
create function export_person(p_email text) returns jsonb
language sql stable
as $$
  with own as (
    select b.*, v.name as vineyard_name, e.title as experience_title
    from bookings b
      join vineyards v on v.id = b.vineyard_id
      join experiences e on e.id = b.experience_id
    where lower(b.guest_email) = lower(p_email)
  )
  select jsonb_build_object(
    'email', lower(p_email),
    'bookings', coalesce((
      select jsonb_agg(
        to_jsonb(o) - array['request_hash', 'idempotency_key', 'num_guests'] || jsonb_build_object('events', (
          select jsonb_agg(jsonb_build_object(
            'kind', e.kind, 'actor', e.actor, 'changes', e.changes, 'happened_at', e.happened_at
          ) order by e.id)
          from booking_events e where e.booking_id = o.id
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
    'messages', coalesce((
      select jsonb_agg(to_jsonb(c) - 'form_key' order by c.created_at) from contact_messages c
      where lower(c.email) = lower(p_email)
    ), '[]'),
    'claims', coalesce((
      select jsonb_agg(to_jsonb(c) - 'form_key' order by c.created_at) from vineyard_claims c
      where lower(c.email) = lower(p_email)
    ), '[]'),
    'account', (
      select jsonb_build_object(
        'email', u.email, 'created_at', u.created_at,
        'favourites', coalesce((
          select jsonb_agg(jsonb_build_object('vineyard', v.name, 'created_at', f.created_at) order by f.created_at)
          from favourites f join vineyards v on v.id = f.vineyard_id
          where f.user_id = u.id
        ), '[]'),
        'itineraries', coalesce((
          select jsonb_agg(to_jsonb(i) || jsonb_build_object('stops', (
            select jsonb_agg(to_jsonb(s) order by s.place) from itinerary_stops s where s.itinerary_id = i.id
          )) order by i.created_at)
          from itineraries i where i.user_id = u.id
        ), '[]'),
        'sessions', coalesce((
          select jsonb_agg(jsonb_build_object('browser', s.browser, 'created_at', s.created_at) order by s.created_at)
          from user_sessions s where s.user_id = u.id
        ), '[]')
      )
      from users u where lower(u.email) = lower(p_email)
    ),
    'staff', coalesce((
      select jsonb_agg(to_jsonb(s))
      from (
        select 'winemaker' as role, w.name, w.email, w.position, w.created_at, array(
          select s.browser from winemaker_sessions s where s.winemaker_id = w.id and s.browser is not null
        ) as browsers
        from winemakers w where lower(w.email) = lower(p_email)
        union all
        select 'admin', a.name, a.email, null, a.created_at, array(
          select s.browser from admin_sessions s where s.admin_id = a.id and s.browser is not null
        )
        from admins a where lower(a.email) = lower(p_email)
      ) as s
    ), '[]'),
    'audit', coalesce((
      select jsonb_agg(jsonb_build_object(
        'happened_at', e.happened_at, 'noun', e.noun, 'field', p.field, 'before', p.before, 'after', p.after
      ) order by e.id, p.field)
      from audit_personal p join audit_events e on e.id = p.event_id
      where p.subjects @> array[lower(p_email)]
    ), '[]')
  )
$$;
