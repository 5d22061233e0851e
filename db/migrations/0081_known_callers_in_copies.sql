-- For the copy of what is kept about a person, without the hashes.
create function known_callers_of(p_email text) returns jsonb
language sql stable
return (
  select coalesce(jsonb_agg(
    jsonb_build_object('kind', k.kind, 'last_used_at', k.last_used_at) order by k.last_used_at, k.kind
  ), '[]')
  from known_callers k
  where k.winemaker_id in (select id from winemakers where lower(email) = lower(p_email))
    or k.admin_id in (select id from admins where lower(email) = lower(p_email))
);

-- As before, and from where they signed in.
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
  ) || kept_about_customer(p_email) || jsonb_build_object('known_callers', known_callers_of(p_email))
$$;
