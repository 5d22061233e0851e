-- Sets after_event_id of a new email to the booking's last event. The function is stable, so that it sees the events that the
-- inserting statement saw, and no later events.
create or replace function set_after_event() returns trigger
language plpgsql stable
as $$
begin
  select max(e.id) into new.after_event_id from booking_events e where e.booking_id = new.booking_id;
  return new;
end $$;

-- Stores an email to a guest of the demonstration without sending it.
create or replace function keep_demonstration_email() returns trigger
language plpgsql stable
as $$
begin
  new.state := 'kept';
  return new;
end $$;

-- Returns whether an event after p_event_id made an email out of date. If a cancelled booking was re-activated, its
-- cancellation does not affect 'received'. An undone event affects no email, and the Undo affects only the email about
-- the undone event. A thank-you is out of date while the party is marked as a no-show.
create function is_superseded(p_booking_id uuid, p_email_type text, p_event_id bigint) returns boolean
language sql stable
return p_email_type = 'thank_you' and exists (
  select from bookings b where b.id = p_booking_id and b.attendance = 'no_show'
) or exists (
  select from booking_events e
  where e.booking_id = p_booking_id and e.id > p_event_id and e.kind in ('moved', 'status', 'called_off', 'reopened') and case
    when e.undoes is not null then e.changes -> 'status' ->> 0 = p_email_type
    when exists (select from booking_events u where u.undoes = e.id) then false
    -- Moving a whole session back affects only the email about that move.
    when is_move_back(e) then exists (
      select from booking_events x where x.id = p_event_id and x.changes -> 'session_move' ->> 1 = e.changes -> 'session_move' ->> 0
    )
    when e.kind = 'moved' and exists (
      select from booking_events u
      where u.booking_id = p_booking_id and u.id > e.id and u.changes -> 'session_move' ->> 0 = e.changes -> 'session_move' ->> 1
    ) then false
    when p_email_type = 'called_off' then e.kind in ('moved', 'reopened') or e.changes -> 'status' ->> 1 = 'cancelled'
    -- A visit that was called off and opened again takes place as the emails before the call-off said.
    when e.kind = 'called_off' and exists (
      select from booking_events u where u.booking_id = p_booking_id and u.id > e.id and u.kind = 'reopened'
    ) then false
    when p_email_type = 'received' then e.kind in ('moved', 'called_off') or e.changes -> 'status' ->> 1 = 'confirmed'
      or e.changes -> 'status' ->> 1 = 'cancelled' and not exists (
        select from booking_events u
        where u.booking_id = p_booking_id and u.id > e.id and u.kind = 'status' and u.changes -> 'status' ->> 0 = 'cancelled'
          and not exists (select from booking_events x where x.undoes = u.id)
      )
    when p_email_type = 'cancelled' then e.kind = 'status' and e.changes -> 'status' ->> 0 = 'cancelled'
    else p_email_type in ('confirmed', 'moved', 'reminder', 'reopened')
      and (e.kind in ('moved', 'called_off') or e.changes -> 'status' ->> 1 = 'cancelled')
  end
);

-- Claims the first unsent email, in the order of events, of those with the same address and booking as the email p_id.
-- requested_state is the state of p_id. id is null if another worker is sending such an email, or if no email is due. is_busy
-- means that the rows are locked and nothing was changed. Never waits for a lock, so it cannot deadlock.
create function claim_next_email(p_id uuid, p_domain text, p_lease interval, p_now timestamptz)
returns table (
  requested_state text, is_busy boolean, id uuid, email_type text, to_address email_address, booking_id uuid, payload jsonb,
  claim uuid, message_id text, attempts integer, deliver_by timestamptz
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  requested emails;
  locked uuid[];
  oldest emails;
begin
  select e.* into requested from emails e where e.id = p_id;
  if not found then
    return;
  end if;
  select coalesce(array_agg(l.id), '{}') into locked
  from (
    select e.id from emails e
    where (e.id = p_id or e.booking_id = requested.booking_id and lower(e.to_address) = lower(requested.to_address))
      and e.state in ('waiting', 'failed', 'sending')
    for update skip locked
  ) as l;
  if exists (
    select from emails e
    where (e.id = p_id or e.booking_id = requested.booking_id and lower(e.to_address) = lower(requested.to_address))
      and e.state in ('waiting', 'failed', 'sending') and e.id <> all (locked)
  ) then
    requested_state := requested.state;
    is_busy := true;
    return next;
    return;
  end if;

  update emails e set
    state = case when e.unanswered >= 2 then 'dead' else 'superseded' end,
    claim = null, claimed_at = null,
    last_error = case when e.unanswered >= 2
      then coalesce(e.last_error, 'It was handed over twice without an answer, so it may have arrived.') end
  where e.id = any (locked) and e.queued_at is not null and (e.claimed_at is null or e.claimed_at <= p_now - p_lease)
    and (e.unanswered >= 2 or is_superseded(e.booking_id, e.email_type, coalesce(e.event_id, e.after_event_id)));

  select e.* into oldest from emails e
  where e.id = any (locked) and e.state in ('waiting', 'failed', 'sending')
  order by coalesce(e.event_id, e.after_event_id) nulls first, e.event_id is null, e.created_at, e.id
  limit 1;
  if oldest.queued_at is not null and coalesce(oldest.deliver_after <= p_now, true)
    and (oldest.claimed_at is null or oldest.claimed_at <= p_now - p_lease) then
    update emails e set
      state = 'sending', claim = gen_random_uuid(), claimed_at = p_now, attempts = e.attempts + 1,
      message_id = coalesce(e.message_id, format('<%s@%s>', e.id, p_domain))
    where e.id = oldest.id
    returning e.* into oldest;
  else
    oldest := null;
  end if;
  return query
    select e.state, false, oldest.id, oldest.email_type, oldest.to_address, oldest.booking_id, oldest.payload, oldest.claim,
      oldest.message_id, oldest.attempts, oldest.deliver_by
    from emails e where e.id = p_id;
end $$;

-- Returns why an email was not delivered, from the reply of the mail server (RFC 5321) and its enhanced code (RFC 3463):
-- 'no_mailbox' (5.1.1), 'mailbox_full' (552 or 5.2.2), 'refused' (another 5xx), 'undelivered' (given up without such a reply)
-- or 'retrying'. Null for an email in any other state.
create function email_failure_of(m emails) returns email_failure
language sql immutable
return case
  when m.state = 'failed' then 'retrying'
  when m.state <> 'dead' then null
  when m.last_error ~ ': 5\d\d[ -]5\.1\.1\M' then 'no_mailbox'
  when m.last_error ~ ': (5\d\d[ -]5\.2\.2\M|552[ -](?!5\.\d))' then 'mailbox_full'
  when m.last_error ~ ': 5\d\d[ -]' then 'refused'
  else 'undelivered'
end::email_failure;

-- Returns an email's failure as the API sends it: the reason and the end of the retries. Null if the email did not fail.
-- The worker retries for about a day.
create function failure_facts(m emails) returns jsonb
language sql stable
return case when m.state in ('dead', 'failed') then jsonb_build_object(
  'reason', email_failure_of(m),
  'retried_until', case when m.state = 'failed' then to_char(
    least(m.deliver_by, coalesce(m.queued_at, m.created_at) + interval '1 day') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) end
) end;

-- Returns the newest email to a booking's guest if it failed: it was given up, or has been retried for an hour.
create function failed_email(b bookings, p_now timestamptz) returns setof emails
language sql stable rows 1
begin atomic
  select (newest).*
  from (
    select m as newest from emails m
    where m.booking_id = b.id and lower(m.to_address) = lower(b.guest_email) and m.state not in ('kept', 'superseded')
    order by m.created_at desc, m.queued_at desc nulls first
    limit 1
  ) as n
  where (newest).state = 'dead' or (newest).state = 'failed' and (newest).created_at <= p_now - interval '1 hour';
end;

-- Returns whether an email about a booking may be sent again unchanged. It must be given up, still be true and in time, and
-- have the address that the guest has now.
create function may_send_again(m emails, b bookings, p_now timestamptz) returns boolean
language sql stable
return m.state = 'dead' and m.erased_at is null and not m.payload ? 'link' and coalesce(m.deliver_by > p_now, true)
  and lower(m.to_address) = lower(b.guest_email)
  and not is_superseded(m.booking_id, m.email_type, coalesce(m.event_id, m.after_event_id));

-- Sends an email that failed for good or was only stored. Returns null, 'absent', 'under_way' (waiting, sent or
-- about to be retried), 'late' (past its deadline) or 'superseded' (a newer event made the email out of date).
create function resend_email(p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz) returns email_resend_problem
language plpgsql volatile
as $$
declare
  m emails;
begin
  select e.* into m from emails e where e.id = p_id and e.erased_at is null for update;
  if not found then
    return 'absent';
  elsif m.state not in ('dead', 'kept', 'superseded') then
    return 'under_way';
  elsif m.state = 'superseded' or is_superseded(m.booking_id, m.email_type, coalesce(m.event_id, m.after_event_id)) then
    return 'superseded';
  elsif m.deliver_by <= p_now then
    return 'late';
  end if;
  update emails e set state = 'waiting', queued_at = null, unanswered = 0, attempts = 0, last_error = null where e.id = p_id;
  perform note_audit(
    p_actor, p_actor_id, 'email', p_id, null, jsonb_build_object('state', m.state), jsonb_build_object('state', 'waiting'), p_now
  );
  return null;
end $$;

-- Returns whether an account may receive emails about bookings. These emails show how to reach guests, so they are not sent
-- to colleagues at the gate or to invited addresses that are not verified yet.
create function gets_vineyard_emails(w winemakers) returns boolean
language sql stable
return w.is_active and w.role <> 'gate' and (w.password_hash is not null or w.invited_by is null);

-- Returns the recipients of a vineyard's emails of a type: its staff who subscribe to them. If it has no staff, returns the
-- address on its page, unless this address unsubscribed.
create function vineyard_mailboxes(p_vineyard_id uuid, p_email_type text) returns table (address text, state text)
language sql stable
begin atomic
  select w.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v join winemakers w on w.vineyard_id = v.id and gets_vineyard_emails(w)
  where v.id = p_vineyard_id and p_email_type <> all (w.unwanted_mails)
  union
  select v.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v
  where v.id = p_vineyard_id and v.email is not null and not is_unsubscribed(p_email_type, v.email)
    and not exists (select from winemakers w where w.vineyard_id = v.id and gets_vineyard_emails(w));
end;

-- Queues the emails to the vineyard's staff about bookings, cancellations and moves by guests and sellers. p_email_types has
-- the type of each event's email to the guest.
create function queue_vineyard_notices(p_event_ids bigint[], p_email_types text[], p_now timestamptz) returns void
language sql volatile
as $$
  insert into emails (booking_id, after_event_id, once_key, email_type, to_address, payload, state, created_at)
  select b.id, e.id, concat(notice.email_type, ' ', e.id, ' ', m.address), notice.email_type, m.address,
    email_payload(b.id, notice.email_type), m.state, p_now
  from unnest(p_event_ids, p_email_types) as told (event_id, email_type)
    join booking_events e on e.id = told.event_id
    join bookings b on b.id = e.booking_id
    cross join lateral (
      select case
        when told.email_type = 'received' and e.actor = 'guest' then 'vineyard_booked'
        when told.email_type = 'confirmed' and e.actor in ('system', 'key') then 'vineyard_booked'
        when told.email_type = 'cancelled' and e.actor in ('guest', 'key') then 'vineyard_cancelled'
        when told.email_type = 'moved' and e.actor in ('guest', 'key') then 'vineyard_moved'
      end
    ) as notice (email_type)
    cross join lateral vineyard_mailboxes(b.vineyard_id, notice.email_type) m
  where notice.email_type is not null and b.erased_at is null
  on conflict (once_key) where once_key is not null do nothing
$$;

create function admin_mailboxes(p_email_type text) returns table (address text, state text)
language sql stable
begin atomic
  select a.email, case when a.is_demo then 'kept' else 'waiting' end
  from admins a where a.is_active and p_email_type <> all (a.unwanted_mails);
end;

create function unsubscribe_id(p_email_type text, p_address text) returns bytea
language sql stable
return (
  select substr(sha256(k.key || convert_to(format('id %s %s', p_email_type, lower(p_address)), 'UTF8')), 1, 16)
  from unsubscribe_key k
);

create function unsubscribe_signature(p_email_type text, p_id bytea) returns bytea
language sql stable
return (
  select substr(sha256(k.key || convert_to(format('signature %s ', p_email_type), 'UTF8') || p_id), 1, 16)
  from unsubscribe_key k
);

-- Returns the token of an unsubscribe link: base64url of the id and its signature, 43 characters.
create function unsubscribe_token(p_email_type text, p_address text) returns text
language sql stable
return (
  select translate(rtrim(encode(id || unsubscribe_signature(p_email_type, id), 'base64'), '='), '+/', '-_')
  from unsubscribe_id(p_email_type, p_address) as id
);

create function is_unsubscribed(p_email_type text, p_address text) returns boolean
language sql stable
return exists (select from unsubscribes where id = unsubscribe_id(p_email_type, p_address));

-- Returns the id of the address and the type of email (one of p_email_types) that an unsubscribe link is for. Returns no row if
-- the link is invalid.
create function find_unsubscribe(p_token text, p_email_types text[])
returns table (id bytea, email_type text, is_unsubscribed boolean)
language sql stable
begin atomic
  select t.id, k.email_type,
    exists (select from unsubscribes u where u.id = t.id)
      or exists (
        select from winemakers w
        where w.is_active and k.email_type = any (w.unwanted_mails) and unsubscribe_id(k.email_type, w.email) = t.id
      )
  from (
    select substr(bytes, 1, 16) as id, substr(bytes, 17) as signature
    from decode(translate(p_token, '-_', '+/') || '=', 'base64') as bytes
  ) as t, unnest(p_email_types) as k (email_type)
  where t.signature = unsubscribe_signature(k.email_type, t.id);
end;

-- Unsubscribes by a link, or subscribes again. Returns false if the link is invalid.
create function set_unsubscribed(p_token text, p_email_types text[], p_is_unsubscribed boolean, p_now timestamptz)
returns boolean
language plpgsql volatile
as $$
declare
  link record;
begin
  select l.* into link from find_unsubscribe(p_token, p_email_types) l;
  if not found then
    return false;
  end if;
  update winemakers w set unwanted_mails = case
    when p_is_unsubscribed then array_append(array_remove(w.unwanted_mails, link.email_type), link.email_type)
    else array_remove(w.unwanted_mails, link.email_type)
  end
  where link.email_type like 'vineyard\_%' and w.is_active and unsubscribe_id(link.email_type, w.email) = link.id;
  if not found and p_is_unsubscribed then
    insert into unsubscribes (id, unsubscribed_at) values (link.id, p_now) on conflict do nothing;
  elsif not p_is_unsubscribed then
    delete from unsubscribes u where u.id = link.id;
  end if;
  return true;
end $$;

-- Returns whether the guest is emailed about changes of a booking. Some guests are emailed by another system instead. Guests of
-- imported bookings get at least the emails about changes. Erased guests have no mailbox.
create function emails_changes(b bookings) returns boolean
language sql immutable
return b.guest_email is not null and b.erased_at is null and (b.emails_guest or b.channel = 'import');
