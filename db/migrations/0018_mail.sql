-- Mail of every kind, with or without a booking: what is written waits, the worker hands it to its queue, and each
-- attempt is claimed, so that two of them never send the same mail.

alter table emails
  add constraint payload_is_an_object check (jsonb_typeof(payload) = 'object'),
  -- What may be asked for only once although no event stands behind it, such as one reminder of one day.
  add column once_key text check (length(once_key) between 1 and 200),
  -- After this moment the mail is of no use to anybody, and is not sent.
  add column deliver_by timestamptz,
  -- When the worker handed it to its queue; until then nobody has taken it up.
  add column queued_at timestamptz,
  add column next_try_at timestamptz,
  -- The attempt that may send it now, and since when. Whoever lost the claim sends nothing.
  add column claim uuid,
  add column claimed_at timestamptz,
  -- How often the whole of it was given away without an answer: once more is allowed, then it is dead.
  add column unanswered smallint not null default 0 check (unanswered between 0 and 2),
  -- The same at every attempt, so that a mail that comes twice is seen to be one.
  add column message_id text check (message_id ~ '^<[^<>@[:space:]]+@[^<>@[:space:]]+>$'),
  add constraint sent_is_dated check ((state = 'sent') = (sent_at is not null)),
  add constraint claimed_while_sending check ((state = 'sending') = (claim is not null) and (claim is null) = (claimed_at is null));

-- waiting → sending → sent, or → failed → sending … → dead. kept: written down, and never to be sent.
create unique index emails_once on emails (once_key) where once_key is not null;
create index emails_unqueued on emails (created_at) where state = 'waiting' and queued_at is null;
create index emails_under_way on emails (state, created_at) where state in ('waiting', 'sending', 'failed', 'dead');
drop index emails_waiting;
