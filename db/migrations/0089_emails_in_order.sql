-- The emails about one booking reach each recipient in the order of the booking's events. An email that a newer event made
-- untrue is not sent: its state is then 'superseded'.

alter table emails
  drop constraint emails_state_check,
  add constraint emails_state_check
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dead', 'kept', 'superseded')),
  drop constraint erased_mail_says_nothing,
  add constraint erased_mail_says_nothing check (
    erased_at is null
    or to_address = 'erased@erased.invalid' and payload = '{}' and num_nonnulls(last_error, once_key) = 0
      and state in ('sent', 'dead', 'kept', 'superseded')
  ),
  -- Of an email that no event caused: the newest event of its booking when the email was written.
  add column after_event_id bigint references booking_events;

update emails m set after_event_id = (
  select max(e.id) from booking_events e where e.booking_id = m.booking_id and e.happened_at <= m.created_at
)
where booking_id is not null and event_id is null and state <> 'sent';

-- Stable, so that it sees the events that the inserting statement saw, and none that was committed since.
create function set_after_event() returns trigger
language plpgsql stable
as $$
begin
  select max(e.id) into new.after_event_id from booking_events e where e.booking_id = new.booking_id;
  return new;
end $$;
create trigger emails_after_event before insert on emails
  for each row when (new.booking_id is not null and new.event_id is null and new.after_event_id is null)
  execute function set_after_event();

-- Whether an event after `p_event_id` made an email untrue. A cancellation that was undone leaves 'received' true.
create function is_superseded(p_booking_id uuid, p_email_type text, p_event_id bigint) returns boolean
language sql stable
return exists (
  select from booking_events e
  where e.booking_id = p_booking_id and e.id > p_event_id and e.kind in ('moved', 'status') and case p_email_type
    when 'received' then e.kind = 'moved' or e.changes -> 'status' ->> 1 = 'confirmed'
      or e.changes -> 'status' ->> 1 = 'cancelled' and not exists (
        select from booking_events u
        where u.booking_id = p_booking_id and u.id > e.id and u.kind = 'status' and u.changes -> 'status' ->> 0 = 'cancelled'
      )
    when 'cancelled' then e.kind = 'status' and e.changes -> 'status' ->> 0 = 'cancelled'
    else p_email_type in ('confirmed', 'moved', 'reminder')
      and (e.kind = 'moved' or e.changes -> 'status' ->> 1 = 'cancelled')
  end
);

-- Claims the next email on the way of `p_id`: of the emails about its booking to its address that are still to be sent,
-- the first in the order of events. Before that, superseded emails and those given away twice without an answer are marked.
-- asked_state: the state of `p_id` now. is_busy: another transaction holds one of these emails, so nothing was done.
-- id and all after it: null when the next email is being sent by somebody else, is not taken up yet, or none is left.
-- Waits for no lock, so that it can never be part of a deadlock.
create function claim_next_email(p_id uuid, p_domain text, p_lease interval, p_now timestamptz)
returns table (
  asked_state text, is_busy boolean, id uuid, email_type text, to_address email_address, booking_id uuid, payload jsonb,
  claim uuid, message_id text, attempts integer, deliver_by timestamptz
)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  asked emails;
  locked uuid[];
  front emails;
begin
  select e.* into asked from emails e where e.id = p_id;
  if not found then
    return;
  end if;
  select coalesce(array_agg(l.id), '{}') into locked
  from (
    select e.id from emails e
    where (e.id = p_id or e.booking_id = asked.booking_id and lower(e.to_address) = lower(asked.to_address))
      and e.state in ('waiting', 'failed', 'sending')
    for update skip locked
  ) as l;
  if exists (
    select from emails e
    where (e.id = p_id or e.booking_id = asked.booking_id and lower(e.to_address) = lower(asked.to_address))
      and e.state in ('waiting', 'failed', 'sending') and e.id <> all (locked)
  ) then
    asked_state := asked.state;
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

  select e.* into front from emails e
  where e.id = any (locked) and e.state in ('waiting', 'failed', 'sending')
  order by coalesce(e.event_id, e.after_event_id) nulls first, e.event_id is null, e.created_at, e.id
  limit 1;
  if front.queued_at is not null and (front.claimed_at is null or front.claimed_at <= p_now - p_lease) then
    update emails e set
      state = 'sending', claim = gen_random_uuid(), claimed_at = p_now, attempts = e.attempts + 1,
      message_id = coalesce(e.message_id, format('<%s@%s>', e.id, p_domain))
    where e.id = front.id
    returning e.* into front;
  else
    front := null;
  end if;
  return query
    select e.state, false, front.id, front.email_type, front.to_address, front.booking_id, front.payload, front.claim,
      front.message_id, front.attempts, front.deliver_by
    from emails e where e.id = p_id;
end $$;

-- As before; a superseded email stays one.
create or replace function erase_emails(p_ids uuid[], p_now timestamptz) returns integer
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

-- As before, and problem 'superseded': a newer event of the booking made the email untrue.
create or replace function send_again(p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz) returns text
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
