-- The instant of a local start in London. A time that occurs twice means its first occurrence; a time that the clocks
-- skip gives null. Not strict, because Postgres could not inline it then.
create function london_instant(day date, at time) returns timestamptz
language sql immutable parallel safe
return case
  when ((day + at - interval '1 hour') at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at - interval '1 hour') at time zone 'UTC'
  when ((day + at) at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at) at time zone 'UTC'
end;

create function display_time(at time) returns text
language sql immutable parallel safe
return
  ((extract(hour from at)::int + 11) % 12 + 1)::text || ':' || lpad(extract(minute from at)::int::text, 2, '0')
  || case when extract(hour from at) < 12 then ' AM' else ' PM' end;

-- Guests are found by the beginning of their name, of its last word, or of their email address.
create function last_word(p_name text) returns text
language sql immutable strict parallel safe
return lower(substring(p_name from '[^ ]+$') collate pg_c_utf8);

-- The id of a customer follows from the vineyard and the email address.
create function customer_id(p_vineyard_id uuid, p_email text) returns uuid
language sql immutable parallel safe
return overlay(
  overlay(md5(p_vineyard_id::text || ' ' || lower(p_email)) placing '8' from 13 for 1) placing 'a' from 17 for 1
)::uuid;

-- The text of a booking in which searches find its customer.
create function customer_search_text(p_name text, p_email text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email) collate pg_c_utf8);

create table bookings (
  -- 128 random bits: whoever has the link may see and cancel the booking, so it must not be guessable.
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (reference ~ '^CV-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{2}$'),
  user_id uuid references users on delete set null,
  vineyard_id uuid not null references vineyards,
  experience_id uuid not null,
  pattern_id uuid,
  availability_id uuid,
  booking_date date not null,
  start_time time,
  end_time time,
  starts_at timestamptz,
  ends_at timestamptz,
  booking_time text generated always as (coalesce(display_time(start_time), '12:00 PM')) stored,
  number_of_guests integer not null check (number_of_guests between 1 and 10000),
  num_guests integer generated always as (number_of_guests) stored,
  guest_name one_line,
  guest_email email_address,
  guest_phone one_line,
  special_requests prose not null default '',
  customer_notes prose not null default '',
  price_per_person numeric(10, 2) not null check (price_per_person >= 0),
  total_price numeric(12, 2) not null,
  currency text not null default 'GBP' check (currency = 'GBP'),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled', 'completed')),
  -- Staff took its places beyond the capacity on purpose.
  is_overbooked boolean not null default false,
  idempotency_key uuid unique,
  request_hash bytea check (length(request_hash) = 32),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  attendance text check (attendance in ('arrived', 'no_show')),
  staff_notes prose not null default '',
  -- Staff also book guests without an email address, and walk-ins of whom only the party size is known.
  channel text not null default 'public',
  -- How many of a party came, if not all of them, and when the mark was made: devices without a connection send it later.
  arrived_guests integer check (arrived_guests > 0),
  marked_at timestamptz,
  -- Until when staff may undo the last change of status, counted from the request that made it.
  undo_until timestamptz,
  -- When and why the vineyard called the session off. The status stays; the guest chooses another time or cancels until
  -- the start. informed_at: when staff told a guest whom no email reaches.
  called_off_at timestamptz,
  called_off_reason text check (called_off_reason in ('weather', 'illness', 'too_few', 'closed', 'other')),
  called_off_message prose not null default '',
  informed_at timestamptz,
  -- How a reseller or another system names the booking.
  external_reference one_line check (length(external_reference) between 1 and 200),
  api_key_id uuid references api_keys,
  -- False if another system writes to the guest.
  emails_guest boolean not null default true,
  -- A booking made with a test key. It is in no list, total or figure of staff.
  is_test boolean not null default false,
  -- A booking outside slots has none. pattern_id, availability_id and booking_date stay what the guest booked.
  slot_id uuid references slots,
  -- The version of the slot when this booking was cancelled.
  cancelled_at_version bigint,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  constraint one_kind_of_slot check (num_nonnulls(pattern_id, availability_id) <= 1),
  constraint total_is_price_times_guests check (total_price = price_per_person * number_of_guests),
  constraint times_come_together check (
    num_nulls(start_time, end_time, starts_at, ends_at) in (0, 4) and ends_at > starts_at
  ),
  constraint instant_is_derived check (starts_at = london_instant(booking_date, start_time)),
  constraint key_has_its_hash check ((idempotency_key is null) = (request_hash is null)),
  constraint erased_has_no_notes check (erased_at is null or staff_notes = ''),
  -- A guest without an email address gets none by being erased.
  constraint erased_says_nothing check (
    (guest_email is null or (erased_at is not null) = (guest_email like 'erased-%@erased.invalid')) and (
      erased_at is null
      or guest_name is not distinct from 'Erased' and guest_phone is not distinct from 'Erased'
        and special_requests = '' and customer_notes = '' and user_id is null and idempotency_key is null
    )
  ),
  constraint only_arrivals_are_counted check (arrived_guests is null or attendance is not distinct from 'arrived'),
  constraint called_off_has_its_facts check (
    case when called_off_at is null
      then called_off_reason is null and called_off_message = '' and informed_at is null
      else called_off_reason is not null
    end
  ),
  constraint called_off_never_completes check (called_off_at is null or status <> 'completed'),
  constraint channel_is_known
    check (channel in ('public', 'widget', 'staff', 'walk_in', 'reseller', 'import')),
  constraint resellers_use_keys check ((channel = 'reseller') = (api_key_id is not null)),
  constraint guest_by_channel check (
    case
      when channel in ('public', 'widget') then num_nulls(guest_name, guest_email, guest_phone) = 0
      when channel = 'staff' then guest_name is not null and num_nonnulls(guest_email, guest_phone) > 0
      when channel = 'import' then guest_name is not null
      else true
    end
  )
);
create index bookings_of_slot on bookings (pattern_id, booking_date) where pattern_id is not null;
create index bookings_of_legacy_slot on bookings (availability_id) where availability_id is not null;
create index bookings_by_time on bookings (experience_id, starts_at, ends_at) where status <> 'cancelled';
create index bookings_of_user on bookings (user_id) where user_id is not null;
create index bookings_visited on bookings (ends_at) where status = 'completed';
-- Searches by day read how many guests slots have from the slots, and the few bookings outside slots here.
create index bookings_outside_slots on bookings (starts_at)
  where pattern_id is null and availability_id is null and status <> 'cancelled';
create index bookings_in_order on bookings (booking_date, start_time, id);
create index bookings_waiting_at on bookings (vineyard_id, booking_date, start_time, id) where status = 'pending';
create index bookings_by_name on bookings (lower(guest_name::text collate pg_c_utf8) text_pattern_ops, vineyard_id);
create index bookings_by_last_word on bookings (last_word(guest_name) text_pattern_ops, vineyard_id);
create index bookings_by_email on bookings (lower(guest_email) text_pattern_ops, vineyard_id, booking_date);
create index bookings_waiting on bookings (created_at) include (starts_at) where status = 'pending';
create index bookings_without_name on bookings (vineyard_id, booking_date) where guest_name is null;
create index bookings_undoable on bookings (undo_until) where undo_until is not null;
create index bookings_called_off on bookings (starts_at)
  where called_off_at is not null and status in ('pending', 'confirmed');
-- Figures of the marketplace leave out what was called off, and read these two indexes alone.
create index bookings_placed on bookings (created_at) include (status, total_price, attendance, called_off_at);
create index bookings_under_way on bookings (ends_at) include (status, number_of_guests, attendance, called_off_at)
  where status in ('pending', 'confirmed');
create index bookings_by_external_reference on bookings (vineyard_id, external_reference)
  where external_reference is not null;
-- A row of an imported list is booked once.
create unique index imported_once on bookings (vineyard_id, external_reference)
  where channel = 'import' and external_reference is not null;
create index test_bookings on bookings (created_at) where is_test;
-- What a seller's keys sold, at all vineyards: a reseller reads it also after a vineyard opted out.
create index bookings_by_key on bookings (api_key_id) where api_key_id is not null;
-- A booking on the site or in the widget can be made in anybody's name. Of one mailbox or telephone number only some are
-- allowed at a time, so they are found by both. The expressions are those of mailbox_of and phone_key.
create index open_bookings_by_mailbox on bookings ((lower(regexp_replace(guest_email, '\+[^@]*@', '@'))), ends_at)
where channel in ('public', 'widget') and status in ('pending', 'confirmed');
create index open_bookings_by_phone on bookings (
  (regexp_replace(regexp_replace(split_part(lower(guest_phone), 'x', 1), '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')), ends_at
)
where channel in ('public', 'widget') and status in ('pending', 'confirmed');
-- A customer's bookings, the last and the next visit first.
create index bookings_of_customer on bookings (customer_id(vineyard_id, guest_email), booking_date)
  where guest_email is not null and not is_test;
-- Searches of all vineyards for a part of a name or address. The name is as guest_name_of returns it. A longer list of what
-- is to be added to the index would make single bookings wait.
create index bookings_by_customer_text on bookings using gin (
  customer_search_text(
    coalesce(guest_name, case channel when 'reseller' then 'Reseller’s guest' else 'Walk-in' end), guest_email
  ) gin_trgm_ops
) with (gin_pending_list_limit = 512) where guest_email is not null and not is_test;
-- Counts of bookings read these two alone.
create index bookings_by_status on bookings (status, booking_date) where not is_test;
create index bookings_of_vineyard on bookings (vineyard_id, booking_date, start_time, id)
  include (experience_id, status, is_test);
create index bookings_in_slot on bookings (slot_id);
create trigger bookings_touched before update on bookings for each row execute function touch_updated_at();
create trigger bookings_forget_plans after update of erased_at on bookings for each row
  when (old.erased_at is null and new.erased_at is not null)
  execute function forget_plans_of_booking();
create trigger bookings_notes_forgotten before update of erased_at on bookings
  for each row when (new.erased_at is not null) execute function forget_staff_notes();
create trigger bookings_leave_customer after update of guest_email, erased_at on bookings for each row
  when (old.erased_at is null and lower(old.guest_email) <> lower(new.guest_email))
  execute function leave_customer();
create trigger bookings_attendance_cleared before update of booking_date, start_time on bookings
  for each row
  when (
    new.attendance is not null and (old.booking_date, old.start_time) is distinct from (new.booking_date, new.start_time)
  )
  execute function clear_attendance();
create trigger bookings_by_test_keys before insert or update of api_key_id, emails_guest on bookings
  for each row when (new.api_key_id is not null) execute function mark_test_booking();

-- The history of bookings, append-only. Personal values are only in the booking's own row.
create table booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  kind text not null check (
    kind in ('created', 'status', 'moved', 'overbooked', 'marked', 'readdressed', 'money', 'called_off', 'informed')
  ),
  actor text not null check (actor in ('guest', 'winemaker', 'admin', 'key', 'system')),
  actor_id uuid,
  changes jsonb not null,
  happened_at timestamptz not null,
  -- The event that this one undid. Each is undone once.
  undoes bigint references booking_events,
  constraint only_a_status_is_undone check (undoes is null or kind = 'status')
);
create index events_of_booking on booking_events (booking_id, id);
create unique index events_undone on booking_events (undoes) where undoes is not null;
create trigger booking_events_stand before update or delete on booking_events
  for each row execute function refuse_change();
create trigger booking_events_stay before truncate on booking_events
  for each statement execute function refuse_change();
create trigger act_by_winemaker after insert on booking_events
  for each row when (new.actor = 'winemaker') execute function hold_winemaker_of_booking();
create trigger act_by_key after insert on booking_events for each row when (new.actor = 'key') execute function hold_key();
create trigger staff_act_noted after insert on booking_events
  for each row when (new.actor in ('winemaker', 'admin', 'key')) execute function note_staff_act();
alter table booking_events enable always trigger staff_act_noted;
create trigger bookings_to_webhooks after insert on booking_events referencing new table as added
  for each statement execute function note_webhook_bookings();

-- What staff wrote to the guest about an event. Personal, so not in the append-only history.
create table booking_event_messages (
  event_id bigint primary key references booking_events,
  booking_id uuid not null references bookings,
  message prose not null check (message <> '')
);
create index event_messages_of_booking on booking_event_messages (booking_id);

-- Cancellations that the guest read on a page while staff could still undo them. An Undo then confirms the visit again.
create table cancellation_reads (
  event_id bigint primary key references booking_events (id),
  read_at timestamptz not null
);

-- Staff's notes about a customer. They last as long as a booking at the vineyard has the email address.
create table customer_notes (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  email email_address not null check (email = lower(email)),
  note prose not null check (note <> ''),
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  created_at timestamptz not null
);
create index customer_notes_of on customer_notes (customer_id(vineyard_id, email), created_at desc);
create trigger customer_notes_of_somebody before insert on customer_notes
  for each row execute function hold_customer();
