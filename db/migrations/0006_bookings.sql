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
  guest_name one_line not null,
  guest_email email_address not null,
  guest_phone one_line not null,
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
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id),
  foreign key (pattern_id, experience_id) references availability_patterns (id, experience_id),
  foreign key (availability_id, experience_id) references availability (id, experience_id),
  constraint one_kind_of_slot check (num_nonnulls(pattern_id, availability_id) <= 1),
  constraint total_is_price_times_guests check (total_price = price_per_person * number_of_guests),
  constraint times_come_together check (
    num_nulls(start_time, end_time, starts_at, ends_at) in (0, 4) and ends_at > starts_at
  ),
  constraint instant_is_derived check (starts_at = london_instant(booking_date, start_time)),
  constraint key_has_its_hash check ((idempotency_key is null) = (request_hash is null)),
  constraint erased_says_nothing check (
    (erased_at is not null) = (guest_email like 'erased-%@erased.invalid') and (
      erased_at is null
      or guest_name = 'Erased' and guest_phone = 'Erased' and special_requests = '' and customer_notes = ''
        and user_id is null and idempotency_key is null
    )
  ),
  constraint erased_has_no_notes check (erased_at is null or staff_notes = '')
);
create index bookings_of_slot on bookings (pattern_id, booking_date) where pattern_id is not null;
create index bookings_of_legacy_slot on bookings (availability_id) where availability_id is not null;
create index bookings_by_time on bookings (experience_id, starts_at, ends_at) where status <> 'cancelled';
create index bookings_of_user on bookings (user_id) where user_id is not null;
create index bookings_visited on bookings (ends_at) where status = 'completed';
-- Searches by day read bookings in slots from the counters, and the few others here.
create index bookings_outside_slots on bookings (starts_at)
  where pattern_id is null and availability_id is null and status <> 'cancelled';
create index bookings_of_vineyard on bookings (vineyard_id, booking_date, start_time, id)
  include (experience_id, status, created_at);
create index bookings_in_order on bookings (booking_date, start_time, id);
create index bookings_waiting_at on bookings (vineyard_id, booking_date, start_time, id) where status = 'pending';
create index bookings_by_name on bookings (lower(guest_name::text collate pg_c_utf8) text_pattern_ops, vineyard_id);
create index bookings_by_last_word on bookings (last_word(guest_name) text_pattern_ops, vineyard_id);
create index bookings_by_email on bookings (lower(guest_email) text_pattern_ops, vineyard_id, booking_date);
create index bookings_waiting on bookings (created_at) include (starts_at) where status = 'pending';
create index bookings_placed on bookings (created_at) include (status, total_price, attendance);
create index bookings_under_way on bookings (ends_at) include (status, number_of_guests, attendance)
  where status in ('pending', 'confirmed');
create trigger bookings_touched before update on bookings for each row execute function touch_updated_at();
create trigger bookings_forget_plans after update of erased_at on bookings for each row
  when (old.erased_at is null and new.erased_at is not null)
  execute function forget_plans_of_booking();
create trigger bookings_notes_forgotten before update of erased_at on bookings
  for each row when (new.erased_at is not null) execute function forget_staff_notes();
create trigger bookings_leave_customer after update of guest_email, erased_at on bookings for each row
  when (old.erased_at is null and lower(old.guest_email) <> lower(new.guest_email))
  execute function leave_customer();
create trigger bookings_made_summed after insert on bookings referencing new table as made
  for each statement execute function note_bookings_made();
alter table bookings enable always trigger bookings_made_summed;
create trigger bookings_changed_summed after update on bookings referencing old table as was new table as became
  for each statement execute function note_bookings_changed();
alter table bookings enable always trigger bookings_changed_summed;
create trigger bookings_gone_summed after delete on bookings referencing old table as gone
  for each statement execute function note_bookings_gone();
alter table bookings enable always trigger bookings_gone_summed;
create trigger bookings_attendance_cleared before update of booking_date, start_time on bookings
  for each row
  when (
    new.attendance is not null and (old.booking_date, old.start_time) is distinct from (new.booking_date, new.start_time)
  )
  execute function clear_attendance();

-- The history of bookings, append-only. Personal values are only in the booking's own row.
create table booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('created', 'status', 'moved', 'overbooked', 'marked', 'readdressed')),
  actor text not null check (actor in ('guest', 'winemaker', 'admin', 'system')),
  actor_id uuid,
  changes jsonb not null,
  happened_at timestamptz not null
);
create index events_of_booking on booking_events (booking_id, id);
create trigger booking_events_stand before update or delete on booking_events
  for each row execute function refuse_change();
create trigger booking_events_stay before truncate on booking_events
  for each statement execute function refuse_change();
create trigger staff_act_noted after insert on booking_events
  for each row when (new.actor in ('winemaker', 'admin')) execute function note_staff_act();
alter table booking_events enable always trigger staff_act_noted;
create trigger act_by_winemaker after insert on booking_events
  for each row when (new.actor = 'winemaker') execute function hold_winemaker_of_booking();

-- What visitors wanted and could not have, without any person. day is null if none was named.
create table demand_refusals (
  day date,
  experience_id uuid references experiences on delete cascade,
  region one_line,
  party integer not null check (party between 1 and 10000),
  reason text not null check (reason in ('full', 'gone', 'price', 'group_size', 'none_found')),
  count bigint not null default 1 check (count > 0),
  constraint counted_once unique nulls not distinct (day, experience_id, region, party, reason),
  constraint somewhere_wanted check (num_nonnulls(experience_id, region) = 1)
) with (fillfactor = 70);
create index demand_of_experience on demand_refusals (experience_id, day) where experience_id is not null;

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

-- A vineyard's request to erase a customer, which an admin fulfils or declines. Fulfilling it deletes the row.
create table erasure_requests (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  email email_address not null check (email = lower(email)),
  reason prose not null default '',
  asked_by uuid not null references winemakers,
  created_at timestamptz not null,
  declined_at timestamptz,
  refusal prose not null default '',
  constraint declined_says_why check ((declined_at is not null) = (refusal <> ''))
);
create index erasure_requests_of on erasure_requests (customer_id(vineyard_id, email));
create unique index erasure_requests_waiting on erasure_requests (vineyard_id, email) where declined_at is null;
create trigger erasure_requests_of_somebody before insert on erasure_requests
  for each row execute function hold_customer();
