-- Bookings of guests who have not shown that the email address is theirs. Their emails are limited. Beyond a few bookings,
-- the places are only held until the guest confirms by an emailed link. Staff, keys and signed-in guests are exempt.

-- Returns whether the account of a signed-in visitor has the mailbox of this address.
create function is_mailbox_of_user(p_user_id uuid, p_email text) returns boolean
language sql stable
return p_user_id is not null
  and exists (select from users u where u.id = p_user_id and mailbox_of(u.email) = mailbox_of(p_email));

-- Returns whether the guest of a booking has yet to show that the email address is theirs. A corrected address counts as new.
create function is_unverified(b bookings) returns boolean
language sql stable
return b.channel in ('public', 'widget') and not is_mailbox_of_user(b.user_id, b.guest_email) and not (
  exists (select from guest_holds g where g.id = b.id)
  and not exists (select from booking_events e where e.booking_id = b.id and e.kind = 'readdressed'
    and (e.actor = 'guest' or e.changes ? 'guest_email'))
);

-- Returns the open, unverified bookings of a mailbox or of a telephone number.
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

-- Returns the key under which the table of attempts counts the emails to a mailbox in a period.
create function booking_email_key(p_mailbox text, p_seconds integer) returns bytea
language sql immutable
return sha256(convert_to(concat('booking emails ', p_seconds, ' ', p_mailbox), 'UTF8'));

-- The number of emails to a mailbox in the period that ends at ends_at.
create type booking_email_count as (mailbox text, seconds integer, counted integer, ends_at timestamptz);

-- Adds p_emails to the counts of mailboxes for an hour and for a day, and returns both counts. With 0, only locks and
-- reads the counts, which are rows in the table of attempts. p_phone_keys are locked but not counted. Transactions
-- about the same person wait for each other here.
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

-- Returns the time at which a mailbox may get its next email, or null if it may get one now. p_more emails are on their way.
-- The limit for a day is ten thirds of the limit for an hour.
create function next_booking_email(c booking_email_count, p_more bigint, p_an_hour integer) returns timestamptz
language sql immutable
return case
  when c.counted + p_more >= case c.seconds when 3600 then p_an_hour else p_an_hour::bigint * 10 / 3 end then c.ends_at
end;

-- Returns the mailbox that gets the email about a guest's change of a booking: the mailbox of p_email, if the guest
-- corrects the address. Returns null if the address is verified.
create function unverified_mailbox(p_booking_id uuid, p_email text) returns text
language sql stable
return (
  select mailbox_of(coalesce(p_email, b.guest_email)) from bookings b
  where b.id = p_booking_id
    and case when p_email is null then is_unverified(b) else not is_mailbox_of_user(b.user_id, p_email) end
);

-- Counts an email about a booking if the email may be sent now, and returns null. Otherwise returns the time at which
-- the next email may be sent.
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

-- Subtracts one email from the counts. The email was never written, because the change of the booking was refused.
create function return_booking_email(p_booking_id uuid, p_email text) returns void
language sql volatile
as $$
  update attempts a set tries = greatest(a.tries - 1, 0)
  where a.key in (
    booking_email_key(unverified_mailbox(p_booking_id, p_email), 3600),
    booking_email_key(unverified_mailbox(p_booking_id, p_email), 86400)
  )
$$;

-- Returns whether the guest has to confirm a request by a link, because the mailbox or the telephone number has three open,
-- unverified bookings that overlap the request, or ten in all, or because a link was sent for the same request before.
create function needs_link(r booking_request) returns boolean
language plpgsql stable
as $$
declare
  mailbox constant text := mailbox_of(r.guest_email);
  phone constant text := phone_key(r.guest_phone);
  opened bookings[];
  slot record;
begin
  if exists (select from guest_holds h where h.idempotency_key = r.idempotency_key) then
    return true;
  end if;
  opened := array(select b from open_unverified_bookings(mailbox, phone, r.requested_at) b);
  if cardinality(opened) < 3 then
    return false;
  end if;
  select s.starts_at, s.ends_at into slot from slots_of(r.experience_id, r.slot_date, r.slot_date, r.requested_at) s
  where (s.pattern_id = r.pattern_id or s.availability_id = r.availability_id or s.start_time = r.start_time)
  limit 1;
  return (
    select greatest(
      count(*) filter (where o.same_mailbox and o.is_together), count(*) filter (where o.same_phone and o.is_together)
    ) >= 3 or greatest(count(*) filter (where o.same_mailbox), count(*) filter (where o.same_phone)) >= 10
    from (
      select mailbox_of(b.guest_email) = mailbox, phone_key(b.guest_phone) = phone,
        b.starts_at < slot.ends_at and b.ends_at > slot.starts_at
      from unnest(opened) as b
    ) as o (same_mailbox, same_phone, is_together)
  );
end $$;

-- Holds places for 30 minutes and emails the guest a link. A repeated request holds no more places and returns no link.
-- p_next_email_at: when the mailbox may get its next email (null: now). problem: 'held' (places are held until `until`,
-- link is the path of the emailed link), 'emails' (no email before `until`), 'key_reused' or, as in create_booking, 'gone',
-- 'full', 'price' or 'group_size'.
create function hold_for_link(r booking_request, p_next_email_at timestamptz)
returns table (
  problem visitor_booking_problem, remaining integer, price_per_person numeric, until timestamptz, link text
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  e experiences;
  v vineyards;
  h holds;
  held record;
begin
  perform release_expired_holds(x.slot_id, r.requested_at)
  from guest_holds g join holds x on x.id = g.id where g.idempotency_key = r.idempotency_key;
  select case when g.request_hash = decode(r.request_hash, 'hex') then 'held' else 'key_reused' end, x.expires_at
  into problem, until
  from guest_holds g join holds x on x.id = g.id where g.idempotency_key = r.idempotency_key;
  if found then
    return next;
    return;
  end if;
  if p_next_email_at is not null then
    return query select 'emails'::visitor_booking_problem, null::int, null::numeric, p_next_email_at, null::text;
    return;
  end if;

  select x.* into e from experiences x where x.id = r.experience_id and x.vineyard_id = r.vineyard_id and x.is_active;
  select x.* into v from vineyards x where x.id = e.vineyard_id and x.is_visible;
  if v.id is null then
    return query select 'gone'::visitor_booking_problem, 0, null::numeric, null::timestamptz, null::text;
    return;
  end if;
  if coalesce(r.total_price = e.price_per_person * r.number_of_guests, r.price_per_person = e.price_per_person) is not true then
    return query select 'price'::visitor_booking_problem, null::int, e.price_per_person, null::timestamptz, null::text;
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
  perform count_booking_emails(array[mailbox_of(r.guest_email)], 1, '{}', r.requested_at);
  return query select 'held'::visitor_booking_problem, null::int, null::numeric, h.expires_at, link;
end $$;

-- Books for visitors like create_booking, within the limits for unverified addresses. There are two more problems:
-- 'emails': `until` is when the mailbox may get its next email. 'held': the guest confirms the request by the emailed link
-- with the path `link`, before the hold ends at `until`; link is null for a repeated request.
create function create_visitor_booking(p_request jsonb, p_emails_an_hour integer)
returns table (
  problem visitor_booking_problem, booking_id uuid, remaining integer, price_per_person numeric, booking bookings,
  until timestamptz, link text
)
language plpgsql volatile
set lock_timeout = '4s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  r constant booking_request := jsonb_populate_record(null::booking_request, p_request);
  mailbox constant text := mailbox_of(r.guest_email);
  is_limited boolean := not is_mailbox_of_user(r.user_id, r.guest_email);
  created record;
begin
  if is_limited then
    select max(next_booking_email(c, 0, p_emails_an_hour)) into until
    from count_booking_emails(array[mailbox], 0, array[phone_key(r.guest_phone)], r.requested_at) c;
    -- A repeated request is exempt, because it changes nothing. count_booking_emails has made concurrent equal requests
    -- wait for each other.
    is_limited := not exists (select from bookings b where b.idempotency_key = r.idempotency_key);
  end if;
  if is_limited and needs_link(r) then
    return query select h.problem, null::uuid, h.remaining, h.price_per_person, null::bookings, h.until, h.link
    from hold_for_link(r, until) h;
    return;
  end if;
  if is_limited and until is not null then
    problem := 'emails';
    return next;
    return;
  end if;
  select b.* into created from create_booking(p_request) b;
  if is_limited and created.problem is null then
    perform count_booking_emails(array[mailbox], 1, '{}', r.requested_at);
  end if;
  return query select created.problem::text::visitor_booking_problem, created.booking_id, created.remaining, created.price_per_person, created.booking,
    null::timestamptz, null::text;
end $$;

-- Links a booking to its stop of an itinerary, if the stop still plans that visit and is not booked. The itinerary gets a new
-- version, so that pages that show the stop without its booking can no longer change the itinerary.
create function link_to_stop(p_stop_id uuid, b bookings) returns void
language sql volatile
as $$
  with planned as (
    update itineraries i set version = i.version + 1
    from itinerary_stops s
    where s.id = p_stop_id and s.itinerary_id = i.id and s.experience_id = b.experience_id
      and i.visit_date + s.day = b.booking_date
      and not exists (select from bookings old where old.id = s.booking_id and old.status <> 'cancelled')
    returning s.id
  )
  update itinerary_stops s set booking_id = b.id, start_time = b.start_time from planned where s.id = planned.id
$$;

-- Books the request that a link confirms, as of the time of the request. The booking gets the id and the slot of the hold.
-- problem: null (booked now or before), 'absent' (no such link, or it expired) or 'gone' (no longer offered, and the hold is
-- released).
create function confirm_by_link(p_hold_id uuid, p_now timestamptz) returns table (problem confirm_problem)
language plpgsql volatile
as $$
declare
  h holds;
  held guest_holds;
  booked record;
begin
  perform lock_idempotency_key((select g.idempotency_key from guest_holds g where g.id = p_hold_id));
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
  -- The hold may have moved with its session since the request.
  select b.* into booked from create_booking(held.request || jsonb_build_object(
    'id', h.id, 'pattern_id', h.pattern_id, 'availability_id', h.availability_id, 'slot_date', h.slot_date, 'start_time', h.start_time
  )) b;
  if booked.problem is not null then
    perform end_holds(array[h.id], 'released', p_now);
    return query select 'gone'::confirm_problem;
    return;
  end if;
  perform link_to_stop((held.request ->> 'itinerary_stop_id')::uuid, booked.booking);
  update guest_holds g set request = '{}' where g.id = h.id;
  -- Sets the date of the email to now. With the date of the request, it would seem to have waited for minutes.
  update emails m set created_at = p_now where m.booking_id = h.id;
  return query select null::confirm_problem;
end $$;
