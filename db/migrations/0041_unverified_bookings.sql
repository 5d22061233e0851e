-- A booking on the site or in the widget can be made in anybody's name. Of one mailbox or telephone number only some are
-- allowed at a time, so they are found by both. The expressions are those of mailbox_of and phone_key.
create index open_bookings_by_mailbox on bookings ((lower(regexp_replace(guest_email, '\+[^@]*@', '@'))), ends_at)
where channel in ('public', 'widget') and status in ('pending', 'confirmed');
create index open_bookings_by_phone on bookings (
  (regexp_replace(regexp_replace(split_part(lower(guest_phone), 'x', 1), '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')), ends_at
)
where channel in ('public', 'widget') and status in ('pending', 'confirmed');

-- A visitor holds places only until a link that was emailed confirms the booking: the actor is then 'visitor'. The rules
-- of a table that the last release writes may only become fewer.
alter table holds drop constraint holds_actor_check;

-- What becomes a booking once the link is used. Deleted when the hold ends without a booking; a row of a booked hold
-- shows that its guest's address is verified.
create table guest_holds (
  id uuid primary key references holds,
  -- The fields of booking_request; empty once booked.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  -- Of the form or call that made the hold: a repeated one holds nothing more.
  idempotency_key uuid not null unique,
  request_hash bytea not null check (length(request_hash) = 32)
);
