-- Every email, written in the transaction that causes it and delivered later. waiting → sending → sent, or → failed →
-- sending … → dead. kept: stored, never to be sent. superseded: untrue by now.
create table emails (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references bookings,
  event_id bigint references booking_events,
  email_type text not null check (email_type ~ '^[a-z]+(_[a-z]+)*$'),
  to_address email_address not null,
  payload jsonb not null,
  state text not null default 'waiting' check (
    state in ('waiting', 'sending', 'sent', 'failed', 'dead', 'kept', 'superseded')
  ),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Makes an email without an event unique, such as the reminder of one day.
  once_key text check (length(once_key) between 1 and 200),
  -- After this time the email is useless, and is not sent.
  deliver_by timestamptz,
  -- When the worker put it in its queue.
  queued_at timestamptz,
  -- The attempt that may send it now. A worker that lost its claim sends nothing.
  claim uuid,
  claimed_at timestamptz,
  -- How often the whole email was handed over without an answer. The first time it is retried, the second time it is
  -- dead.
  unanswered smallint not null default 0 check (unanswered between 0 and 2),
  -- The same at every attempt, so that mail programs recognise a duplicate.
  message_id text check (message_id ~ '^<[^<>@[:space:]]+@[^<>@[:space:]]+>$'),
  erased_at timestamptz,
  -- For an email without an event: the newest event of its booking when the email was written.
  after_event_id bigint references booking_events,
  -- The email of a change that staff can undo waits until then.
  deliver_after timestamptz,
  -- The W3C traceparent of the request or job that caused the email, set only while traces are exported.
  traceparent text default nullif(current_setting('chalk.traceparent', true), ''),
  -- One email of a type for one event.
  constraint once_per_event unique (event_id, email_type),
  constraint payload_is_an_object check (jsonb_typeof(payload) = 'object'),
  constraint sent_is_dated check ((state = 'sent') = (sent_at is not null)),
  constraint claimed_while_sending check (
    (state = 'sending') = (claim is not null) and (claim is null) = (claimed_at is null)
  ),
  constraint erased_mail_says_nothing check (
    erased_at is null
    or to_address = 'erased@erased.invalid' and payload = '{}' and num_nonnulls(last_error, once_key) = 0
      and state in ('sent', 'dead', 'kept', 'superseded')
  )
);
create index emails_of_booking on emails (booking_id, created_at);
create unique index emails_once on emails (once_key) where once_key is not null;
create index emails_unqueued on emails (created_at) where state = 'waiting' and queued_at is null;
create index emails_under_way on emails (state, created_at) where state in ('waiting', 'sending', 'failed', 'dead');
create index emails_newest on emails (created_at desc, id);
create index emails_to on emails (lower(to_address) text_pattern_ops);
create index emails_of_kind on emails (email_type, created_at desc, id);
create trigger emails_after_event before insert on emails
  for each row when (new.booking_id is not null and new.event_id is null and new.after_event_id is null)
  execute function set_after_event();

-- A recipient's link follows from the type of email, the address and this key (RFC 8058), so no address is stored for
-- it.
create table unsubscribe_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
insert into unsubscribe_key default values;

-- Recipients without an account who unsubscribed. Staff have unwanted_mails.
create table unsubscribes (
  id bytea primary key check (length(id) = 16),
  unsubscribed_at timestamptz not null
);
