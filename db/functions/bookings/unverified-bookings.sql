-- Bookings of people who did not show that the address is theirs. Their emails are limited, and beyond a few bookings the
-- places are only held until an emailed link confirms. Staff, keys and signed-in guests are exempt.

-- The mailbox of an address: 'ada+wine@example.com' is 'ada@example.com'. Equal to the index open_bookings_by_mailbox.
create function mailbox_of(p_email text) returns text
language sql immutable parallel safe
return lower(regexp_replace(p_email, '\+[^@]*@', '@'));

-- A telephone number without its extension: '+44 (0)1632 960123 ext 4' is '01632960123'. Equal to the index
-- open_bookings_by_phone.
create function phone_key(p_phone text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(split_part(lower(p_phone), 'x', 1), '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0');

-- Whether a visitor is signed in with the mailbox of an address.
create function is_mailbox_of_user(p_user_id uuid, p_email text) returns boolean
language sql stable
return p_user_id is not null
  and exists (select from users u where u.id = p_user_id and mailbox_of(u.email) = mailbox_of(p_email));

-- Whether nobody has shown that the guest's address of a booking is theirs. A corrected address is a new one.
create function is_unverified(b bookings) returns boolean
language sql stable
return b.channel in ('public', 'widget') and not is_mailbox_of_user(b.user_id, b.guest_email) and not (
  exists (select from guest_holds g where g.id = b.id)
  and not exists (select from booking_events e where e.booking_id = b.id and e.kind = 'readdressed')
);

-- The open bookings of a mailbox or of a telephone number that nobody verified.
create function open_unverified_bookings(p_mailbox text, p_phone_key text, p_now timestamptz) returns setof bookings
language sql stable
begin atomic
  select b.* from bookings b
  where is_unverified(b) and b.id in (
    select m.id from bookings m
    where mailbox_of(m.guest_email) = p_mailbox
      and m.channel in ('public', 'widget') and m.status in ('pending', 'confirmed') and m.ends_at > p_now
    union all
    select t.id from bookings t
    where phone_key(t.guest_phone) = p_phone_key
      and t.channel in ('public', 'widget') and t.status in ('pending', 'confirmed') and t.ends_at > p_now
  );
end;

-- The key of a count of emails in the table of attempts.
create function booking_email_key(p_mailbox text, p_seconds integer) returns bytea
language sql immutable
return sha256(convert_to(concat('booking emails ', p_seconds, ' ', p_mailbox), 'UTF8'));

-- How many emails a mailbox got in a period that ends at ends_at.
create type booking_email_count as (mailbox text, seconds integer, counted integer, ends_at timestamptz);

-- Adds p_emails to the counts of mailboxes, for an hour and for a day, and returns both; with 0 it only locks and reads
-- them. The counts lie beside those of other limits. p_phone_keys are locked, and not counted. Transactions about the
-- same person wait here for each other.
create function count_booking_emails(p_mailboxes text[], p_emails integer, p_phone_keys text[], p_now timestamptz)
returns setof booking_email_count
language sql volatile
as $$
  with subject as materialized (
    select m.name as mailbox, p.seconds, p_emails as hits, booking_email_key(m.name, p.seconds) as key
    from (select distinct name from unnest(p_mailboxes) as name) as m cross join (values (3600), (86400)) as p (seconds)
    union all
    select null, 3600, 0, sha256(convert_to(concat('booking phone ', t.name), 'UTF8'))
    from (select distinct name from unnest(p_phone_keys) as name) as t
  )
  select subject.mailbox, subject.seconds, c.counted, c.ends_at
  from count_requests(
      array(select key from subject order by key), array(select hits from subject order by key),
      array(select seconds from subject order by key), p_now
    ) c
    join subject on subject.key = c.key
  where subject.mailbox is not null
$$;

-- When a mailbox may get its next email, with p_more emails on their way; null is now. A day allows ten thirds of the
-- emails of an hour.
create function next_booking_email(c booking_email_count, p_more bigint, p_an_hour integer) returns timestamptz
language sql immutable
return case
  when c.counted + p_more >= case c.seconds when 3600 then p_an_hour else p_an_hour::bigint * 10 / 3 end then c.ends_at
end;

-- The mailbox of an email about a guest's change of a booking, or to its corrected address p_email; null if it is verified.
create function unverified_mailbox(p_booking_id uuid, p_email text) returns text
language sql stable
return (
  select mailbox_of(coalesce(p_email, b.guest_email)) from bookings b
  where b.id = p_booking_id
    and case when p_email is null then is_unverified(b) else not is_mailbox_of_user(b.user_id, p_email) end
);

-- Counts such an email. Returns null if it may be sent, otherwise when the next one may.
create function take_booking_email(p_booking_id uuid, p_email text, p_an_hour integer, p_now timestamptz)
returns timestamptz
language plpgsql volatile
as $$
declare
  mailboxes constant text[] := array_remove(array[unverified_mailbox(p_booking_id, p_email)], null);
  retry_at timestamptz;
begin
  select max(next_booking_email(c, 0, p_an_hour)) into retry_at from count_booking_emails(mailboxes, 0, '{}', p_now) c;
  if retry_at is null then
    perform count_booking_emails(mailboxes, 1, '{}', p_now);
  end if;
  return retry_at;
end $$;

-- Returns an email that was counted and not written, because the change was refused.
create function return_booking_email(p_booking_id uuid, p_email text) returns void
language sql volatile
as $$
  update attempts a set tries = greatest(a.tries - 1, 0)
  where a.key in (
    booking_email_key(unverified_mailbox(p_booking_id, p_email), 3600),
    booking_email_key(unverified_mailbox(p_booking_id, p_email), 86400)
  )
$$;

-- A request that no signed-in guest makes for the own mailbox.
create type unverified_request as (ordinal integer, mailbox text, phone_key text, request booking_request);

-- Those of a batch. Requests whose key has made a booking already are left out: they change nothing.
create function unverified_requests(p_requests jsonb) returns unverified_request[]
language sql stable
return array(
  select row(e.n, mailbox_of(r.guest_email), phone_key(r.guest_phone), r)::unverified_request
  from jsonb_array_elements(p_requests) with ordinality as e (element, n)
    cross join lateral jsonb_populate_record(null::booking_request, e.element) as r
  where not is_mailbox_of_user(r.user_id, r.guest_email)
    and not exists (select from bookings b where b.idempotency_key = r.idempotency_key)
  order by e.n
);

-- Whether a link has to confirm a request: its mailbox or telephone number has three open bookings that overlap it, or ten
-- open ones. Earlier requests of the batch count as booked, those of the same day as overlapping.
create function needs_link(g unverified_request, p_batch unverified_request[]) returns boolean
language plpgsql stable
as $$
declare
  r constant booking_request := g.request;
  opened bookings[];
  earlier booking_request[];
  slot record;
  is_beyond boolean;
begin
  if exists (select from guest_holds h where h.idempotency_key = r.idempotency_key) then
    return true;
  end if;
  opened := array(select b from open_unverified_bookings(g.mailbox, g.phone_key, r.requested_at) b);
  earlier := array(
    select q.request from unnest(p_batch) as q
    where q.ordinal < g.ordinal and (q.mailbox = g.mailbox or q.phone_key = g.phone_key)
      and (q.request).idempotency_key <> r.idempotency_key
  );
  if cardinality(opened) + cardinality(earlier) < 3 then
    return false;
  end if;
  select s.starts_at, s.ends_at into slot from slots_of(r.experience_id, r.slot_date, r.slot_date, r.requested_at) s
  where (s.pattern_id = r.pattern_id or s.availability_id = r.availability_id or s.start_time = r.start_time)
  limit 1;
  select greatest(
    count(*) filter (where o.same_mailbox and o.is_together), count(*) filter (where o.same_phone and o.is_together)
  ) >= 3 or greatest(count(*) filter (where o.same_mailbox), count(*) filter (where o.same_phone)) >= 10 into is_beyond
  from (
    select mailbox_of(b.guest_email) = g.mailbox, phone_key(b.guest_phone) = g.phone_key,
      b.starts_at < slot.ends_at and b.ends_at > slot.starts_at
    from unnest(opened) as b
    union all
    select mailbox_of(q.guest_email) = g.mailbox, phone_key(q.guest_phone) = g.phone_key, q.slot_date = r.slot_date
    from unnest(earlier) as q
  ) as o (same_mailbox, same_phone, is_together);
  return is_beyond;
end $$;

-- Books a batch as create_bookings does, for visitors, with two more outcomes that write nothing. problem 'emails': the
-- mailbox may get its next email at retry_at. 'unconfirmed': a link has to confirm the request, see hold_for_link.
create function create_visitor_bookings(p_requests jsonb, p_emails_an_hour integer)
returns table (
  ordinal integer, problem visitor_booking_problem, booking_id uuid, remaining integer, price_per_person numeric, booking bookings,
  retry_at timestamptz
)
language plpgsql volatile
set lock_timeout = '4s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  now constant timestamptz := (p_requests -> 0 ->> 'requested_at')::timestamptz;
  guarded constant unverified_request[] := unverified_requests(p_requests);
  counts booking_email_count[];
  refused integer[] := '{}';
  booked text[];
  g record;
begin
  counts := array(
    select c from count_booking_emails(
      array(select q.mailbox from unnest(guarded) as q), 0, array(select q.phone_key from unnest(guarded) as q), now
    ) c
  );
  for g in
    select q.ordinal, needs_link(q, guarded) as needs_link, (
      select max(next_booking_email(c, earlier.emails, p_emails_an_hour)) from unnest(counts) as c where c.mailbox = q.mailbox
    ) as retry_at
    from unnest(guarded) as q cross join lateral (
      select count(distinct (o.request).idempotency_key) from unnest(guarded) as o
      where o.ordinal < q.ordinal and o.mailbox = q.mailbox
        and (o.request).idempotency_key <> (q.request).idempotency_key
    ) as earlier (emails)
  loop
    continue when not g.needs_link and g.retry_at is null;
    refused := refused || g.ordinal;
    return query select g.ordinal, case when g.needs_link then 'unconfirmed'::visitor_booking_problem else 'emails' end, null::uuid, null::int,
      null::numeric, null::bookings, case when not g.needs_link then g.retry_at end;
  end loop;

  for g in
    with passed as materialized (
      select row_number() over (order by e.n)::int as place, e.n::int as ordinal, e.element
      from jsonb_array_elements(p_requests) with ordinality as e (element, n)
      where e.n <> all (refused)
    )
    select p.ordinal, b.problem, b.booking_id, b.remaining, b.price_per_person, b.booking
    from create_bookings((select coalesce(jsonb_agg(p.element order by p.place), '[]') from passed p)) b
      join passed p on p.place = b.ordinal
  loop
    if g.problem is null then
      booked := booked || (select q.mailbox from unnest(guarded) as q where q.ordinal = g.ordinal);
    end if;
    return query select g.ordinal, g.problem::text::visitor_booking_problem, g.booking_id, g.remaining, g.price_per_person, g.booking, null::timestamptz;
  end loop;
  perform from (select b.mailbox, count(*)::int as emails from unnest(booked) as b (mailbox) where b.mailbox is not null group by 1) as m
    cross join lateral count_booking_emails(array[m.mailbox], m.emails, '{}', now);
end $$;

-- Holds the places of an unconfirmed request for 30 minutes, and emails its guest a link that confirms it. A repeated
-- request holds nothing more. problem: null (held until held_until; link is the path of a new link), 'emails' (retry_at),
-- 'key_reused' or, as in create_booking, 'gone', 'full', 'price' or 'group_size'.
create function hold_for_link(p_request jsonb, p_emails_an_hour integer)
returns table (
  problem link_problem, remaining integer, price_per_person numeric, held_until timestamptz, retry_at timestamptz, link text
)
language plpgsql volatile
set lock_timeout = '4s'
as $$
#variable_conflict use_column
declare
  r booking_request := jsonb_populate_record(null::booking_request, p_request);
  mailbox constant text := mailbox_of(r.guest_email);
  e experiences;
  v vineyards;
  h holds;
  held record;
begin
  select max(next_booking_email(c, 0, p_emails_an_hour)) into retry_at
  from count_booking_emails(array[mailbox], 0, array[phone_key(r.guest_phone)], r.requested_at) c;
  perform release_expired_holds(x.slot_id, r.requested_at)
  from guest_holds g join holds x on x.id = g.id where g.idempotency_key = r.idempotency_key;
  select case when g.request_hash <> decode(r.request_hash, 'hex') then 'key_reused' end, x.expires_at
  into problem, held_until
  from guest_holds g join holds x on x.id = g.id where g.idempotency_key = r.idempotency_key;
  if found then
    retry_at := null;
    return next;
    return;
  end if;
  if retry_at is not null then
    problem := 'emails';
    return next;
    return;
  end if;

  select x.* into e from experiences x where x.id = r.experience_id and x.vineyard_id = r.vineyard_id and x.is_active;
  select x.* into v from vineyards x where x.id = e.vineyard_id and x.is_visible;
  if v.id is null then
    return query select 'gone'::link_problem, 0, null::numeric, null::timestamptz, null::timestamptz, null::text;
    return;
  end if;
  if coalesce(r.total_price = e.price_per_person * r.number_of_guests, r.price_per_person = e.price_per_person) is not true then
    return query select 'price'::link_problem, null::int, e.price_per_person, null::timestamptz, null::timestamptz, null::text;
    return;
  end if;
  select * into held from hold_places(
    jsonb_build_object(
      'experience_id', r.experience_id, 'pattern_id', r.pattern_id, 'availability_id', r.availability_id,
      'slot_date', r.slot_date, 'start_time', r.start_time, 'number_of_guests', r.number_of_guests, 'actor', 'visitor',
      'expires_at', r.requested_at + interval '30 minutes'
    ),
    r.vineyard_id, r.requested_at
  );
  if held.problem is not null then
    problem := case held.problem when 'absent' then 'gone' else held.problem end;
    remaining := coalesce(held.remaining, 0);
    return next;
    return;
  end if;

  select x.* into h from holds x where x.id = held.hold_id;
  link := '/booking/' || h.id || '/confirm';
  insert into guest_holds (id, request, idempotency_key, request_hash)
  values (h.id, to_jsonb(r) - 'idempotency_key' - 'request_hash', r.idempotency_key, decode(r.request_hash, 'hex'));
  insert into emails (email_type, to_address, payload, deliver_by, created_at)
  values (
    'booking_link', r.guest_email,
    jsonb_build_object(
      'link', link, 'experienceTitle', e.title, 'vineyardName', v.name,
      'bookingDate', to_char(h.slot_date, 'FMDay, FMMonth FMDD, YYYY'), 'bookingTime', display_time(h.start_time),
      'numGuests', h.number_of_guests
    ),
    h.expires_at, r.requested_at
  );
  perform count_booking_emails(array[mailbox], 1, '{}', r.requested_at);
  return query select null::link_problem, null::int, null::numeric, h.expires_at, null::timestamptz, link;
end $$;

-- Links a confirmed booking to the stop of the itinerary that it was planned for, if the stop is still for that visit. The
-- new version of the itinerary refuses changes of a page that shows the stop without its booking.
create function link_to_stop(p_stop_id uuid, b bookings) returns void
language sql volatile
as $$
  with planned as (
    update itineraries i set version = i.version + 1
    from itinerary_stops s
    where s.id = p_stop_id and s.itinerary_id = i.id and s.booking_id is null and s.experience_id = b.experience_id
      and i.visit_date + s.day = b.booking_date
    returning s.id
  )
  update itinerary_stops s set booking_id = b.id, start_time = b.start_time from planned where s.id = planned.id
$$;

-- Books what a link confirms, with the id of the hold, as of when it was held. problem: null (booked, also if it was
-- before), 'absent' (no such link, or it expired) or 'gone' (what was held is not offered any more, and is released).
create function confirm_by_link(p_hold_id uuid, p_now timestamptz) returns table (problem confirm_problem)
language plpgsql volatile
as $$
declare
  h holds;
  held guest_holds;
  booked record;
begin
  perform lock_idempotency_keys(array(select g.idempotency_key from guest_holds g where g.id = p_hold_id));
  h := lock_hold((select g.id from guest_holds g where g.id = p_hold_id), null);
  select g.* into held from guest_holds g where g.id = h.id;
  if h.outcome = 'booked' then
    return query select null::confirm_problem;
    return;
  end if;
  if held.id is null or not is_live(h, p_now) then
    return query select 'absent'::confirm_problem;
    return;
  end if;
  select b.* into booked from create_bookings(jsonb_build_array(held.request || jsonb_build_object('id', h.id))) b;
  if booked.problem is not null then
    perform end_holds(array[h.id], 'released', p_now);
    return query select 'gone'::confirm_problem;
    return;
  end if;
  perform link_to_stop((held.request ->> 'itinerary_stop_id')::uuid, booked.booking);
  update guest_holds g set request = '{}' where g.id = h.id;
  -- A minute is long for an email that waits since the link was used, and not since it was written.
  update emails m set created_at = p_now where m.booking_id = h.id;
  return query select null::confirm_problem;
end $$;
