-- A copy holds whatever forgetting takes away (test/personal-columns.ts names both), and that it was handed out is noted.

-- As before, and of whom a copy was handed out.
create or replace function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'booking' then array['guest_name', 'guest_email', 'guest_phone', 'special_requests', 'customer_notes', 'staff_notes']
  when 'contact_message' then array['name', 'email', 'subject', 'message', 'answer']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message', 'refusal']
  when 'customer_note' then array['email', 'note']
  when 'erasure_request' then array['email', 'reason', 'refusal']
  when 'user' then array['email']
  when 'person' then array['email']
  else '{}'
end;

-- The plans that a person's account keeps, and those that a booking of theirs was made out of, account or not.
drop function plans_of_guest;
create function plans_of_person(p_email text) returns jsonb
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

-- Everything that is kept about a person, in the words of the tables. Secrets are left out: a copy is handed on.
create or replace function export_person(p_email text) returns jsonb
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
    'itineraries', plans_of_person(p_email),
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
    -- That something was mailed which opens one thing once, and until when; not the thing itself.
    'links', coalesce((
      select jsonb_agg(jsonb_build_object(
        'purpose', l.purpose, 'email', lower(p_email), 'created_at', l.created_at, 'expires_at', l.expires_at
      ) order by l.created_at, l.purpose)
      from one_time_links l
      where lower(l.email) = lower(p_email)
        or l.winemaker_id in (select id from winemakers where lower(email) = lower(p_email))
        or l.admin_id in (select id from admins where lower(email) = lower(p_email))
        or l.claim_id in (select id from vineyard_claims where lower(email) = lower(p_email))
    ), '[]'),
    'audit', coalesce((
      select jsonb_agg(jsonb_build_object(
        'happened_at', e.happened_at, 'noun', e.noun, 'field', p.field, 'before', p.before, 'after', p.after
      ) order by e.id, p.field)
      from audit_personal p join audit_events e on e.id = p.event_id
      where p.subjects @> array[lower(p_email)]
    ), '[]')
  ) || kept_about_customer(p_email)
$$;

-- Hands out a copy, and notes who did and how much of what was in it. Whose it is stands where it can be forgotten; of
-- somebody about whom nothing is kept not even the address is, or asking would leave what was not there before.
create function hand_out_person(p_email text, p_actor text, p_actor_id uuid, p_now timestamptz) returns jsonb
language plpgsql volatile
as $$
declare
  person constant jsonb := export_person(p_email);
  kept constant jsonb := (
    select coalesce(jsonb_object_agg(kind, case jsonb_typeof(part) when 'array' then jsonb_array_length(part) else 1 end), '{}')
    from jsonb_each(person - 'email') as p (kind, part)
    where part not in ('[]', 'null')
  );
begin
  perform note_audit(
    p_actor, p_actor_id, 'person', gen_random_uuid(), null, '{}',
    jsonb_build_object('handed_out', kept)
      || case when kept <> '{}' then jsonb_build_object('email', lower(p_email)) else '{}' end,
    p_now
  );
  return person;
end $$;

-- As before; what the audit says of a message or a claim goes with it, and whose copy was handed out as late as they do.
create or replace function forget_messages(p_months integer, p_now timestamptz) returns integer
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
  ), spoken as (
    update audit_personal p set before = null, after = null, subjects = '{}', erased_at = p_now
    from audit_events e
    where e.id = p.event_id and p.erased_at is null and (
      e.noun = 'contact_message' and e.noun_id in (select id from message)
      or e.noun = 'vineyard_claim' and e.noun_id in (select id from claim)
      or e.noun = 'person' and london_today(e.happened_at) + make_interval(months => p_months) <= london_today(p_now)
    )
  )
  select (select count(*) from message)::int + (select count(*) from claim)::int
$$;
