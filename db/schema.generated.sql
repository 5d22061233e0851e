create extension btree_gin;

create extension btree_gist;

create extension pg_trgm;

create domain email_address as text
  constraint email_address_has_two_parts CHECK (((VALUE ~ '^[^\s@<>",;:]+@[^\s@<>",;:]+$'::text) AND (length(VALUE) <= 254)));

create domain one_line as text
  constraint one_line_is_clean CHECK (((VALUE !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'::text) AND (VALUE = btrim(VALUE)) AND ((length(VALUE) >= 1) AND (length(VALUE) <= 200))));

create domain picture_address as text
  constraint picture_address_is_ours_or_http CHECK (((VALUE ~ '^(/[a-z0-9][a-z0-9/._-]*|https?://[^\s<>"]+)$'::text) AND (length(VALUE) <= 2000)));

create domain prose as text
  constraint prose_is_clean CHECK (((VALUE !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]'::text) AND (length(VALUE) <= 10000)));

create domain web_address as text
  constraint web_address_is_http CHECK (((VALUE ~ '^https?://[^\s<>"]+$'::text) AND (length(VALUE) <= 2000)));

create type addition_problem as enum ('absent', 'many');

create type attendance_problem as enum ('absent', 'repeated', 'cancelled', 'called_off', 'early', 'too_many', 'overruled');

create type booking_email_count as (
  mailbox text,
  seconds integer,
  counted integer,
  ends_at timestamp with time zone
);

create type booking_erasure_problem as enum ('absent', 'address', 'to_come');

create type booking_problem as enum ('repeated', 'key_reused', 'gone', 'full', 'price', 'group_size');

create type booking_request as (
  id uuid,
  vineyard_id uuid,
  experience_id uuid,
  pattern_id uuid,
  availability_id uuid,
  slot_date date,
  start_time time without time zone,
  number_of_guests integer,
  price_per_person numeric,
  total_price numeric,
  guest_name text,
  guest_email text,
  guest_phone text,
  special_requests text,
  user_id uuid,
  idempotency_key uuid,
  request_hash text,
  requested_at timestamp with time zone,
  channel text,
  external_reference text,
  api_key_id uuid,
  emails_guest boolean,
  beyond_limits boolean
);

create type calendar_problem as enum ('absent', 'known', 'many');

create type call_off_problem as enum ('absent', 'past');

create type cancellation_problem as enum ('absent', 'final', 'late', 'changed');

create type choice_problem as enum ('absent', 'final', 'late', 'gone', 'full');

create type closure_undo_problem as enum ('absent', 'of_calendar', 'changed', 'late', 'gone', 'full');

create type confirm_problem as enum ('absent', 'gone');

create type correction_problem as enum ('absent', 'final', 'same', 'often');

create type customer_merge_problem as enum ('absent', 'same');

create type customer_separation_problem as enum ('absent', 'late');

create type delivery_resend_problem as enum ('absent', 'waiting', 'off');

create type demand_reason as enum ('full', 'gone', 'late', 'price', 'group_size', 'none_found');

create type email_failure as enum ('no_mailbox', 'mailbox_full', 'refused', 'undelivered', 'retrying');

create type email_resend_problem as enum ('absent', 'under_way', 'late', 'superseded');

create type erasure_problem as enum ('to_come', 'staff');

create type exception_problem as enum ('absent', 'booked');

create type exception_removal_problem as enum ('absent', 'of_calendar');

create type group_hold_problem as enum ('repeated', 'other', 'absent', 'late', 'group_size', 'gone', 'full', 'changed');

create type guest_edit_problem as enum ('absent', 'erased', 'reseller', 'unreachable', 'changed');

create type hold_booking_problem as enum ('repeated', 'absent', 'ended', 'group_size', 'gone', 'full');

create type hold_change_problem as enum ('absent', 'ended', 'group_size', 'gone', 'full');

create type hold_kind as enum ('short', 'group');

create type hold_problem as enum ('absent', 'group_size', 'gone', 'full');

create type invitation_problem as enum ('not_owner', 'many', 'here', 'disabled', 'elsewhere');

create type itinerary_answer_problem as enum ('absent', 'full', 'stale');

create type key_booking_problem as enum ('repeated', 'key_reused', 'absent', 'gone', 'full', 'price', 'group_size');

create type lookup_problem as enum ('absent');

create type move_problem as enum ('absent', 'erased', 'final', 'late', 'group_size', 'unchanged', 'changed', 'past', 'gone', 'full');

create type octo_problem as enum ('repeated', 'other', 'absent', 'ended', 'final', 'erased', 'late', 'group_size', 'gone', 'full', 'many_held', 'many_in_session');

create type pattern_change_problem as enum ('absent', 'stale', 'same_start', 'season');

create type pattern_problem as enum ('absent', 'same_start');

create type payment_problem as enum ('absent', 'other', 'nothing_due', 'too_much', 'no_entry', 'corrected', 'refunded');

create type plan_problem as enum ('absent', 'stale', 'same_start');

create type planned_slot as (
  slot_id uuid,
  pattern_id uuid,
  slot_date date,
  start_time time without time zone,
  end_time time without time zone,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  planned integer,
  capacity integer,
  is_closed boolean,
  exception_id uuid,
  is_superseded boolean
);

create type refresh_outcome as enum ('refreshed', 'ended', 'reused');

create type release_problem as enum ('absent', 'booked');

create type reopen_problem as enum ('absent', 'late', 'full');

create type review_problem as enum ('absent', 'uninvited', 'not_completed', 'no_show', 'late', 'closed', 'changed', 'full', 'deleted');

create type row_addition_problem as enum ('refused');

create type row_problem as enum ('absent', 'stale', 'refused');

create type session_host_problem as enum ('absent', 'gone', 'clash');

create type session_move_problem as enum ('absent', 'empty', 'gone', 'unchanged', 'past', 'full');

create type session_move_undo_problem as enum ('absent', 'late', 'full');

create type slot_difference as (
  experience_id uuid,
  slot_id uuid,
  planned planned_slot
);

create type staff_booking_problem as enum ('repeated', 'other', 'absent', 'early', 'group_size', 'gone', 'full');

create type status_problem as enum ('absent', 'changed', 'called_off', 'erased', 'gone', 'full');

create type take_outcome as enum ('taken', 'full', 'gone');

create type take_way as enum ('ordinary', 'on_purpose', 'put_back');

create type team_problem as enum ('not_owner', 'absent', 'last_owner');

create type undo_problem as enum ('absent', 'changed', 'final', 'erased', 'late', 'gone', 'full');

create type visitor_booking_problem as enum ('repeated', 'key_reused', 'gone', 'full', 'price', 'group_size', 'emails', 'held');

create type walk_in_undo_problem as enum ('absent', 'paid');

create sequence audit_events_id_seq as bigint start 1 increment 1 owned by audit_events.id;

create sequence availability_changes_id_seq as bigint start 1 increment 1 owned by availability_changes.id;

create sequence booking_events_id_seq as bigint start 1 increment 1 owned by booking_events.id;

create sequence payments_id_seq as bigint start 1 increment 1 owned by payments.id;

create sequence vineyard_posters_turn_seq as integer start 1 increment 1 owned by vineyard_posters.turn;

create sequence webhook_deliveries_position_seq as bigint start 1 increment 1 owned by webhook_deliveries."position";

create table admin_recovery_codes (
  admin_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone
);

create table admin_sessions (
  id uuid not null default gen_random_uuid(),
  admin_id uuid not null,
  seed bytea not null,
  browser one_line,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);

create table admin_tokens (
  refresh_hash bytea not null,
  access_hash bytea not null,
  session_id uuid not null,
  access_expires_at timestamp with time zone not null,
  replaced_at timestamp with time zone
);

create table admins (
  id uuid not null default gen_random_uuid(),
  name one_line not null,
  email email_address not null,
  password_hash text,
  is_demo boolean not null default false,
  is_active boolean not null default true,
  two_step_secret text,
  two_step_since timestamp with time zone,
  two_step_spent bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  unwanted_mails text[] not null default '{}'::text[]
);

create table api_keys (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid,
  name one_line not null,
  permissions text[] not null,
  key_hash bytea not null,
  ending text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  reseller_id uuid,
  is_test boolean not null default false
);

create unlogged table attempts (
  key bytea not null,
  tries integer not null,
  next_at timestamp with time zone not null,
  forget_at timestamp with time zone not null
);

create table audit_events (
  id bigint not null generated always as identity,
  actor text not null,
  actor_id uuid,
  noun text not null,
  noun_id uuid not null,
  vineyard_id uuid,
  before jsonb,
  after jsonb,
  happened_at timestamp with time zone not null
);

create table audit_personal (
  event_id bigint not null,
  field text not null,
  before jsonb,
  after jsonb,
  subjects text[] not null,
  erased_at timestamp with time zone
);

create table availability_changes (
  id bigint not null generated always as identity,
  vineyard_id uuid not null,
  experience_id uuid,
  starts_on date,
  ends_on date
);

create table availability_exceptions (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  experience_id uuid,
  pattern_id uuid,
  starts_on date not null,
  ends_on date not null,
  from_time time without time zone,
  until_time time without time zone,
  capacity integer,
  reason one_line,
  source text not null default 'staff'::text,
  created_at timestamp with time zone not null default now(),
  calendar_source_id uuid,
  call_off_id uuid
);

create table availability_patterns (
  id uuid not null default gen_random_uuid(),
  experience_id uuid not null,
  days_of_week smallint[] not null,
  start_time time without time zone not null,
  capacity integer not null,
  valid_from date not null,
  valid_until date,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  yearly_season jsonb,
  valid_days datemultirange not null generated always as (valid_days_of(valid_from, valid_until, yearly_season)) stored
);

create table backups (
  id uuid not null default gen_random_uuid(),
  requested_by uuid,
  requested_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  attempts smallint not null default 0,
  step text,
  done real not null default 0,
  finished_at timestamp with time zone,
  folder text,
  bytes bigint,
  checked_at timestamp with time zone,
  bookings bigint,
  fault_count integer,
  problem text,
  deleted_at timestamp with time zone,
  is_outside boolean not null default false
);

create table blog_posts (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  title one_line not null,
  summary prose,
  author one_line,
  cover_image_url picture_address,
  tags text[] not null default '{}'::text[],
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  body jsonb not null default '{"type": "doc", "content": []}'::jsonb
);

create table booking_event_messages (
  event_id bigint not null,
  booking_id uuid not null,
  message prose not null
);

create table booking_events (
  id bigint not null generated always as identity,
  booking_id uuid not null,
  kind text not null,
  actor text not null,
  actor_id uuid,
  changes jsonb not null,
  happened_at timestamp with time zone not null,
  undoes bigint
);

create table booking_lists (
  link_hash bytea not null,
  email email_address not null,
  token_hash bytea,
  expires_at timestamp with time zone not null
);

create table bookings (
  id uuid not null default gen_random_uuid(),
  reference text not null,
  user_id uuid,
  vineyard_id uuid not null,
  experience_id uuid not null,
  pattern_id uuid,
  availability_id uuid,
  booking_date date not null,
  start_time time without time zone,
  end_time time without time zone,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  booking_time text generated always as (COALESCE(display_time(start_time), '12:00 PM'::text)) stored,
  number_of_guests integer not null,
  num_guests integer generated always as (number_of_guests) stored,
  guest_name one_line,
  guest_email email_address,
  guest_phone one_line,
  special_requests prose not null default ''::text,
  customer_notes prose not null default ''::text,
  price_per_person numeric(10,2) not null,
  total_price numeric(12,2) not null,
  currency text not null default 'GBP'::text,
  status text not null default 'pending'::text,
  is_overbooked boolean not null default false,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  erased_at timestamp with time zone,
  attendance text,
  staff_notes prose not null default ''::text,
  channel text not null default 'public'::text,
  arrived_guests integer,
  marked_at timestamp with time zone,
  undo_until timestamp with time zone,
  called_off_at timestamp with time zone,
  called_off_reason text,
  called_off_message prose not null default ''::text,
  informed_at timestamp with time zone,
  external_reference one_line,
  api_key_id uuid,
  emails_guest boolean not null default true,
  is_test boolean not null default false,
  slot_id uuid,
  cancelled_at_version bigint,
  guest_search text not null generated always as (
CASE
    WHEN (erased_at IS NULL) THEN guest_search_text(COALESCE((guest_name)::text,
    CASE channel
        WHEN 'reseller'::text THEN 'Reseller’s guest'::text
        ELSE 'Walk-in'::text
    END), (guest_email)::text, (guest_phone)::text, reference)
    ELSE ''::text
END) stored,
  names_its_guest boolean not null generated always as (
CASE
    WHEN (channel = ANY (ARRAY['public'::text, 'widget'::text, 'staff'::text])) THEN ((guest_name IS NOT NULL) AND (num_nonnulls(guest_email, guest_phone) > 0))
    WHEN (channel = 'import'::text) THEN (guest_name IS NOT NULL)
    ELSE true
END) stored,
  tags text[] not null default '{}'::text[],
  call_off_id uuid,
  reopened_at timestamp with time zone,
  reopened_informed_at timestamp with time zone,
  beyond_limits boolean not null default false,
  session_move_id uuid,
  move_informed_at timestamp with time zone,
  contact_id uuid generated always as (
CASE
    WHEN (NOT is_test) THEN customer_id(vineyard_id, contact_text((guest_email)::text, (guest_phone)::text))
    ELSE NULL::uuid
END) stored
);

create table calendar_feeds (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  experience_id uuid,
  secret_hash bytea not null,
  renewed_at timestamp with time zone not null,
  last_read_at timestamp with time zone
);

create table calendar_sources (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  experience_id uuid,
  url web_address not null,
  added_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  read_at timestamp with time zone,
  next_check_at timestamp with time zone not null,
  failures integer not null default 0,
  problem text,
  etag text,
  last_modified text,
  digest bytea,
  closes integer not null default 0,
  read_report jsonb
);

create table cancellation_reads (
  event_id bigint not null,
  read_at timestamp with time zone not null
);

create table consistency_checks (
  id uuid not null default gen_random_uuid(),
  requested_by uuid,
  requested_at timestamp with time zone not null,
  stepped_at timestamp with time zone,
  steps_done smallint not null default 0,
  finished_at timestamp with time zone,
  faults jsonb not null default '[]'::jsonb,
  fault_count integer not null default 0
);

create table contact_messages (
  id uuid not null default gen_random_uuid(),
  name one_line not null,
  email email_address not null,
  subject one_line not null,
  message prose not null,
  state text not null default 'new'::text,
  form_key uuid not null,
  created_at timestamp with time zone not null default now(),
  assigned_to uuid,
  answer prose,
  answered_by uuid,
  answered_at timestamp with time zone
);

create table customer_merges (
  contact_id uuid not null,
  vineyard_id uuid not null,
  main_id uuid not null,
  merge_id uuid not null,
  came_with uuid,
  actor text not null,
  actor_id uuid not null,
  merged_at timestamp with time zone not null
);

create table customer_notes (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  email email_address,
  note prose not null,
  actor text not null,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  phone one_line,
  contact_id uuid not null generated always as (
CASE
    WHEN (num_nonnulls(email, phone) = 1) THEN customer_id(vineyard_id, COALESCE((email)::text, (phone)::text))
    ELSE NULL::uuid
END) stored
);

create table customer_tags (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  email email_address,
  tag text not null,
  agreed boolean not null,
  actor text not null,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  phone one_line,
  contact_id uuid not null generated always as (
CASE
    WHEN (num_nonnulls(email, phone) = 1) THEN customer_id(vineyard_id, COALESCE((email)::text, (phone)::text))
    ELSE NULL::uuid
END) stored
);

create table demand_refusals (
  day date,
  experience_id uuid,
  region one_line,
  party integer not null,
  reason text not null,
  count bigint not null default 1
) with (fillfactor=70);

create table emails (
  id uuid not null default uuidv7(),
  booking_id uuid,
  event_id bigint,
  email_type text not null,
  to_address email_address not null,
  payload jsonb not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  once_key text,
  deliver_by timestamp with time zone,
  queued_at timestamp with time zone,
  claim uuid,
  claimed_at timestamp with time zone,
  unanswered smallint not null default 0,
  message_id text,
  erased_at timestamp with time zone,
  after_event_id bigint,
  deliver_after timestamp with time zone,
  traceparent text default NULLIF(current_setting('chalk.traceparent'::text, true), ''::text)
);

create table erasure_requests (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  email email_address,
  reason prose not null default ''::text,
  requested_by uuid not null,
  created_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  refusal prose not null default ''::text,
  phone one_line,
  contact_id uuid not null generated always as (
CASE
    WHEN (num_nonnulls(email, phone) = 1) THEN customer_id(vineyard_id, COALESCE((email)::text, (phone)::text))
    ELSE NULL::uuid
END) stored
);

create table experiences (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  title one_line not null,
  description prose,
  type text,
  duration_minutes integer,
  price_per_person numeric(10,2) not null,
  currency text not null default 'GBP'::text,
  min_group_size integer not null default 1,
  max_group_size integer,
  is_active boolean not null default true,
  is_instant boolean not null default false,
  included prose,
  host_id uuid,
  booking_cutoff_minutes integer not null default 0,
  booking_horizon_days integer not null default 365,
  cancellation_cutoff_minutes integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  parking one_line,
  station one_line,
  food one_line,
  step_free text,
  dogs text,
  children text,
  external_reference one_line,
  sold_by_resellers boolean not null default false,
  scene text,
  facts_stated_on jsonb not null default '{}'::jsonb
);

create table favourites (
  user_id uuid not null,
  vineyard_id uuid not null,
  created_at timestamp with time zone not null default now()
);

create table group_holds (
  id uuid not null,
  vineyard_id uuid not null,
  name one_line not null,
  guest_email text,
  guest_phone one_line,
  note text not null default ''::text,
  number_of_guests integer not null,
  actor text not null,
  actor_id uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone
);

create table guest_holds (
  id uuid not null,
  request jsonb not null,
  idempotency_key uuid not null,
  request_hash bytea not null
);

create table holds (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  experience_id uuid not null,
  pattern_id uuid,
  availability_id uuid,
  slot_date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  number_of_guests integer not null,
  price_per_person numeric(10,2) not null,
  currency text not null,
  actor text not null,
  actor_id uuid,
  for_booking_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  slot_id uuid not null,
  kind hold_kind not null default 'short'::hold_kind,
  group_hold_id uuid,
  is_overbooked boolean not null default false,
  beyond_limits boolean not null default false
);

create table hosts (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  name one_line not null,
  capacity integer not null,
  lock_version bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  once_held integer not null,
  kind text not null default 'room'::text,
  feed_secret_hash bytea,
  feed_renewed_at timestamp with time zone,
  feed_read_at timestamp with time zone,
  introduction one_line,
  is_shown boolean not null default false
);

create table itineraries (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  title one_line not null,
  summary prose,
  is_curated boolean not null default false,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  visit_date date,
  party smallint not null default 2,
  begins_at time without time zone not null default '10:00:00'::time without time zone,
  key_hash bytea,
  share_id uuid,
  version integer not null default 1,
  share_until date,
  travel text not null default 'drive'::text,
  stay one_line,
  stay_latitude numeric(9,6),
  stay_longitude numeric(9,6),
  other_plan_id uuid
);

create table itinerary_answers (
  id uuid not null default gen_random_uuid(),
  itinerary_id uuid not null,
  key_hash bytea not null,
  name one_line,
  is_coming boolean,
  needs prose not null default ''::text,
  vote text,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone not null,
  visit_date date
);

create table itinerary_keys (
  key_hash bytea not null,
  itinerary_id uuid not null,
  created_at timestamp with time zone not null
);

create table itinerary_stops (
  id uuid not null default gen_random_uuid(),
  itinerary_id uuid not null,
  place smallint not null,
  vineyard_id uuid,
  experience_id uuid,
  name one_line,
  note prose,
  day smallint not null default 0,
  start_time time without time zone,
  minutes smallint,
  latitude double precision,
  longitude double precision,
  booking_id uuid
);

create table known_callers (
  caller_hash bytea not null,
  kind text not null,
  winemaker_id uuid,
  admin_id uuid,
  last_used_at timestamp with time zone not null
);

create table octo_bookings (
  id uuid not null,
  vineyard_id uuid not null,
  api_key_id uuid not null,
  reseller_reference one_line,
  unit_items uuid[] not null,
  details jsonb not null default '{}'::jsonb,
  cancellation_reason prose not null default ''::text,
  request_hash bytea not null,
  updated_at timestamp with time zone not null
);

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  email email_address,
  winemaker_id uuid,
  admin_id uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  claim_id uuid
);

create table opening_alerts (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  email email_address not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone
);

create table page_version (
  only_row boolean not null default true,
  version bigint not null default 0
) with (fillfactor=50);

create table passkey_challenges (
  challenge_hash bytea not null,
  user_id uuid,
  expires_at timestamp with time zone not null
);

create table passkeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name one_line,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone
);

create table payments (
  id bigint not null generated always as identity,
  booking_id uuid,
  vineyard_id uuid not null,
  entry text not null,
  kind text,
  amount numeric(10,2) not null,
  reason one_line,
  corrects bigint,
  actor text not null,
  actor_id uuid not null,
  taken_at timestamp with time zone not null,
  taken_on date not null generated always as (((taken_at AT TIME ZONE 'Europe/London'::text))::date) stored,
  idempotency_key uuid not null,
  created_at timestamp with time zone not null
);

create table pictures (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid,
  experience_id uuid,
  shown_as text not null,
  address text not null,
  alt text not null default ''::text,
  rank integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  bytes integer not null default 0,
  host_id uuid,
  viewing_key uuid not null default gen_random_uuid()
);

create table postcode_list (
  only_one boolean not null default true,
  name text not null,
  kind text not null,
  year integer not null,
  loaded_at timestamp with time zone not null
);

create table postcodes (
  code text collate "C" not null,
  latitude real not null,
  longitude real not null
);

create table releases (
  version text not null,
  oldest_version text not null,
  applied_at timestamp with time zone not null default now()
);

create table reseller_vineyards (
  reseller_id uuid not null,
  vineyard_id uuid not null,
  opted_in_at timestamp with time zone not null
);

create table resellers (
  id uuid not null default gen_random_uuid(),
  name one_line not null,
  email email_address,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now()
);

create table review_pictures (
  id uuid not null,
  review_id uuid not null,
  address text not null,
  bytes integer not null,
  created_at timestamp with time zone not null,
  shown_at timestamp with time zone,
  removed_at timestamp with time zone
);

create table review_reports (
  review_id uuid not null,
  rule integer not null,
  times integer not null default 1,
  reported_at timestamp with time zone not null
);

create table reviews (
  id uuid not null default gen_random_uuid(),
  booking_id uuid not null,
  vineyard_id uuid not null,
  stars integer not null,
  words prose not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  answer prose not null default ''::text,
  answered_at timestamp with time zone,
  hidden_by_rule integer,
  erased_at timestamp with time zone
);

create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now()
);

create table session_moves (
  id uuid not null,
  vineyard_id uuid not null,
  experience_id uuid not null,
  from_slot_id uuid not null,
  to_slot_id uuid not null,
  exception_id uuid,
  from_starts_at timestamp with time zone not null,
  to_starts_at timestamp with time zone not null,
  places_left integer not null,
  host_left integer,
  parties jsonb not null,
  holds jsonb not null,
  actor text not null,
  actor_id uuid not null,
  moved_at timestamp with time zone not null,
  undone_at timestamp with time zone
);

create table skipped_setup_steps (
  vineyard_id uuid not null,
  step text not null,
  skipped_at timestamp with time zone not null
);

create table slot_spans (
  experience_id uuid not null,
  written_until date not null
);

create table slots (
  id uuid not null default uuidv7(),
  vineyard_id uuid not null,
  experience_id uuid not null,
  pattern_id uuid,
  slot_date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  planned integer not null,
  capacity integer not null,
  is_closed boolean not null default false,
  exception_id uuid,
  is_superseded boolean not null default false,
  retired_at timestamp with time zone,
  booked integer not null default 0,
  overbooked integer not null default 0,
  held integer not null default 0,
  sold_before_cut integer not null default 0,
  version bigint not null default 0,
  host_id uuid,
  is_for_one_party boolean not null default false
) with (fillfactor=90);

create table staff_booking_events (
  event_id bigint not null,
  vineyard_id uuid not null,
  actor_id uuid,
  happened_at timestamp with time zone not null
);

create table stations (
  code text collate "C" not null,
  name one_line not null,
  kind text not null,
  source text not null,
  latitude double precision not null,
  longitude double precision not null
);

create table unsubscribe_key (
  is_only boolean not null default true,
  key bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
);

create table unsubscribes (
  id bytea not null,
  unsubscribed_at timestamp with time zone not null
);

create table user_sessions (
  token_hash bytea not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  browser one_line,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);

create table users (
  id uuid not null default gen_random_uuid(),
  email email_address not null,
  created_at timestamp with time zone not null default now(),
  asked_about_passkeys_at timestamp with time zone
);

create table vineyard_claims (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid,
  name one_line not null,
  email email_address not null,
  role one_line not null,
  message prose not null,
  state text not null default 'new'::text,
  form_key uuid not null,
  created_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  refusal prose,
  vineyard_name one_line,
  vineyard_location one_line,
  vineyard_website web_address
);

create table vineyard_facts (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  experience_id uuid,
  fact text not null,
  choice text not null,
  detail one_line,
  stated_on date not null
);

create table vineyard_posters (
  vineyard_id uuid not null,
  turn integer not null generated always as identity,
  revision integer not null default 1,
  drawing_version integer not null default 0,
  address picture_address
);

create table vineyard_ratings (
  vineyard_id uuid not null,
  reviews integer not null default 0,
  stars integer not null default 0
);

create table vineyards (
  id uuid not null default gen_random_uuid(),
  name one_line not null,
  city one_line,
  region one_line,
  address one_line,
  postcode one_line,
  description prose,
  phone one_line,
  email email_address,
  website web_address,
  latitude numeric(9,6),
  longitude numeric(9,6),
  cover_image_url picture_address,
  logo_url picture_address,
  is_visible boolean not null default true,
  is_verified boolean not null default false,
  facebook_url web_address,
  instagram_url web_address,
  twitter_url web_address,
  linkedin_url web_address,
  youtube_url web_address,
  tiktok_url web_address,
  featured_at timestamp with time zone,
  is_demo boolean not null default false,
  source prose,
  source_key text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_sandbox boolean not null default false,
  accent_colour text,
  widget_sites text[] not null default '{}'::text[],
  taxis jsonb not null default '[]'::jsonb
);

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  "position" bigint not null generated always as identity,
  webhook_id uuid not null,
  event_type text not null,
  subject_id uuid,
  payload jsonb not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  failures integer not null default 0,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  claim uuid,
  last_attempt_at timestamp with time zone,
  status_code integer,
  duration_ms integer,
  problem text,
  traceparent text default NULLIF(current_setting('chalk.traceparent'::text, true), ''::text)
);

create table webhooks (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  key_owner uuid,
  url web_address not null,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  disabled_because text,
  failing_since timestamp with time zone,
  last_success_at timestamp with time zone
);

create table winemaker_sessions (
  token_hash bytea not null,
  winemaker_id uuid not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  browser one_line
);

create table winemakers (
  id uuid not null default gen_random_uuid(),
  vineyard_id uuid not null,
  name one_line not null,
  email email_address not null,
  "position" one_line,
  password_hash text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_demo boolean not null default false,
  unwanted_mails text[] not null default '{}'::text[],
  role text not null default 'owner'::text,
  invited_by uuid,
  removed_at timestamp with time zone
);

alter table admin_recovery_codes add constraint admin_recovery_codes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;

alter table admin_recovery_codes add constraint admin_recovery_codes_code_hash_check CHECK ((length(code_hash) = 32));

alter table admin_recovery_codes add constraint admin_recovery_codes_pkey PRIMARY KEY (admin_id, code_hash);

alter table admin_sessions add constraint admin_sessions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;

alter table admin_sessions add constraint admin_sessions_pkey PRIMARY KEY (id);

alter table admin_sessions add constraint admin_sessions_seed_check CHECK ((length(seed) = 32));

alter table admin_tokens add constraint admin_tokens_access_hash_check CHECK ((length(access_hash) = 32));

alter table admin_tokens add constraint admin_tokens_access_hash_key UNIQUE (access_hash);

alter table admin_tokens add constraint admin_tokens_pkey PRIMARY KEY (refresh_hash);

alter table admin_tokens add constraint admin_tokens_refresh_hash_check CHECK ((length(refresh_hash) = 32));

alter table admin_tokens add constraint admin_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES admin_sessions(id) ON DELETE CASCADE;

alter table admins add constraint admins_check CHECK (((two_step_since IS NULL) OR (two_step_secret IS NOT NULL)));

alter table admins add constraint admins_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text));

alter table admins add constraint admins_pkey PRIMARY KEY (id);

alter table admins add constraint admins_unwanted_mails_check CHECK ((unwanted_mails <@ ARRAY['contact_message'::text, 'claim_received'::text]));

alter table api_keys add constraint api_keys_check CHECK ((expires_at > created_at));

alter table api_keys add constraint api_keys_ending_check CHECK ((length(ending) = 4));

alter table api_keys add constraint api_keys_key_hash_key UNIQUE (key_hash);

alter table api_keys add constraint api_keys_name_check CHECK (((length((name)::text) >= 1) AND (length((name)::text) <= 200)));

alter table api_keys add constraint api_keys_permissions_check CHECK (((cardinality(permissions) > 0) AND (permissions <@ ARRAY['availability:read'::text, 'bookings:read'::text, 'bookings:write'::text, 'webhooks'::text])));

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (id);

alter table api_keys add constraint api_keys_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id);

alter table api_keys add constraint api_keys_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table api_keys add constraint key_has_one_owner CHECK ((num_nonnulls(vineyard_id, reseller_id) = 1));

alter table attempts add constraint attempts_key_check CHECK ((length(key) = 32));

alter table attempts add constraint attempts_pkey PRIMARY KEY (key);

alter table attempts add constraint attempts_tries_check CHECK ((tries >= 0));

alter table audit_events add constraint audit_events_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text, 'key'::text, 'system'::text])));

alter table audit_events add constraint audit_events_pkey PRIMARY KEY (id);

alter table audit_personal add constraint audit_personal_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_events(id);

alter table audit_personal add constraint audit_personal_pkey PRIMARY KEY (event_id, field);

alter table audit_personal add constraint erased_is_empty CHECK (((erased_at IS NULL) OR ((num_nonnulls(before, after) = 0) AND (subjects = '{}'::text[]))));

alter table availability_changes add constraint availability_changes_pkey PRIMARY KEY (id);

alter table availability_changes add constraint availability_changes_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table availability_exceptions add constraint a_feed_has_its_calendar CHECK (((source = 'feed'::text) = (calendar_source_id IS NOT NULL)));

alter table availability_exceptions add constraint a_pattern_has_its_experience CHECK (((pattern_id IS NULL) OR (experience_id IS NOT NULL)));

alter table availability_exceptions add constraint availability_exceptions_calendar_source_id_fkey FOREIGN KEY (calendar_source_id) REFERENCES calendar_sources(id);

alter table availability_exceptions add constraint availability_exceptions_capacity_check CHECK (((capacity >= 0) AND (capacity <= 10000)));

alter table availability_exceptions add constraint availability_exceptions_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id);

alter table availability_exceptions add constraint availability_exceptions_pattern_id_experience_id_fkey FOREIGN KEY (pattern_id, experience_id) REFERENCES availability_patterns(id, experience_id);

alter table availability_exceptions add constraint availability_exceptions_pkey PRIMARY KEY (id);

alter table availability_exceptions add constraint availability_exceptions_source_check CHECK ((source = ANY (ARRAY['staff'::text, 'feed'::text])));

alter table availability_exceptions add constraint availability_exceptions_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table availability_exceptions add constraint days_in_order CHECK ((ends_on >= starts_on));

alter table availability_exceptions add constraint hours_come_together CHECK ((((from_time IS NULL) = (until_time IS NULL)) AND (until_time > from_time)));

alter table availability_patterns add constraint availability_patterns_capacity_check CHECK (((capacity >= 1) AND (capacity <= 10000)));

alter table availability_patterns add constraint availability_patterns_days_of_week_check CHECK ((((cardinality(days_of_week) >= 1) AND (cardinality(days_of_week) <= 7)) AND (days_of_week <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint])));

alter table availability_patterns add constraint availability_patterns_experience_id_fkey FOREIGN KEY (experience_id) REFERENCES experiences(id);

alter table availability_patterns add constraint availability_patterns_id_experience_id_key UNIQUE (id, experience_id);

alter table availability_patterns add constraint availability_patterns_pkey PRIMARY KEY (id);

alter table availability_patterns add constraint availability_patterns_start_time_check CHECK (((EXTRACT(second FROM start_time) = (0)::numeric) AND (start_time < '24:00:00'::time without time zone)));

alter table availability_patterns add constraint availability_patterns_valid_from_check CHECK (((valid_from >= '2000-01-01'::date) AND (valid_from <= '2200-01-01'::date)));

alter table availability_patterns add constraint availability_patterns_valid_until_check CHECK (((valid_until >= '2000-01-01'::date) AND (valid_until <= '2200-01-01'::date)));

alter table availability_patterns add constraint one_pattern_per_start EXCLUDE USING gist (experience_id WITH =, start_time WITH =, weekday_ranges(days_of_week) WITH &&, valid_days WITH &&) WHERE (is_active);

alter table availability_patterns add constraint season_in_order CHECK ((valid_until >= valid_from));

alter table availability_patterns add constraint yearly_season_is_complete CHECK (is_yearly_season(yearly_season));

alter table backups add constraint backups_bookings_check CHECK ((bookings >= 0));

alter table backups add constraint backups_bytes_check CHECK ((bytes >= 0));

alter table backups add constraint backups_done_check CHECK (((done >= (0)::double precision) AND (done <= (1)::double precision)));

alter table backups add constraint backups_fault_count_check CHECK ((fault_count >= 0));

alter table backups add constraint backups_folder_check CHECK ((folder ~ '^[0-9TZ-]+$'::text));

alter table backups add constraint backups_pkey PRIMARY KEY (id);

alter table backups add constraint backups_problem_check CHECK ((length(problem) <= 2000));

alter table backups add constraint backups_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES admins(id) ON DELETE SET NULL;

alter table backups add constraint backups_step_check CHECK ((step = ANY (ARRAY['copying'::text, 'checking'::text])));

alter table backups add constraint checked_means_counted CHECK (((checked_at IS NULL) OR ((num_nulls(folder, bytes) = 0) AND (is_outside OR (num_nulls(bookings, fault_count) = 0)))));

alter table backups add constraint finished_with_a_result CHECK (((finished_at IS NULL) = ((checked_at IS NULL) AND (problem IS NULL))));

alter table blog_posts add constraint blog_posts_pkey PRIMARY KEY (id);

alter table blog_posts add constraint blog_posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 120)));

alter table blog_posts add constraint blog_posts_slug_key UNIQUE (slug);

alter table blog_posts add constraint body_is_a_document CHECK (((jsonb_typeof(body) = 'object'::text) AND ((body ->> 'type'::text) = 'doc'::text) AND (jsonb_typeof((body -> 'content'::text)) = 'array'::text) AND (octet_length((body)::text) <= 1000000)));

alter table blog_posts add constraint tags_are_words CHECK (((cardinality(tags) <= 8) AND (array_position(tags, NULL::text) IS NULL) AND (''::text <> ALL (tags)) AND (octet_length(array_to_string(tags, ''::text)) <= (8 * 40))));

alter table booking_event_messages add constraint booking_event_messages_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table booking_event_messages add constraint booking_event_messages_event_id_fkey FOREIGN KEY (event_id) REFERENCES booking_events(id);

alter table booking_event_messages add constraint booking_event_messages_message_check CHECK (((message)::text <> ''::text));

alter table booking_event_messages add constraint booking_event_messages_pkey PRIMARY KEY (event_id);

alter table booking_events add constraint booking_events_actor_check CHECK ((actor = ANY (ARRAY['guest'::text, 'winemaker'::text, 'admin'::text, 'key'::text, 'system'::text])));

alter table booking_events add constraint booking_events_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table booking_events add constraint booking_events_pkey PRIMARY KEY (id);

alter table booking_events add constraint booking_events_undoes_fkey FOREIGN KEY (undoes) REFERENCES booking_events(id);

alter table booking_events add constraint only_a_status_is_undone CHECK (((undoes IS NULL) OR (kind = 'status'::text)));

alter table booking_lists add constraint booking_lists_link_hash_check CHECK ((length(link_hash) = 32));

alter table booking_lists add constraint booking_lists_pkey PRIMARY KEY (link_hash);

alter table booking_lists add constraint booking_lists_token_hash_check CHECK ((length(token_hash) = 32));

alter table booking_lists add constraint booking_lists_token_hash_key UNIQUE (token_hash);

alter table bookings add constraint bookings_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id);

alter table bookings add constraint bookings_arrived_guests_check CHECK ((arrived_guests > 0));

alter table bookings add constraint bookings_attendance_check CHECK ((attendance = ANY (ARRAY['arrived'::text, 'no_show'::text])));

alter table bookings add constraint bookings_called_off_reason_check CHECK ((called_off_reason = ANY (ARRAY['weather'::text, 'illness'::text, 'too_few'::text, 'closed'::text, 'other'::text])));

alter table bookings add constraint bookings_currency_check CHECK ((currency = 'GBP'::text));

alter table bookings add constraint bookings_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id);

alter table bookings add constraint bookings_external_reference_check CHECK (((length((external_reference)::text) >= 1) AND (length((external_reference)::text) <= 200)));

alter table bookings add constraint bookings_idempotency_key_key UNIQUE (idempotency_key);

alter table bookings add constraint bookings_names_its_guest_check CHECK (names_its_guest);

alter table bookings add constraint bookings_number_of_guests_check CHECK (((number_of_guests >= 1) AND (number_of_guests <= 10000)));

alter table bookings add constraint bookings_pattern_id_experience_id_fkey FOREIGN KEY (pattern_id, experience_id) REFERENCES availability_patterns(id, experience_id);

alter table bookings add constraint bookings_pkey PRIMARY KEY (id);

alter table bookings add constraint bookings_price_per_person_check CHECK ((price_per_person >= (0)::numeric));

alter table bookings add constraint bookings_reference_check CHECK ((reference ~ '^CV-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{2}$'::text));

alter table bookings add constraint bookings_reference_key UNIQUE (reference);

alter table bookings add constraint bookings_request_hash_check CHECK ((length(request_hash) = 32));

alter table bookings add constraint bookings_session_move_id_fkey FOREIGN KEY (session_move_id) REFERENCES session_moves(id);

alter table bookings add constraint bookings_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

alter table bookings add constraint bookings_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'cancelled'::text, 'completed'::text])));

alter table bookings add constraint bookings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table bookings add constraint bookings_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table bookings add constraint called_off_has_its_facts CHECK (
CASE
    WHEN (called_off_at IS NULL) THEN ((called_off_reason IS NULL) AND ((called_off_message)::text = ''::text) AND (informed_at IS NULL))
    ELSE (called_off_reason IS NOT NULL)
END);

alter table bookings add constraint called_off_never_completes CHECK (((called_off_at IS NULL) OR (status <> 'completed'::text)));

alter table bookings add constraint channel_is_known CHECK ((channel = ANY (ARRAY['public'::text, 'widget'::text, 'staff'::text, 'walk_in'::text, 'reseller'::text, 'import'::text])));

alter table bookings add constraint erased_has_no_notes CHECK (((erased_at IS NULL) OR ((staff_notes)::text = ''::text)));

alter table bookings add constraint erased_says_nothing CHECK ((((guest_email IS NULL) OR ((erased_at IS NOT NULL) = ((guest_email)::text ~~ 'erased-%@erased.invalid'::text))) AND ((erased_at IS NULL) OR ((NOT ((guest_name)::text IS DISTINCT FROM 'Erased'::text)) AND (NOT ((guest_phone)::text IS DISTINCT FROM 'Erased'::text)) AND ((special_requests)::text = ''::text) AND ((customer_notes)::text = ''::text) AND (user_id IS NULL) AND (idempotency_key IS NULL)))));

alter table bookings add constraint instant_is_derived CHECK ((starts_at = london_instant(booking_date, start_time)));

alter table bookings add constraint key_has_its_hash CHECK (((idempotency_key IS NULL) = (request_hash IS NULL)));

alter table bookings add constraint one_kind_of_slot CHECK ((num_nonnulls(pattern_id, availability_id) <= 1));

alter table bookings add constraint only_arrivals_are_counted CHECK (((arrived_guests IS NULL) OR (NOT (attendance IS DISTINCT FROM 'arrived'::text))));

alter table bookings add constraint resellers_use_keys CHECK (((channel = 'reseller'::text) = (api_key_id IS NOT NULL)));

alter table bookings add constraint tags_are_words CHECK (((cardinality(tags) <= 8) AND (array_position(tags, NULL::text) IS NULL) AND (''::text <> ALL (tags)) AND (length(array_to_string(tags, ''::text)) <= (8 * 40))));

alter table bookings add constraint times_come_together CHECK (((num_nulls(start_time, end_time, starts_at, ends_at) = ANY (ARRAY[0, 4])) AND (ends_at > starts_at)));

alter table bookings add constraint total_is_price_times_guests CHECK ((total_price = (price_per_person * (number_of_guests)::numeric)));

alter table calendar_feeds add constraint calendar_feeds_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id) ON DELETE CASCADE;

alter table calendar_feeds add constraint calendar_feeds_pkey PRIMARY KEY (id);

alter table calendar_feeds add constraint calendar_feeds_secret_hash_check CHECK ((length(secret_hash) = 32));

alter table calendar_feeds add constraint calendar_feeds_secret_hash_key UNIQUE (secret_hash);

alter table calendar_feeds add constraint calendar_feeds_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table calendar_feeds add constraint one_feed_each UNIQUE NULLS NOT DISTINCT (vineyard_id, experience_id);

alter table calendar_sources add constraint calendar_sources_closes_check CHECK ((closes >= 0));

alter table calendar_sources add constraint calendar_sources_digest_check CHECK ((length(digest) = 32));

alter table calendar_sources add constraint calendar_sources_etag_check CHECK ((length(etag) <= 1000));

alter table calendar_sources add constraint calendar_sources_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id) ON DELETE CASCADE;

alter table calendar_sources add constraint calendar_sources_failures_check CHECK ((failures >= 0));

alter table calendar_sources add constraint calendar_sources_last_modified_check CHECK ((length(last_modified) <= 100));

alter table calendar_sources add constraint calendar_sources_pkey PRIMARY KEY (id);

alter table calendar_sources add constraint calendar_sources_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table calendar_sources add constraint failing_has_a_problem CHECK (((failures = 0) = (problem IS NULL)));

alter table calendar_sources add constraint one_source_each UNIQUE NULLS NOT DISTINCT (vineyard_id, experience_id, url);

alter table cancellation_reads add constraint cancellation_reads_event_id_fkey FOREIGN KEY (event_id) REFERENCES booking_events(id);

alter table cancellation_reads add constraint cancellation_reads_pkey PRIMARY KEY (event_id);

alter table consistency_checks add constraint consistency_checks_fault_count_check CHECK ((fault_count >= 0));

alter table consistency_checks add constraint consistency_checks_faults_check CHECK ((jsonb_typeof(faults) = 'array'::text));

alter table consistency_checks add constraint consistency_checks_pkey PRIMARY KEY (id);

alter table consistency_checks add constraint consistency_checks_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES admins(id) ON DELETE SET NULL;

alter table contact_messages add constraint contact_messages_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES admins(id) ON DELETE SET NULL;

alter table contact_messages add constraint contact_messages_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES admins(id) ON DELETE SET NULL;

alter table contact_messages add constraint contact_messages_form_key_key UNIQUE (form_key);

alter table contact_messages add constraint contact_messages_message_check CHECK (((message)::text <> ''::text));

alter table contact_messages add constraint contact_messages_pkey PRIMARY KEY (id);

alter table contact_messages add constraint contact_messages_state_check CHECK ((state = ANY (ARRAY['new'::text, 'read'::text, 'answered'::text])));

alter table customer_merges add constraint customer_merges_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text])));

alter table customer_merges add constraint customer_merges_pkey PRIMARY KEY (contact_id);

alter table customer_merges add constraint customer_merges_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table customer_merges add constraint merged_with_another CHECK ((main_id <> contact_id));

alter table customer_notes add constraint customer_notes_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text])));

alter table customer_notes add constraint customer_notes_email_check CHECK (((email)::text = lower((email)::text)));

alter table customer_notes add constraint customer_notes_note_check CHECK (((note)::text <> ''::text));

alter table customer_notes add constraint customer_notes_pkey PRIMARY KEY (id);

alter table customer_notes add constraint customer_notes_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table customer_tags add constraint customer_tags_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text])));

alter table customer_tags add constraint customer_tags_email_check CHECK (((email)::text = lower((email)::text)));

alter table customer_tags add constraint customer_tags_pkey PRIMARY KEY (id);

alter table customer_tags add constraint customer_tags_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 40)));

alter table customer_tags add constraint customer_tags_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table customer_tags add constraint guest_agreed CHECK ((agreed OR (tag <> ALL (ARRAY['allergy'::text, 'access'::text]))));

alter table customer_tags add constraint tag_is_new UNIQUE (contact_id, tag);

alter table demand_refusals add constraint counted_once UNIQUE NULLS NOT DISTINCT (day, experience_id, region, party, reason);

alter table demand_refusals add constraint demand_refusals_count_check CHECK ((count > 0));

alter table demand_refusals add constraint demand_refusals_experience_id_fkey FOREIGN KEY (experience_id) REFERENCES experiences(id) ON DELETE CASCADE;

alter table demand_refusals add constraint demand_refusals_party_check CHECK (((party >= 1) AND (party <= 10000)));

alter table demand_refusals add constraint somewhere_wanted CHECK ((num_nonnulls(experience_id, region) = 1));

alter table emails add constraint claimed_while_sending CHECK ((((state = 'sending'::text) = (claim IS NOT NULL)) AND ((claim IS NULL) = (claimed_at IS NULL))));

alter table emails add constraint emails_after_event_id_fkey FOREIGN KEY (after_event_id) REFERENCES booking_events(id);

alter table emails add constraint emails_attempts_check CHECK ((attempts >= 0));

alter table emails add constraint emails_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table emails add constraint emails_email_type_check CHECK ((email_type ~ '^[a-z]+(_[a-z]+)*$'::text));

alter table emails add constraint emails_event_id_fkey FOREIGN KEY (event_id) REFERENCES booking_events(id);

alter table emails add constraint emails_message_id_check CHECK ((message_id ~ '^<[^<>@[:space:]]+@[^<>@[:space:]]+>$'::text));

alter table emails add constraint emails_once_key_check CHECK (((length(once_key) >= 1) AND (length(once_key) <= 200)));

alter table emails add constraint emails_pkey PRIMARY KEY (id);

alter table emails add constraint emails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'dead'::text, 'kept'::text, 'superseded'::text])));

alter table emails add constraint emails_unanswered_check CHECK (((unanswered >= 0) AND (unanswered <= 2)));

alter table emails add constraint erased_mail_says_nothing CHECK (((erased_at IS NULL) OR (((to_address)::text = 'erased@erased.invalid'::text) AND (payload = '{}'::jsonb) AND (num_nonnulls(last_error, once_key) = 0) AND (state = ANY (ARRAY['sent'::text, 'dead'::text, 'kept'::text, 'superseded'::text])))));

alter table emails add constraint once_per_event UNIQUE (event_id, email_type);

alter table emails add constraint payload_is_an_object CHECK ((jsonb_typeof(payload) = 'object'::text));

alter table emails add constraint sent_is_dated CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL)));

alter table erasure_requests add constraint declined_says_why CHECK (((declined_at IS NOT NULL) = ((refusal)::text <> ''::text)));

alter table erasure_requests add constraint erasure_requests_email_check CHECK (((email)::text = lower((email)::text)));

alter table erasure_requests add constraint erasure_requests_pkey PRIMARY KEY (id);

alter table erasure_requests add constraint erasure_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES winemakers(id);

alter table erasure_requests add constraint erasure_requests_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table experiences add constraint days_of_facts_are_by_column CHECK ((jsonb_typeof(facts_stated_on) = 'object'::text));

alter table experiences add constraint experiences_booking_cutoff_minutes_check CHECK (((booking_cutoff_minutes >= 0) AND (booking_cutoff_minutes <= 525600)));

alter table experiences add constraint experiences_booking_horizon_days_check CHECK (((booking_horizon_days >= 1) AND (booking_horizon_days <= 1100)));

alter table experiences add constraint experiences_cancellation_cutoff_minutes_check CHECK (((cancellation_cutoff_minutes >= 0) AND (cancellation_cutoff_minutes <= 525600)));

alter table experiences add constraint experiences_children_check CHECK ((children = ANY (ARRAY['welcome'::text, 'with_adult'::text, 'adults_only'::text])));

alter table experiences add constraint experiences_currency_check CHECK ((currency = 'GBP'::text));

alter table experiences add constraint experiences_dogs_check CHECK ((dogs = ANY (ARRAY['welcome'::text, 'on_lead'::text, 'assistance_only'::text])));

alter table experiences add constraint experiences_duration_minutes_check CHECK (((duration_minutes >= 1) AND (duration_minutes <= 1440)));

alter table experiences add constraint experiences_external_reference_check CHECK (((length((external_reference)::text) >= 1) AND (length((external_reference)::text) <= 200)));

alter table experiences add constraint experiences_host_id_vineyard_id_fkey FOREIGN KEY (host_id, vineyard_id) REFERENCES hosts(id, vineyard_id);

alter table experiences add constraint experiences_id_vineyard_id_key UNIQUE (id, vineyard_id);

alter table experiences add constraint experiences_max_group_size_check CHECK (((max_group_size >= 1) AND (max_group_size <= 1000)));

alter table experiences add constraint experiences_min_group_size_check CHECK (((min_group_size >= 1) AND (min_group_size <= 1000)));

alter table experiences add constraint experiences_pkey PRIMARY KEY (id);

alter table experiences add constraint experiences_price_per_person_check CHECK (((price_per_person >= (0)::numeric) AND (price_per_person <= (100000)::numeric)));

alter table experiences add constraint experiences_scene_is_known CHECK ((scene = ANY (ARRAY['tasting'::text, 'walk'::text, 'cellar'::text, 'board'::text, 'picnic'::text, 'harvest'::text, 'supper'::text, 'tractor'::text, 'fireside'::text, 'gate'::text])));

alter table experiences add constraint experiences_step_free_check CHECK ((step_free = ANY (ARRAY['yes'::text, 'partly'::text, 'no'::text])));

alter table experiences add constraint experiences_type_check CHECK (((type ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'::text) AND (length(type) <= 60)));

alter table experiences add constraint experiences_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table experiences add constraint group_sizes_in_order CHECK ((min_group_size <= COALESCE(max_group_size, 10)));

alter table favourites add constraint favourites_pkey PRIMARY KEY (user_id, vineyard_id);

alter table favourites add constraint favourites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table favourites add constraint favourites_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table group_holds add constraint group_holds_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text])));

alter table group_holds add constraint group_holds_number_of_guests_check CHECK (((number_of_guests >= 1) AND (number_of_guests <= 10000)));

alter table group_holds add constraint group_holds_pkey PRIMARY KEY (id);

alter table group_holds add constraint group_holds_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table group_holds add constraint kept_for_90_days_at_most CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '92 days'::interval))));

alter table guest_holds add constraint guest_holds_id_fkey FOREIGN KEY (id) REFERENCES holds(id);

alter table guest_holds add constraint guest_holds_idempotency_key_key UNIQUE (idempotency_key);

alter table guest_holds add constraint guest_holds_pkey PRIMARY KEY (id);

alter table guest_holds add constraint guest_holds_request_check CHECK ((jsonb_typeof(request) = 'object'::text));

alter table guest_holds add constraint guest_holds_request_hash_check CHECK ((length(request_hash) = 32));

alter table holds add constraint a_hold_has_one_slot CHECK ((num_nonnulls(pattern_id, availability_id) = 1));

alter table holds add constraint a_hold_lasts_no_longer_than_its_kind CHECK (((expires_at > created_at) AND (expires_at <= (created_at +
CASE kind
    WHEN 'short'::hold_kind THEN '01:00:00'::interval
    ELSE NULL::interval
END))));

alter table holds add constraint an_ended_hold_has_its_outcome CHECK (((ended_at IS NULL) = (outcome IS NULL)));

alter table holds add constraint guests_hold_for_a_booking CHECK (((actor <> 'guest'::text) OR (for_booking_id IS NOT NULL)));

alter table holds add constraint holds_currency_check CHECK ((currency = 'GBP'::text));

alter table holds add constraint holds_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id);

alter table holds add constraint holds_for_booking_id_fkey FOREIGN KEY (for_booking_id) REFERENCES bookings(id);

alter table holds add constraint holds_group_hold_id_fkey FOREIGN KEY (group_hold_id) REFERENCES group_holds(id);

alter table holds add constraint holds_number_of_guests_check CHECK (((number_of_guests >= 1) AND (number_of_guests <= 10000)));

alter table holds add constraint holds_outcome_check CHECK ((outcome = ANY (ARRAY['booked'::text, 'released'::text, 'expired'::text])));

alter table holds add constraint holds_pattern_id_experience_id_fkey FOREIGN KEY (pattern_id, experience_id) REFERENCES availability_patterns(id, experience_id);

alter table holds add constraint holds_pkey PRIMARY KEY (id);

alter table holds add constraint holds_price_per_person_check CHECK ((price_per_person >= (0)::numeric));

alter table holds add constraint holds_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

alter table holds add constraint holds_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table holds add constraint only_groups_overbook CHECK (((NOT is_overbooked) OR (group_hold_id IS NOT NULL)));

alter table hosts add constraint hosts_capacity_check CHECK (((capacity >= 1) AND (capacity <= 10000)));

alter table hosts add constraint hosts_feed_secret_hash_check CHECK ((length(feed_secret_hash) = 32));

alter table hosts add constraint hosts_id_vineyard_id_key UNIQUE (id, vineyard_id);

alter table hosts add constraint hosts_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'room'::text])));

alter table hosts add constraint hosts_pkey PRIMARY KEY (id);

alter table hosts add constraint hosts_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table hosts add constraint hosts_vineyard_id_name_key UNIQUE (vineyard_id, name);

alter table itineraries add constraint itineraries_key_hash_check CHECK ((length(key_hash) = 32));

alter table itineraries add constraint itineraries_key_hash_key UNIQUE (key_hash);

alter table itineraries add constraint itineraries_other_plan_id_fkey FOREIGN KEY (other_plan_id) REFERENCES itineraries(id) ON DELETE SET NULL;

alter table itineraries add constraint itineraries_party_check CHECK (((party >= 1) AND (party <= 100)));

alter table itineraries add constraint itineraries_pkey PRIMARY KEY (id);

alter table itineraries add constraint itineraries_share_id_key UNIQUE (share_id);

alter table itineraries add constraint itineraries_travel_check CHECK ((travel = ANY (ARRAY['drive'::text, 'no_car'::text])));

alter table itineraries add constraint itineraries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table itineraries add constraint kept_by_somebody CHECK ((is_curated OR (user_id IS NOT NULL) OR (key_hash IS NOT NULL)));

alter table itineraries add constraint only_a_link_ends CHECK (((share_until IS NULL) OR (share_id IS NOT NULL)));

alter table itineraries add constraint stay_has_a_position CHECK ((num_nonnulls(stay, stay_latitude, stay_longitude) = ANY (ARRAY[0, 3])));

alter table itinerary_answers add constraint answers_are_named CHECK (((name IS NULL) = (is_coming IS NULL)));

alter table itinerary_answers add constraint answers_say_something CHECK ((num_nonnulls(is_coming, vote) > 0));

alter table itinerary_answers add constraint itinerary_answers_itinerary_id_fkey FOREIGN KEY (itinerary_id) REFERENCES itineraries(id) ON DELETE CASCADE;

alter table itinerary_answers add constraint itinerary_answers_key_hash_check CHECK ((length(key_hash) = 32));

alter table itinerary_answers add constraint itinerary_answers_key_hash_key UNIQUE (key_hash);

alter table itinerary_answers add constraint itinerary_answers_pkey PRIMARY KEY (id);

alter table itinerary_answers add constraint itinerary_answers_vote_check CHECK ((vote = ANY (ARRAY['this'::text, 'other'::text])));

alter table itinerary_answers add constraint needs_belong_to_an_answer CHECK ((((needs)::text = ''::text) OR (is_coming IS NOT NULL)));

alter table itinerary_keys add constraint itinerary_keys_itinerary_id_fkey FOREIGN KEY (itinerary_id) REFERENCES itineraries(id) ON DELETE CASCADE;

alter table itinerary_keys add constraint itinerary_keys_key_hash_check CHECK ((length(key_hash) = 32));

alter table itinerary_keys add constraint itinerary_keys_pkey PRIMARY KEY (key_hash);

alter table itinerary_stops add constraint experiences_have_a_vineyard CHECK (((experience_id IS NULL) OR (vineyard_id IS NOT NULL)));

alter table itinerary_stops add constraint itinerary_stops_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table itinerary_stops add constraint itinerary_stops_booking_id_key UNIQUE (booking_id);

alter table itinerary_stops add constraint itinerary_stops_day_check CHECK (((day >= 0) AND (day <= 2)));

alter table itinerary_stops add constraint itinerary_stops_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id);

alter table itinerary_stops add constraint itinerary_stops_itinerary_id_fkey FOREIGN KEY (itinerary_id) REFERENCES itineraries(id) ON DELETE CASCADE;

alter table itinerary_stops add constraint itinerary_stops_itinerary_id_place_key UNIQUE (itinerary_id, place) DEFERRABLE;

alter table itinerary_stops add constraint itinerary_stops_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)));

alter table itinerary_stops add constraint itinerary_stops_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)));

alter table itinerary_stops add constraint itinerary_stops_minutes_check CHECK (((minutes >= 5) AND (minutes <= 1440)));

alter table itinerary_stops add constraint itinerary_stops_pkey PRIMARY KEY (id);

alter table itinerary_stops add constraint itinerary_stops_place_check CHECK (((place >= 1) AND (place <= 200)));

alter table itinerary_stops add constraint itinerary_stops_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table itinerary_stops add constraint somewhere CHECK (((vineyard_id IS NOT NULL) OR (name IS NOT NULL)));

alter table known_callers add constraint known_callers_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;

alter table known_callers add constraint known_callers_caller_hash_check CHECK ((length(caller_hash) = 32));

alter table known_callers add constraint known_callers_check CHECK ((num_nonnulls(winemaker_id, admin_id) = 1));

alter table known_callers add constraint known_callers_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'browser'::text])));

alter table known_callers add constraint known_callers_pkey PRIMARY KEY (caller_hash);

alter table known_callers add constraint known_callers_winemaker_id_fkey FOREIGN KEY (winemaker_id) REFERENCES winemakers(id) ON DELETE CASCADE;

alter table octo_bookings add constraint octo_bookings_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id);

alter table octo_bookings add constraint octo_bookings_details_check CHECK ((jsonb_typeof(details) = 'object'::text));

alter table octo_bookings add constraint octo_bookings_id_fkey FOREIGN KEY (id) REFERENCES holds(id);

alter table octo_bookings add constraint octo_bookings_pkey PRIMARY KEY (id);

alter table octo_bookings add constraint octo_bookings_unit_items_check CHECK ((cardinality(unit_items) > 0));

alter table octo_bookings add constraint octo_bookings_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table one_time_links add constraint one_time_links_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;

alter table one_time_links add constraint one_time_links_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES vineyard_claims(id) ON DELETE CASCADE;

alter table one_time_links add constraint one_time_links_pkey PRIMARY KEY (token_hash);

alter table one_time_links add constraint one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['visitor'::text, 'winemaker'::text, 'admin'::text, 'claim'::text])));

alter table one_time_links add constraint one_time_links_token_hash_check CHECK ((length(token_hash) = 32));

alter table one_time_links add constraint one_time_links_winemaker_id_fkey FOREIGN KEY (winemaker_id) REFERENCES winemakers(id) ON DELETE CASCADE;

alter table one_time_links add constraint opens_one_thing CHECK ((((purpose = 'visitor'::text) = (email IS NOT NULL)) AND ((purpose = 'winemaker'::text) = (winemaker_id IS NOT NULL)) AND ((purpose = 'admin'::text) = (admin_id IS NOT NULL)) AND ((purpose = 'claim'::text) = (claim_id IS NOT NULL))));

alter table opening_alerts add constraint opening_alerts_pkey PRIMARY KEY (id);

alter table opening_alerts add constraint opening_alerts_token_hash_check CHECK ((length(token_hash) = 32));

alter table opening_alerts add constraint opening_alerts_token_hash_key UNIQUE (token_hash);

alter table opening_alerts add constraint opening_alerts_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table page_version add constraint page_version_only_row_check CHECK (only_row);

alter table page_version add constraint page_version_pkey PRIMARY KEY (only_row);

alter table passkey_challenges add constraint passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32));

alter table passkey_challenges add constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash);

alter table passkey_challenges add constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table passkey_challenges add constraint passkey_challenges_user_id_key UNIQUE (user_id);

alter table passkeys add constraint passkeys_counter_check CHECK ((counter >= 0));

alter table passkeys add constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023)));

alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);

alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);

alter table passkeys add constraint passkeys_public_key_check CHECK ((length(public_key) <= 4096));

alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table payments add constraint only_corrections_are_negative CHECK (
CASE
    WHEN (corrects IS NULL) THEN (amount > (0)::numeric)
    ELSE (amount < (0)::numeric)
END);

alter table payments add constraint payments_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text])));

alter table payments add constraint payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table payments add constraint payments_corrects_fkey FOREIGN KEY (corrects) REFERENCES payments(id);

alter table payments add constraint payments_corrects_key UNIQUE (corrects);

alter table payments add constraint payments_idempotency_key_key UNIQUE (idempotency_key);

alter table payments add constraint payments_kind_check CHECK ((kind = ANY (ARRAY['cash'::text, 'card'::text, 'other'::text])));

alter table payments add constraint payments_pkey PRIMARY KEY (id);

alter table payments add constraint payments_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table pictures add constraint of_an_experience CHECK (((experience_id IS NULL) OR (shown_as = 'more'::text)));

alter table pictures add constraint of_somebody CHECK (((vineyard_id IS NULL) = (shown_as = 'post'::text)));

alter table pictures add constraint pictures_address_key UNIQUE (address);

alter table pictures add constraint pictures_alt_check CHECK (((length(alt) <= 300) AND (alt !~ '[[:cntrl:]]'::text)));

alter table pictures add constraint pictures_bytes_check CHECK ((bytes >= 0));

alter table pictures add constraint pictures_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id) ON DELETE CASCADE;

alter table pictures add constraint pictures_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE SET NULL;

alter table pictures add constraint pictures_pkey PRIMARY KEY (id);

alter table pictures add constraint pictures_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table postcode_list add constraint postcode_list_kind_check CHECK ((kind = ANY (ARRAY['code_point_open'::text, 'positions'::text])));

alter table postcode_list add constraint postcode_list_name_check CHECK ((name <> ''::text));

alter table postcode_list add constraint postcode_list_only_one_check CHECK (only_one);

alter table postcode_list add constraint postcode_list_pkey PRIMARY KEY (only_one);

alter table postcode_list add constraint postcode_list_year_check CHECK (((year >= 2000) AND (year <= 2200)));

alter table postcodes add constraint postcodes_code_check CHECK ((code ~ '^[A-Z]{1,2}[0-9][A-Z0-9]?([0-9][A-Z]{2})?$'::text));

alter table postcodes add constraint postcodes_latitude_check CHECK (((latitude >= (49)::double precision) AND (latitude <= (61)::double precision)));

alter table postcodes add constraint postcodes_longitude_check CHECK (((longitude >= ('-9'::integer)::double precision) AND (longitude <= (2)::double precision)));

alter table postcodes add constraint postcodes_pkey PRIMARY KEY (code);

alter table releases add constraint releases_pkey PRIMARY KEY (version);

alter table reseller_vineyards add constraint reseller_vineyards_pkey PRIMARY KEY (reseller_id, vineyard_id);

alter table reseller_vineyards add constraint reseller_vineyards_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id);

alter table reseller_vineyards add constraint reseller_vineyards_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table resellers add constraint resellers_name_check CHECK (((length((name)::text) >= 1) AND (length((name)::text) <= 200)));

alter table resellers add constraint resellers_pkey PRIMARY KEY (id);

alter table review_pictures add constraint review_pictures_address_check CHECK ((address ~ '^/media/review-[0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}\.webp$'::text));

alter table review_pictures add constraint review_pictures_address_key UNIQUE (address);

alter table review_pictures add constraint review_pictures_bytes_check CHECK ((bytes >= 0));

alter table review_pictures add constraint review_pictures_pkey PRIMARY KEY (id);

alter table review_pictures add constraint review_pictures_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id);

alter table review_reports add constraint review_reports_pkey PRIMARY KEY (review_id, rule);

alter table review_reports add constraint review_reports_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id);

alter table review_reports add constraint review_reports_rule_check CHECK (((rule >= 1) AND (rule <= 20)));

alter table review_reports add constraint review_reports_times_check CHECK ((times > 0));

alter table reviews add constraint answer_has_time CHECK ((((answer)::text = ''::text) = (answered_at IS NULL)));

alter table reviews add constraint erased_review_is_empty CHECK (((erased_at IS NULL) OR ((answer)::text = ''::text)));

alter table reviews add constraint review_has_words CHECK ((((words)::text = ''::text) = (erased_at IS NOT NULL)));

alter table reviews add constraint reviews_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table reviews add constraint reviews_booking_id_key UNIQUE (booking_id);

alter table reviews add constraint reviews_hidden_by_rule_check CHECK (((hidden_by_rule >= 1) AND (hidden_by_rule <= 20)));

alter table reviews add constraint reviews_pkey PRIMARY KEY (id);

alter table reviews add constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5)));

alter table reviews add constraint reviews_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (name);

alter table session_moves add constraint session_moves_actor_check CHECK ((actor = ANY (ARRAY['winemaker'::text, 'admin'::text])));

alter table session_moves add constraint session_moves_experience_id_fkey FOREIGN KEY (experience_id) REFERENCES experiences(id);

alter table session_moves add constraint session_moves_pkey PRIMARY KEY (id);

alter table session_moves add constraint session_moves_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table skipped_setup_steps add constraint skipped_setup_steps_pkey PRIMARY KEY (vineyard_id, step);

alter table skipped_setup_steps add constraint skipped_setup_steps_step_check CHECK ((step = ANY (ARRAY['page'::text, 'test_booking'::text, 'tell_people'::text])));

alter table skipped_setup_steps add constraint skipped_setup_steps_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table slot_spans add constraint slot_spans_experience_id_fkey FOREIGN KEY (experience_id) REFERENCES experiences(id) ON DELETE CASCADE;

alter table slot_spans add constraint slot_spans_pkey PRIMARY KEY (experience_id);

alter table slots add constraint closed_without_capacity CHECK (((NOT is_closed) OR (capacity = 0)));

alter table slots add constraint never_oversold CHECK (((booked + held) <= GREATEST(capacity, sold_before_cut)));

alter table slots add constraint one_slot_per_start EXCLUDE USING btree (experience_id WITH =, starts_at WITH =) WHERE (((retired_at IS NULL) AND (NOT is_superseded))) DEFERRABLE;

alter table slots add constraint slots_booked_check CHECK ((booked >= 0));

alter table slots add constraint slots_capacity_check CHECK ((capacity >= 0));

alter table slots add constraint slots_experience_id_vineyard_id_fkey FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id) ON UPDATE CASCADE;

alter table slots add constraint slots_held_check CHECK ((held >= 0));

alter table slots add constraint slots_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id);

alter table slots add constraint slots_overbooked_check CHECK ((overbooked >= 0));

alter table slots add constraint slots_pattern_id_fkey FOREIGN KEY (pattern_id) REFERENCES availability_patterns(id);

alter table slots add constraint slots_pattern_id_slot_date_key UNIQUE (pattern_id, slot_date);

alter table slots add constraint slots_pkey PRIMARY KEY (id);

alter table slots add constraint slots_planned_check CHECK ((planned >= 0));

alter table slots add constraint slots_sold_before_cut_check CHECK ((sold_before_cut >= 0));

alter table slots add constraint superseded_without_pattern CHECK (((NOT is_superseded) OR (pattern_id IS NULL)));

alter table staff_booking_events add constraint staff_booking_events_event_id_fkey FOREIGN KEY (event_id) REFERENCES booking_events(id);

alter table staff_booking_events add constraint staff_booking_events_pkey PRIMARY KEY (event_id);

alter table stations add constraint stations_code_check CHECK ((code ~ '^[A-Za-z0-9]{3,12}$'::text));

alter table stations add constraint stations_kind_check CHECK ((kind = ANY (ARRAY['rail'::text, 'tram'::text, 'ferry'::text, 'coach'::text, 'bus'::text])));

alter table stations add constraint stations_latitude_check CHECK (((latitude >= (49)::double precision) AND (latitude <= (61)::double precision)));

alter table stations add constraint stations_longitude_check CHECK (((longitude >= ('-9'::integer)::double precision) AND (longitude <= (2)::double precision)));

alter table stations add constraint stations_pkey PRIMARY KEY (code);

alter table stations add constraint stations_source_check CHECK ((source = ANY (ARRAY['catalogue'::text, 'naptan'::text])));

alter table unsubscribe_key add constraint unsubscribe_key_is_only_check CHECK (is_only);

alter table unsubscribe_key add constraint unsubscribe_key_pkey PRIMARY KEY (is_only);

alter table unsubscribes add constraint unsubscribes_id_check CHECK ((length(id) = 16));

alter table unsubscribes add constraint unsubscribes_pkey PRIMARY KEY (id);

alter table user_sessions add constraint user_sessions_id_key UNIQUE (id);

alter table user_sessions add constraint user_sessions_pkey PRIMARY KEY (token_hash);

alter table user_sessions add constraint user_sessions_token_hash_check CHECK ((length(token_hash) = 32));

alter table user_sessions add constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table users add constraint users_pkey PRIMARY KEY (id);

alter table vineyard_claims add constraint vineyard_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES admins(id) ON DELETE SET NULL;

alter table vineyard_claims add constraint vineyard_claims_form_key_key UNIQUE (form_key);

alter table vineyard_claims add constraint vineyard_claims_message_check CHECK (((message)::text <> ''::text));

alter table vineyard_claims add constraint vineyard_claims_pkey PRIMARY KEY (id);

alter table vineyard_claims add constraint vineyard_claims_state_check CHECK ((state = ANY (ARRAY['unproven'::text, 'new'::text, 'approved'::text, 'refused'::text])));

alter table vineyard_claims add constraint vineyard_claims_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

alter table vineyard_facts add constraint fact_is_known CHECK ((((fact || ':'::text) || choice) = ANY (ARRAY['step_free_route:all_the_way'::text, 'step_free_route:other_entrance'::text, 'step_free_route:ramp'::text, 'step_free_route:steps'::text, 'ground:level'::text, 'ground:gentle'::text, 'ground:steep'::text, 'ground:rough'::text, 'seating:throughout'::text, 'seating:tasting'::text, 'seating:on_request'::text, 'seating:none'::text, 'accessible_toilet:on_site'::text, 'accessible_toilet:nearby'::text, 'accessible_toilet:none'::text, 'hearing_loop:fitted'::text, 'hearing_loop:portable'::text, 'hearing_loop:none'::text, 'coach_parking:space'::text, 'coach_parking:ask_first'::text, 'coach_parking:none'::text, 'electric_charging:on_site'::text, 'electric_charging:nearby'::text, 'electric_charging:none'::text, 'dogs_where:everywhere'::text, 'dogs_where:not_cellar'::text, 'dogs_where:outdoors'::text, 'dogs_where:nowhere'::text, 'children_from:any'::text, 'children_from:five'::text, 'children_from:eight'::text, 'children_from:twelve'::text, 'children_from:adults'::text, 'for_children:play'::text, 'for_children:activities'::text, 'for_children:drinks'::text, 'for_children:nothing'::text, 'allergens:catered'::text, 'allergens:ask_first'::text, 'allergens:listed'::text, 'allergens:no'::text, 'languages:english'::text, 'languages:others'::text, 'languages:signed'::text, 'payment:both'::text, 'payment:card'::text, 'payment:cash'::text, 'shelter:indoors'::text, 'shelter:covered'::text, 'shelter:partly'::text, 'shelter:none'::text])));

alter table vineyard_facts add constraint fact_is_stated_once UNIQUE NULLS NOT DISTINCT (vineyard_id, experience_id, fact);

alter table vineyard_facts add constraint fact_of_own_experience FOREIGN KEY (experience_id, vineyard_id) REFERENCES experiences(id, vineyard_id) ON UPDATE CASCADE ON DELETE CASCADE;

alter table vineyard_facts add constraint vineyard_facts_detail_check CHECK (((length((detail)::text) >= 1) AND (length((detail)::text) <= 200)));

alter table vineyard_facts add constraint vineyard_facts_pkey PRIMARY KEY (id);

alter table vineyard_facts add constraint vineyard_facts_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table vineyard_posters add constraint vineyard_posters_address_key UNIQUE (address);

alter table vineyard_posters add constraint vineyard_posters_pkey PRIMARY KEY (vineyard_id);

alter table vineyard_posters add constraint vineyard_posters_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table vineyard_ratings add constraint ratings_add_up CHECK (((stars >= reviews) AND (stars <= (5 * reviews))));

alter table vineyard_ratings add constraint vineyard_ratings_pkey PRIMARY KEY (vineyard_id);

alter table vineyard_ratings add constraint vineyard_ratings_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table vineyards add constraint position_is_whole CHECK ((num_nulls(latitude, longitude) <> 1));

alter table vineyards add constraint taxis_are_few_names_and_numbers CHECK (
CASE
    WHEN (jsonb_typeof(taxis) = 'array'::text) THEN ((jsonb_array_length(taxis) <= 3) AND (NOT jsonb_path_exists(taxis, '$[*]?(!(@."name" like_regex "^.{1,80}$" && @."phone" like_regex "^.{1,40}$"))'::jsonpath)))
    ELSE false
END);

alter table vineyards add constraint vineyards_accent_colour_check CHECK ((accent_colour ~ '^#[0-9a-f]{6}$'::text));

alter table vineyards add constraint vineyards_check CHECK ((NOT (is_sandbox AND is_visible)));

alter table vineyards add constraint vineyards_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric)));

alter table vineyards add constraint vineyards_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)));

alter table vineyards add constraint vineyards_pkey PRIMARY KEY (id);

alter table vineyards add constraint vineyards_source_key_check CHECK (((length(source_key) >= 1) AND (length(source_key) <= 500)));

alter table vineyards add constraint vineyards_source_key_key UNIQUE (source_key);

alter table vineyards add constraint vineyards_widget_sites_check CHECK (((cardinality(widget_sites) <= 20) AND (array_position(widget_sites, NULL::text) IS NULL) AND (array_to_string(widget_sites, ' '::text) ~ '^(https?://[a-z0-9*.-]+(:[0-9]{1,5})?( |$))*$'::text)));

alter table webhook_deliveries add constraint only_tests_have_no_subject CHECK (((subject_id IS NULL) = (event_type = 'test'::text)));

alter table webhook_deliveries add constraint only_waiting_deliveries_are_claimed CHECK (((claim IS NULL) OR (state = 'waiting'::text)));

alter table webhook_deliveries add constraint webhook_deliveries_event_type_check CHECK ((event_type = ANY (ARRAY['booking.created'::text, 'booking.changed'::text, 'booking.cancelled'::text, 'booking.attended'::text, 'availability.changed'::text, 'test'::text])));

alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (id);

alter table webhook_deliveries add constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])));

alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

alter table webhooks add constraint disabled_for_a_reason CHECK (((disabled_at IS NULL) = (disabled_because IS NULL)));

alter table webhooks add constraint previous_secrets_expire CHECK (((previous_secret IS NULL) = (previous_until IS NULL)));

alter table webhooks add constraint webhooks_disabled_because_check CHECK ((disabled_because = ANY (ARRAY['staff'::text, 'gone'::text, 'failing'::text])));

alter table webhooks add constraint webhooks_event_types_check CHECK (((cardinality(event_types) > 0) AND (event_types <@ ARRAY['booking.created'::text, 'booking.changed'::text, 'booking.cancelled'::text, 'booking.attended'::text, 'availability.changed'::text])));

alter table webhooks add constraint webhooks_pkey PRIMARY KEY (id);

alter table webhooks add constraint webhooks_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id) ON DELETE CASCADE;

alter table winemaker_sessions add constraint winemaker_sessions_id_key UNIQUE (id);

alter table winemaker_sessions add constraint winemaker_sessions_pkey PRIMARY KEY (token_hash);

alter table winemaker_sessions add constraint winemaker_sessions_token_hash_check CHECK ((length(token_hash) = 32));

alter table winemaker_sessions add constraint winemaker_sessions_winemaker_id_fkey FOREIGN KEY (winemaker_id) REFERENCES winemakers(id) ON DELETE CASCADE;

alter table winemakers add constraint removed_is_inactive CHECK (((removed_at IS NULL) OR (NOT is_active)));

alter table winemakers add constraint winemakers_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES winemakers(id);

alter table winemakers add constraint winemakers_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text));

alter table winemakers add constraint winemakers_pkey PRIMARY KEY (id);

alter table winemakers add constraint winemakers_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'gate'::text])));

alter table winemakers add constraint winemakers_unwanted_mails_check CHECK ((unwanted_mails <@ ARRAY['vineyard_booked'::text, 'vineyard_cancelled'::text, 'vineyard_moved'::text, 'vineyard_daily_sheet'::text, 'vineyard_waiting'::text]));

alter table winemakers add constraint winemakers_vineyard_id_fkey FOREIGN KEY (vineyard_id) REFERENCES vineyards(id);

CREATE UNIQUE INDEX admins_by_email ON public.admins USING btree (lower((email)::text));

CREATE INDEX answers_by_time ON public.itinerary_answers USING btree (answered_at);

CREATE INDEX answers_of_itinerary ON public.itinerary_answers USING btree (itinerary_id, created_at, id);

CREATE INDEX api_keys_of_reseller ON public.api_keys USING btree (reseller_id) WHERE (reseller_id IS NOT NULL);

CREATE INDEX api_keys_of_vineyard ON public.api_keys USING btree (vineyard_id);

CREATE INDEX attempts_forgotten ON public.attempts USING btree (forget_at);

CREATE INDEX audit_at ON public.audit_events USING btree (vineyard_id, happened_at, id);

CREATE INDEX audit_by ON public.audit_events USING btree (actor_id, happened_at, id);

CREATE INDEX audit_newest ON public.audit_events USING btree (happened_at, id);

CREATE INDEX audit_of_noun ON public.audit_events USING btree (noun, noun_id, id);

CREATE INDEX audit_of_nouns ON public.audit_events USING btree (noun, happened_at, id);

CREATE INDEX audit_personal_of ON public.audit_personal USING gin (subjects);

CREATE INDEX audit_personal_tags ON public.audit_personal USING btree (event_id) WHERE ((field = ANY (ARRAY['tag'::text, 'tags'::text])) AND (erased_at IS NULL));

CREATE INDEX backups_newest ON public.backups USING btree (requested_at DESC);

CREATE INDEX blog_posts_by_tag ON public.blog_posts USING gin (tags) WHERE (published_at IS NOT NULL);

CREATE INDEX blog_posts_published ON public.blog_posts USING btree (published_at DESC) WHERE (published_at IS NOT NULL);

CREATE INDEX booking_lists_by_email ON public.booking_lists USING btree (lower((email)::text));

CREATE INDEX bookings_by_email ON public.bookings USING btree (lower((guest_email)::text) text_pattern_ops, vineyard_id, booking_date);

CREATE INDEX bookings_by_external_reference ON public.bookings USING btree (vineyard_id, external_reference) WHERE (external_reference IS NOT NULL);

CREATE INDEX bookings_by_guest ON public.bookings USING gin (vineyard_id, guest_search gin_trgm_ops) WITH (gin_pending_list_limit='512');

CREATE INDEX bookings_by_key ON public.bookings USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);

CREATE INDEX bookings_by_status ON public.bookings USING btree (status, booking_date) WHERE (NOT is_test);

CREATE INDEX bookings_by_time ON public.bookings USING btree (experience_id, starts_at, ends_at) WHERE (status <> 'cancelled'::text);

CREATE INDEX bookings_called_off ON public.bookings USING btree (starts_at) WHERE ((called_off_at IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'confirmed'::text])));

CREATE INDEX bookings_in_order ON public.bookings USING btree (booking_date, start_time, id);

CREATE INDEX bookings_in_slot ON public.bookings USING btree (slot_id);

CREATE INDEX bookings_of_call_off ON public.bookings USING btree (call_off_id) WHERE (call_off_id IS NOT NULL);

CREATE INDEX bookings_of_contact ON public.bookings USING btree (contact_id, booking_date) WHERE (contact_id IS NOT NULL);

CREATE INDEX bookings_of_legacy_slot ON public.bookings USING btree (availability_id) WHERE (availability_id IS NOT NULL);

CREATE INDEX bookings_of_session_move ON public.bookings USING btree (session_move_id) WHERE (session_move_id IS NOT NULL);

CREATE INDEX bookings_of_slot ON public.bookings USING btree (pattern_id, booking_date) WHERE (pattern_id IS NOT NULL);

CREATE INDEX bookings_of_user ON public.bookings USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX bookings_of_vineyard ON public.bookings USING btree (vineyard_id, booking_date, start_time, id) INCLUDE (experience_id, status, is_test);

CREATE INDEX bookings_outside_slots ON public.bookings USING btree (starts_at) WHERE ((pattern_id IS NULL) AND (availability_id IS NULL) AND (status <> 'cancelled'::text));

CREATE INDEX bookings_placed ON public.bookings USING btree (created_at) INCLUDE (status, total_price, attendance, called_off_at, is_test);

CREATE INDEX bookings_under_way ON public.bookings USING btree (ends_at) INCLUDE (status, number_of_guests, attendance, called_off_at, is_test) WHERE (status = ANY (ARRAY['pending'::text, 'confirmed'::text]));

CREATE INDEX bookings_undoable ON public.bookings USING btree (undo_until) WHERE (undo_until IS NOT NULL);

CREATE INDEX bookings_visited ON public.bookings USING btree (ends_at) WHERE (status = 'completed'::text);

CREATE INDEX bookings_waiting ON public.bookings USING btree (created_at) INCLUDE (starts_at, is_test, called_off_at) WHERE (status = 'pending'::text);

CREATE INDEX bookings_waiting_at ON public.bookings USING btree (vineyard_id, booking_date, start_time, id) WHERE (status = 'pending'::text);

CREATE INDEX bookings_with_health_tags ON public.bookings USING btree (booking_date) WHERE (tags && '{allergy,access}'::text[]);

CREATE INDEX calendar_sources_due ON public.calendar_sources USING btree (next_check_at);

CREATE INDEX claims_in_state ON public.vineyard_claims USING btree (state, created_at);

CREATE INDEX claims_newest ON public.vineyard_claims USING btree (created_at DESC);

CREATE INDEX claims_open ON public.vineyard_claims USING btree (created_at) WHERE (state = 'new'::text);

CREATE INDEX consistency_checks_newest ON public.consistency_checks USING btree (requested_at DESC);

CREATE INDEX contact_messages_newest ON public.contact_messages USING btree (created_at DESC);

CREATE INDEX contact_messages_open ON public.contact_messages USING btree (created_at) WHERE (state <> 'answered'::text);

CREATE INDEX customer_merges_by_merge ON public.customer_merges USING btree (merge_id);

CREATE INDEX customer_merges_of_main ON public.customer_merges USING btree (main_id);

CREATE INDEX customer_merges_of_vineyard ON public.customer_merges USING btree (vineyard_id);

CREATE INDEX customer_notes_of ON public.customer_notes USING btree (contact_id, created_at DESC);

CREATE INDEX deliveries_by_age ON public.webhook_deliveries USING btree (created_at);

CREATE INDEX deliveries_by_position ON public.webhook_deliveries USING btree (webhook_id, "position") WHERE (state = 'waiting'::text);

CREATE INDEX deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (state = 'waiting'::text);

CREATE INDEX deliveries_in_order ON public.webhook_deliveries USING btree (webhook_id, subject_id, "position") WHERE (state = 'waiting'::text);

CREATE INDEX deliveries_of_webhook ON public.webhook_deliveries USING btree (webhook_id, created_at, id);

CREATE INDEX demand_of_experience ON public.demand_refusals USING btree (experience_id, day) WHERE (experience_id IS NOT NULL);

CREATE INDEX emails_newest ON public.emails USING btree (created_at DESC, id);

CREATE INDEX emails_of_booking ON public.emails USING btree (booking_id, created_at);

CREATE INDEX emails_of_kind ON public.emails USING btree (email_type, created_at DESC, id);

CREATE UNIQUE INDEX emails_once ON public.emails USING btree (once_key) WHERE (once_key IS NOT NULL);

CREATE INDEX emails_to ON public.emails USING btree (lower((to_address)::text) text_pattern_ops);

CREATE INDEX emails_under_way ON public.emails USING btree (state, created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'failed'::text, 'dead'::text]));

CREATE INDEX emails_unqueued ON public.emails USING btree (created_at) WHERE ((state = 'waiting'::text) AND (queued_at IS NULL));

CREATE INDEX erasure_requests_of ON public.erasure_requests USING btree (contact_id);

CREATE UNIQUE INDEX erasure_requests_waiting ON public.erasure_requests USING btree (vineyard_id, email) WHERE (declined_at IS NULL);

CREATE INDEX event_messages_of_booking ON public.booking_event_messages USING btree (booking_id);

CREATE INDEX events_of_booking ON public.booking_events USING btree (booking_id, id);

CREATE UNIQUE INDEX events_undone ON public.booking_events USING btree (undoes) WHERE (undoes IS NOT NULL);

CREATE INDEX exceptions_by_days ON public.availability_exceptions USING gist (daterange(starts_on, ends_on, '[]'::text));

CREATE INDEX exceptions_of_call_off ON public.availability_exceptions USING btree (call_off_id) WHERE (call_off_id IS NOT NULL);

CREATE INDEX exceptions_of_source ON public.availability_exceptions USING btree (calendar_source_id) WHERE (calendar_source_id IS NOT NULL);

CREATE INDEX exceptions_of_vineyard ON public.availability_exceptions USING btree (vineyard_id, ends_on, starts_on);

CREATE UNIQUE INDEX experiences_by_external_reference ON public.experiences USING btree (vineyard_id, external_reference) WHERE (external_reference IS NOT NULL);

CREATE INDEX experiences_by_folded_words ON public.experiences USING gin (fold_guest_text(experience_words((title)::text)) gin_trgm_ops);

CREATE INDEX experiences_by_price ON public.experiences USING btree (price_per_person, id);

CREATE INDEX experiences_by_title ON public.experiences USING btree (title, id);

CREATE INDEX experiences_by_type ON public.experiences USING btree (type, vineyard_id) WHERE is_active;

CREATE INDEX experiences_by_words ON public.experiences USING gin (experience_words((title)::text) gin_trgm_ops);

CREATE INDEX experiences_changed ON public.experiences USING btree (updated_at, id);

CREATE INDEX experiences_led ON public.experiences USING btree (id) INCLUDE (host_id) WHERE (host_id IS NOT NULL);

CREATE INDEX experiences_newest ON public.experiences USING btree (created_at, id);

CREATE INDEX experiences_of_host ON public.experiences USING btree (host_id) INCLUDE (id) WHERE (host_id IS NOT NULL);

CREATE INDEX experiences_of_kind ON public.experiences USING btree (type);

CREATE INDEX experiences_of_vineyard ON public.experiences USING btree (vineyard_id, price_per_person, id);

CREATE INDEX experiences_offered ON public.experiences USING btree (is_active);

CREATE INDEX experiences_on_offer ON public.experiences USING btree (vineyard_id) WHERE is_active;

CREATE INDEX group_holds_of_vineyard ON public.group_holds USING btree (vineyard_id, expires_at);

CREATE INDEX holds_by_expiry ON public.holds USING btree (expires_at, vineyard_id) WHERE (ended_at IS NULL);

CREATE INDEX holds_by_time ON public.holds USING btree (experience_id, starts_at) WHERE (ended_at IS NULL);

CREATE INDEX holds_for_booking ON public.holds USING btree (for_booking_id) WHERE (for_booking_id IS NOT NULL);

CREATE INDEX holds_in_slot ON public.holds USING btree (slot_id);

CREATE INDEX holds_of_group ON public.holds USING btree (group_hold_id) WHERE (group_hold_id IS NOT NULL);

CREATE INDEX holds_of_vineyard ON public.holds USING btree (vineyard_id);

CREATE INDEX hosts_by_feed ON public.hosts USING btree (feed_secret_hash) WHERE (feed_secret_hash IS NOT NULL);

CREATE UNIQUE INDEX imported_once ON public.bookings USING btree (vineyard_id, external_reference) WHERE ((channel = 'import'::text) AND (external_reference IS NOT NULL));

CREATE INDEX itineraries_of_user ON public.itineraries USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX itineraries_published ON public.itineraries USING btree (published_at DESC) WHERE (published_at IS NOT NULL);

CREATE INDEX itineraries_with_other_plan ON public.itineraries USING btree (other_plan_id) WHERE (other_plan_id IS NOT NULL);

CREATE INDEX itinerary_keys_of ON public.itinerary_keys USING btree (itinerary_id);

CREATE INDEX known_callers_of_admin ON public.known_callers USING btree (admin_id) WHERE (admin_id IS NOT NULL);

CREATE INDEX known_callers_of_winemaker ON public.known_callers USING btree (winemaker_id) WHERE (winemaker_id IS NOT NULL);

CREATE INDEX known_callers_unused ON public.known_callers USING btree (last_used_at);

CREATE INDEX links_of_admin ON public.one_time_links USING btree (admin_id) WHERE (admin_id IS NOT NULL);

CREATE INDEX links_of_claim ON public.one_time_links USING btree (claim_id) WHERE (claim_id IS NOT NULL);

CREATE INDEX links_of_winemaker ON public.one_time_links USING btree (winemaker_id) WHERE (winemaker_id IS NOT NULL);

CREATE INDEX messages_by_folded_words ON public.contact_messages USING gin (fold_guest_text(message_words((name)::text, (email)::text, (subject)::text)) gin_trgm_ops);

CREATE INDEX messages_by_words ON public.contact_messages USING gin (message_words((name)::text, (email)::text, (subject)::text) gin_trgm_ops);

CREATE INDEX messages_in_state ON public.contact_messages USING btree (state, created_at);

CREATE INDEX octo_bookings_by_key ON public.octo_bookings USING btree (api_key_id);

CREATE INDEX octo_bookings_by_reference ON public.octo_bookings USING btree (vineyard_id, reseller_reference);

CREATE UNIQUE INDEX one_backup ON public.backups USING btree ((true)) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX one_consistency_check ON public.consistency_checks USING btree ((true)) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX one_legacy_slot_per_start ON public.slots USING btree (experience_id, starts_at) WHERE ((pattern_id IS NULL) AND (retired_at IS NULL));

CREATE UNIQUE INDEX one_untried_change ON public.webhook_deliveries USING btree (webhook_id, subject_id) WHERE ((event_type = 'availability.changed'::text) AND (state = 'waiting'::text) AND (attempts = 0));

CREATE INDEX open_bookings_by_mailbox ON public.bookings USING btree (lower(regexp_replace((guest_email)::text, '\+[^@]*@'::text, '@'::text)), ends_at) WHERE ((channel = ANY (ARRAY['public'::text, 'widget'::text])) AND (status = ANY (ARRAY['pending'::text, 'confirmed'::text])));

CREATE INDEX open_bookings_by_phone ON public.bookings USING btree (regexp_replace(regexp_replace(split_part(lower((guest_phone)::text), 'x'::text, 1), '[^0-9+]'::text, ''::text, 'g'::text), '^(\+44|0044)0?'::text, '0'::text), ends_at) WHERE ((channel = ANY (ARRAY['public'::text, 'widget'::text])) AND (status = ANY (ARRAY['pending'::text, 'confirmed'::text])));

CREATE UNIQUE INDEX opening_alerts_by_address ON public.opening_alerts USING btree (vineyard_id, lower((email)::text));

CREATE INDEX opening_alerts_of_person ON public.opening_alerts USING btree (lower((email)::text));

CREATE INDEX outcodes ON public.postcodes USING btree (code) WHERE (length(code) <= 4);

CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);

CREATE INDEX patterns_of_experience ON public.availability_patterns USING btree (experience_id);

CREATE INDEX payments_kept ON public.payments USING btree (booking_id) WHERE (entry = 'keep'::text);

CREATE INDEX payments_of_booking ON public.payments USING btree (booking_id, id);

CREATE INDEX payments_of_day ON public.payments USING btree (vineyard_id, taken_on);

CREATE INDEX pictures_of_experience ON public.pictures USING btree (experience_id) WHERE (experience_id IS NOT NULL);

CREATE INDEX pictures_of_host ON public.pictures USING btree (host_id, created_at) WHERE (host_id IS NOT NULL);

CREATE INDEX pictures_of_review ON public.review_pictures USING btree (review_id);

CREATE INDEX pictures_of_vineyard ON public.pictures USING btree (vineyard_id, rank, created_at) WHERE (removed_at IS NULL);

CREATE INDEX posters_to_draw ON public.vineyard_posters USING btree (drawing_version, turn);

CREATE INDEX railway_stations_by_position ON public.stations USING gist (point(longitude, latitude)) WHERE (kind = 'rail'::text);

CREATE INDEX reseller_vineyards_of_vineyard ON public.reseller_vineyards USING btree (vineyard_id);

CREATE UNIQUE INDEX resellers_by_name ON public.resellers USING btree (lower((name)::text));

CREATE INDEX review_pictures_to_see ON public.review_pictures USING btree (created_at) WHERE ((shown_at IS NULL) AND (removed_at IS NULL));

CREATE INDEX reviews_by_time ON public.reviews USING btree (created_at DESC, id) WHERE (erased_at IS NULL);

CREATE INDEX reviews_of_vineyard ON public.reviews USING btree (vineyard_id, created_at DESC, id) WHERE (erased_at IS NULL);

CREATE UNIQUE INDEX sandbox_vineyard ON public.vineyards USING btree (is_sandbox) WHERE is_sandbox;

CREATE INDEX session_moves_of_vineyard ON public.session_moves USING btree (vineyard_id, from_starts_at);

CREATE INDEX sessions_of_admin ON public.admin_sessions USING btree (admin_id);

CREATE INDEX sessions_of_user ON public.user_sessions USING btree (user_id);

CREATE INDEX slots_of_day ON public.slots USING btree (slot_date) WHERE ((retired_at IS NULL) AND (NOT is_superseded));

CREATE INDEX slots_of_experience ON public.slots USING btree (experience_id, slot_date);

CREATE INDEX slots_of_host ON public.slots USING btree (host_id, starts_at) WHERE (host_id IS NOT NULL);

CREATE INDEX staff_booking_events_at ON public.staff_booking_events USING btree (vineyard_id, happened_at, event_id);

CREATE INDEX staff_booking_events_by ON public.staff_booking_events USING btree (actor_id, happened_at, event_id);

CREATE INDEX staff_booking_events_newest ON public.staff_booking_events USING btree (happened_at, event_id);

CREATE INDEX stations_by_position ON public.stations USING gist (point(longitude, latitude));

CREATE INDEX stops_of_vineyard ON public.itinerary_stops USING btree (vineyard_id) WHERE (vineyard_id IS NOT NULL);

CREATE INDEX test_bookings ON public.bookings USING btree (created_at) WHERE is_test;

CREATE INDEX tokens_of_admin_session ON public.admin_tokens USING btree (session_id);

CREATE INDEX used_by_winemaker ON public.winemaker_sessions USING btree (winemaker_id, last_used_at);

CREATE UNIQUE INDEX users_by_email ON public.users USING btree (lower((email)::text));

CREATE INDEX vineyard_facts_of_experience ON public.vineyard_facts USING btree (experience_id) WHERE (experience_id IS NOT NULL);

CREATE INDEX vineyards_by_folded_words ON public.vineyards USING gin (fold_guest_text(vineyard_words((name)::text, (city)::text, (region)::text)) gin_trgm_ops);

CREATE INDEX vineyards_by_name ON public.vineyards USING btree (name_sort_key((name)::text), id) WHERE is_visible;

CREATE INDEX vineyards_by_region ON public.vineyards USING btree (region) WHERE is_visible;

CREATE INDEX vineyards_by_words ON public.vineyards USING gin (vineyard_words((name)::text, (city)::text, (region)::text) gin_trgm_ops);

CREATE INDEX vineyards_changed ON public.vineyards USING btree (updated_at, id);

CREATE INDEX vineyards_featured ON public.vineyards USING btree (name_sort_key((name)::text), id) WHERE (featured_at IS NOT NULL);

CREATE INDEX vineyards_from_region ON public.vineyards USING btree (region, id);

CREATE INDEX vineyards_hidden ON public.vineyards USING btree (name_sort_key((name)::text), id) WHERE (NOT is_visible);

CREATE INDEX vineyards_in_order ON public.vineyards USING btree (name_sort_key((name)::text), id) INCLUDE (name, region, is_visible, is_verified, featured_at, created_at, updated_at);

CREATE INDEX vineyards_newest ON public.vineyards USING btree (created_at, id);

CREATE INDEX vineyards_shown ON public.vineyards USING btree (is_verified) WHERE is_visible;

CREATE INDEX vineyards_to_region ON public.vineyards USING btree (region DESC NULLS LAST, id);

CREATE INDEX webhooks_of_vineyard ON public.webhooks USING btree (vineyard_id);

CREATE INDEX webhooks_switched_on ON public.webhooks USING btree (vineyard_id) WHERE (disabled_at IS NULL);

CREATE INDEX winemaker_sessions_by_use ON public.winemaker_sessions USING btree (last_used_at, id) INCLUDE (winemaker_id);

CREATE INDEX winemakers_by_address ON public.winemakers USING btree (email, id);

CREATE UNIQUE INDEX winemakers_by_email ON public.winemakers USING btree (lower((email)::text)) WHERE (removed_at IS NULL);

CREATE INDEX winemakers_by_folded_words ON public.winemakers USING gin (fold_guest_text(staff_words((name)::text, (email)::text)) gin_trgm_ops);

CREATE INDEX winemakers_by_words ON public.winemakers USING gin (staff_words((name)::text, (email)::text) gin_trgm_ops);

CREATE INDEX winemakers_disabled ON public.winemakers USING btree (name, id) WHERE (NOT is_active);

CREATE INDEX winemakers_in_order ON public.winemakers USING btree (name, id);

CREATE INDEX winemakers_newest ON public.winemakers USING btree (created_at);

CREATE INDEX winemakers_of_vineyard ON public.winemakers USING btree (vineyard_id);

CREATE TRIGGER admin_callers_forgotten AFTER UPDATE ON public.admins FOR EACH ROW WHEN ((lower((old.email)::text) <> lower((new.email)::text))) EXECUTE FUNCTION forget_known_callers();

CREATE TRIGGER admin_shut_out AFTER UPDATE OF password_hash, is_active ON public.admins FOR EACH ROW WHEN (((old.password_hash IS DISTINCT FROM new.password_hash) OR (NOT new.is_active))) EXECUTE FUNCTION end_admin_sessions();

CREATE TRIGGER admins_touched BEFORE UPDATE ON public.admins FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER audit_by_key AFTER INSERT ON public.audit_events FOR EACH ROW WHEN ((new.actor = 'key'::text)) EXECUTE FUNCTION hold_key();

CREATE TRIGGER audit_by_winemaker AFTER INSERT ON public.audit_events FOR EACH ROW WHEN ((new.actor = 'winemaker'::text)) EXECUTE FUNCTION hold_winemaker();

CREATE TRIGGER audit_events_stand BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_events_stay BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_personal_stands BEFORE DELETE OR UPDATE ON public.audit_personal FOR EACH ROW EXECUTE FUNCTION guard_audit_personal();

CREATE TRIGGER audit_personal_stays BEFORE TRUNCATE ON public.audit_personal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER availability_written INSTEAD OF INSERT OR DELETE OR UPDATE ON public.availability FOR EACH ROW EXECUTE FUNCTION write_legacy_slot();

CREATE TRIGGER patterns_touched BEFORE UPDATE ON public.availability_patterns FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER blog_posts_touched BEFORE UPDATE ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER act_by_key AFTER INSERT ON public.booking_events FOR EACH ROW WHEN ((new.actor = 'key'::text)) EXECUTE FUNCTION hold_key();

CREATE TRIGGER act_by_winemaker AFTER INSERT ON public.booking_events FOR EACH ROW WHEN ((new.actor = 'winemaker'::text)) EXECUTE FUNCTION hold_winemaker_of_booking();

CREATE TRIGGER booking_events_stand BEFORE DELETE OR UPDATE ON public.booking_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER booking_events_stay BEFORE TRUNCATE ON public.booking_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER bookings_to_webhooks AFTER INSERT ON public.booking_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_webhook_bookings();

CREATE TRIGGER staff_act_noted AFTER INSERT ON public.booking_events FOR EACH ROW WHEN ((new.actor = ANY (ARRAY['winemaker'::text, 'admin'::text, 'key'::text]))) EXECUTE FUNCTION note_staff_act();
alter table booking_events enable always trigger staff_act_noted;

CREATE TRIGGER bookings_attendance_cleared BEFORE UPDATE OF booking_date, start_time ON public.bookings FOR EACH ROW WHEN (((new.attendance IS NOT NULL) AND ((old.booking_date IS DISTINCT FROM new.booking_date) OR (old.start_time IS DISTINCT FROM new.start_time)))) EXECUTE FUNCTION clear_attendance();

CREATE TRIGGER bookings_by_test_keys BEFORE INSERT OR UPDATE OF api_key_id, emails_guest ON public.bookings FOR EACH ROW WHEN ((new.api_key_id IS NOT NULL)) EXECUTE FUNCTION mark_test_booking();

CREATE TRIGGER bookings_forget_plans AFTER UPDATE OF erased_at ON public.bookings FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION forget_plans_of_booking();

CREATE TRIGGER bookings_leave_customer AFTER UPDATE OF guest_email, guest_phone, erased_at ON public.bookings FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (old.contact_id IS DISTINCT FROM new.contact_id))) EXECUTE FUNCTION leave_customer();

CREATE TRIGGER bookings_notes_forgotten BEFORE UPDATE OF erased_at ON public.bookings FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION forget_staff_notes();

CREATE TRIGGER bookings_touched BEFORE UPDATE ON public.bookings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER customer_notes_of_somebody BEFORE INSERT ON public.customer_notes FOR EACH ROW EXECUTE FUNCTION hold_customer();

CREATE TRIGGER customer_tags_of_somebody BEFORE INSERT ON public.customer_tags FOR EACH ROW EXECUTE FUNCTION hold_customer();

CREATE TRIGGER emails_after_event BEFORE INSERT ON public.emails FOR EACH ROW WHEN (((new.booking_id IS NOT NULL) AND (new.event_id IS NULL) AND (new.after_event_id IS NULL))) EXECUTE FUNCTION set_after_event();

CREATE TRIGGER emails_of_demonstration BEFORE INSERT OR UPDATE OF state ON public.emails FOR EACH ROW WHEN (((new.state = 'waiting'::text) AND ((new.to_address)::text ~~ '%@demonstration.invalid'::text))) EXECUTE FUNCTION keep_demonstration_email();

CREATE TRIGGER erasure_requests_of_somebody BEFORE INSERT ON public.erasure_requests FOR EACH ROW EXECUTE FUNCTION hold_customer();

CREATE TRIGGER experiences_change_host AFTER UPDATE OF host_id ON public.experiences FOR EACH ROW WHEN ((new.host_id IS DISTINCT FROM old.host_id)) EXECUTE FUNCTION remember_host_change();

CREATE TRIGGER experiences_to_webhooks AFTER UPDATE ON public.experiences FOR EACH ROW WHEN (((((((new.is_active IS DISTINCT FROM old.is_active) OR (new.min_group_size IS DISTINCT FROM old.min_group_size)) OR (new.max_group_size IS DISTINCT FROM old.max_group_size)) OR (new.booking_cutoff_minutes IS DISTINCT FROM old.booking_cutoff_minutes)) OR (new.booking_horizon_days IS DISTINCT FROM old.booking_horizon_days)) OR (new.host_id IS DISTINCT FROM old.host_id))) EXECUTE FUNCTION note_webhook_availability();

CREATE TRIGGER experiences_touched BEFORE UPDATE ON public.experiences FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER act_by_key AFTER INSERT ON public.holds FOR EACH ROW WHEN ((new.actor = 'key'::text)) EXECUTE FUNCTION hold_key();

CREATE TRIGGER hosts_remember BEFORE INSERT OR UPDATE OF capacity ON public.hosts FOR EACH ROW EXECUTE FUNCTION remember_host_capacity();

CREATE TRIGGER hosts_to_webhooks AFTER UPDATE ON public.hosts FOR EACH ROW WHEN ((new.capacity <> old.capacity)) EXECUTE FUNCTION note_webhook_availability();

CREATE TRIGGER itineraries_touched BEFORE UPDATE ON public.itineraries FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER payments_make_sense BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION check_payment();

CREATE TRIGGER payments_stand BEFORE DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION guard_payments();

CREATE TRIGGER payments_stay BEFORE TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER pictures_touched BEFORE UPDATE ON public.pictures FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER reviews_counted AFTER INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION count_review();

CREATE TRIGGER former_slots_to_webhooks AFTER DELETE ON public.slots REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION note_webhook_slots();

CREATE TRIGGER new_slots_to_webhooks AFTER INSERT ON public.slots REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_webhook_slots();

CREATE TRIGGER slots_to_webhooks AFTER UPDATE ON public.slots REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_webhook_slots();

CREATE TRIGGER vineyards_add_posters AFTER INSERT ON public.vineyards REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION add_vineyard_posters();
alter table vineyards enable always trigger vineyards_add_posters;

CREATE TRIGGER vineyards_redraw_poster AFTER UPDATE OF latitude, longitude, region ON public.vineyards FOR EACH ROW WHEN ((((new.latitude IS DISTINCT FROM old.latitude) OR (new.longitude IS DISTINCT FROM old.longitude)) OR ((new.region)::text IS DISTINCT FROM (old.region)::text))) EXECUTE FUNCTION redraw_vineyard_poster();

CREATE TRIGGER vineyards_to_webhooks AFTER UPDATE ON public.vineyards FOR EACH ROW WHEN ((new.is_visible <> old.is_visible)) EXECUTE FUNCTION note_webhook_availability();

CREATE TRIGGER vineyards_touched BEFORE UPDATE ON public.vineyards FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION touch_updated_at();

CREATE TRIGGER winemaker_callers_forgotten AFTER UPDATE ON public.winemakers FOR EACH ROW WHEN ((lower((old.email)::text) <> lower((new.email)::text))) EXECUTE FUNCTION forget_known_callers();

CREATE TRIGGER winemaker_shut_out AFTER UPDATE OF password_hash, is_active ON public.winemakers FOR EACH ROW WHEN (((old.password_hash IS DISTINCT FROM new.password_hash) OR (NOT new.is_active))) EXECUTE FUNCTION end_winemaker_sessions();

CREATE TRIGGER winemakers_touched BEFORE UPDATE ON public.winemakers FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create view audit_of_bookings (key bigint, happened_at timestamp with time zone, actor text, actor_id uuid, noun text, noun_id uuid, vineyard_id uuid, before jsonb, after jsonb, erased text[]);

create view audit_of_changes (key bigint, happened_at timestamp with time zone, actor text, actor_id uuid, noun text, noun_id uuid, vineyard_id uuid, before jsonb, after jsonb, erased text[]);

create view audit_trail (id text, happened_at timestamp with time zone, actor text, actor_id uuid, noun text, noun_id uuid, vineyard_id uuid, before jsonb, after jsonb, erased text[]);

create view availability (id uuid, experience_id uuid, start_time timestamp with time zone, available_slots integer, taken integer, overbooked integer, held integer);

create view key_sellers (key_id uuid, seller one_line);

create function account_emails_to(p_email text) returns uuid[];

create function add_api_key(p_scope uuid, p_key jsonb, p_key_hash bytea, p_limit integer, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem addition_problem, key_id uuid);

create function add_calendar_source(p_scope uuid, p_vineyard_id uuid, p_experience_id uuid, p_url text, p_limit integer, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem calendar_problem, source_id uuid);

create function add_exception(p_exception jsonb, p_bookings text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem exception_problem, exception_id uuid, bookings integer, guests integer, without_email integer, held integer);

create function add_review_picture(p_booking_id uuid, p_id uuid, p_address text, p_bytes integer, p_now timestamp with time zone) returns review_problem;

create function add_row(p_table text, p_noun text, p_vineyard_column text, p_row jsonb, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem row_addition_problem, id uuid, refused_by text);

create function add_vineyard_posters() returns trigger;

create function add_webhook(p_scope uuid, p_webhook jsonb, p_limit integer, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns addition_problem;

create function admin_mailboxes(p_email_type text) returns TABLE(address text, state text);

create function answer_itinerary(p_itinerary uuid, p_share uuid, p_key_hash bytea, p_name text, p_is_coming boolean, p_needs text, p_vote text, p_other uuid, p_now timestamp with time zone) returns itinerary_answer_problem;

create function answer_itinerary(p_itinerary uuid, p_share uuid, p_key_hash bytea, p_name text, p_is_coming boolean, p_needs text, p_vote text, p_other uuid, p_now timestamp with time zone, p_visit_date date) returns itinerary_answer_problem;

create function answer_review(p_id uuid, p_answer text, p_seen text, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns review_problem;

create function authenticate_winemaker(email_param text, password_param text, p_token_hash bytea, p_browser text, p_now timestamp with time zone) returns TABLE(winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text);

create function book_group_hold(p_group_hold_id uuid, p_guest jsonb, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem hold_booking_problem, booking_ids uuid[], remaining integer);

create function book_hold(p_hold_id uuid, p_guest jsonb, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem hold_booking_problem, booking_id uuid, remaining integer);

create function booking_differences(before bookings, after bookings) returns jsonb;

create function booking_email_key(p_mailbox text, p_seconds integer) returns bytea;

create function bookings_affected_by(e availability_exceptions, p_now timestamp with time zone) returns SETOF bookings;

create function bookings_of_person(p_email text) returns SETOF uuid;

create function bookings_outside_plan(p_pattern_id uuid, p_now timestamp with time zone) returns TABLE(bookings integer, guests integer);

create function calendar_sequence(b bookings) returns integer;

create function call_off(p_vineyard_id uuid, p_day date, p_slots jsonb, p_reason text, p_message text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem call_off_problem, bookings integer, guests integer, without_email integer);

create function call_off_faults(p_now timestamp with time zone) returns TABLE(fault text, noun text, noun_id text, detail text);

create function call_off_final_at(b bookings) returns timestamp with time zone;

create function call_offs_of(p_call_off_id uuid DEFAULT NULL::uuid, p_vineyard_id uuid DEFAULT NULL::uuid, p_day date DEFAULT NULL::date) returns TABLE(call_off_id uuid, vineyard_id uuid, day date, reason text, called_off_at timestamp with time zone, is_whole_day boolean, start_times time without time zone[], bookings integer, guests integer);

create function cancel_booking(b bookings, p_details jsonb, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns void;

create function cancel_booking_as_guest(p_booking_id uuid, p_now timestamp with time zone) returns TABLE(problem cancellation_problem);

create function cancel_booking_as_guest(p_booking_id uuid, p_now timestamp with time zone, p_seen jsonb) returns TABLE(problem cancellation_problem);

create function cancel_booking_with_key(p_booking_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem cancellation_problem);

create function cancel_octo_booking(p_id uuid, p_reason text, p_vineyard_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem);

create function cancel_unanswered(p_booking_id uuid, p_now timestamp with time zone) returns boolean;

create function cancel_until_deadline(b bookings, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns cancellation_problem;

create function change_colleague(p_id uuid, p_role text, p_vineyard_id uuid, p_by uuid, p_now timestamp with time zone) returns team_problem;

create function change_facts(p_vineyard_id uuid, p_id uuid, p_experience_id uuid, p_facts jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem row_problem, version text, refused_by text);

create function change_group_hold(p_group_hold_id uuid, p_changes jsonb, p_vineyard_id uuid, p_overbook boolean, p_now timestamp with time zone) returns TABLE(problem group_hold_problem, remaining integer, experience_id uuid);

create function change_hold(p_hold_id uuid, p_to jsonb, p_vineyard_id uuid, p_now timestamp with time zone) returns TABLE(problem hold_change_problem, remaining integer);

create function change_octo_booking(p_id uuid, p_to jsonb, p_guest jsonb, p_octo jsonb, p_vineyard_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem, remaining integer);

create function change_octo_hold(p_id uuid, p_to jsonb, p_until timestamp with time zone, p_octo jsonb, p_vineyard_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem, remaining integer);

create function change_row(p_table text, p_noun text, p_vineyard_column text, p_id uuid, p_changes jsonb, p_version text, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem row_problem, version text, refused_by text);

create function change_webhook(p_scope uuid, p_id uuid, p_changes jsonb, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns boolean;

create function check_held_places(wanted holds, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem, remaining integer);

create function check_payment() returns trigger;

create function choice_ends_at(b bookings) returns timestamp with time zone;

create function claim_next_email(p_id uuid, p_domain text, p_lease interval, p_now timestamp with time zone) returns TABLE(requested_state text, is_busy boolean, id uuid, email_type text, to_address email_address, booking_id uuid, payload jsonb, claim uuid, message_id text, attempts integer, deliver_by timestamp with time zone);

create function claim_webhook_deliveries(p_limit integer, p_each integer, p_lease interval, p_now timestamp with time zone) returns TABLE(id uuid, claim uuid, webhook_id uuid, event_type text, payload jsonb, failures integer, url text, secret text, previous_secret text);

create function clear_attendance() returns trigger;

create function closure_event_of(b bookings) returns bigint;

create function closures_of_slots(p_vineyard_id uuid, p_day date, p_slots jsonb) returns jsonb;

create function confirm_again(p_booking_id uuid, p_event_id bigint, p_now timestamp with time zone) returns void;

create function confirm_by_link(p_hold_id uuid, p_now timestamp with time zone) returns TABLE(problem confirm_problem);

create function confirm_octo_booking(p_id uuid, p_guests integer, p_guest jsonb, p_octo jsonb, p_vineyard_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem, remaining integer);

create function consistency_faults(p_now timestamp with time zone DEFAULT now()) returns TABLE(fault text, noun text, noun_id text, detail text);

create function contact_text(p_email text, p_phone text) returns text;

create function contacts_of_customer(p_contact_id uuid) returns uuid[];

create function contacts_of_person(p_email text) returns SETOF uuid;

create function contains_pattern(p_term text) returns text;

create function copy_experience(p_vineyard_id uuid, p_experience_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem lookup_problem, id uuid);

create function correct_guest_email(p_booking_id uuid, p_email text, p_limit integer, p_now timestamp with time zone) returns TABLE(problem correction_problem);

create function count_attempt(p_key bytea, p_free integer, p_pause interval, p_longest interval, p_memory interval, p_now timestamp with time zone) returns timestamp with time zone;

create function count_booking_emails(p_mailboxes text[], p_emails integer, p_phone_keys text[], p_now timestamp with time zone) returns SETOF booking_email_count;

create function count_refusal(p_day date, p_experience_id uuid, p_region text, p_party integer, p_reason text) returns void;

create function count_requests(p_keys bytea[], p_hits integer[], p_seconds integer[], p_now timestamp with time zone) returns TABLE(key bytea, counted integer, ends_at timestamp with time zone);

create function count_review() returns trigger;

create function counter_faults(p_now timestamp with time zone) returns TABLE(fault text, noun text, noun_id text, detail text);

create function counts_as_visit(b bookings) returns boolean;

create function create_booking(p_request jsonb) returns TABLE(problem booking_problem, booking_id uuid, remaining integer, price_per_person numeric, booking bookings);

create function create_booking_with_key(r booking_request, p_vineyard_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem key_booking_problem, booking_id uuid, remaining integer, price_per_person numeric);

create function create_group_hold(p_group jsonb, p_slots jsonb, p_vineyard_id uuid, p_overbook boolean, p_now timestamp with time zone) returns TABLE(problem group_hold_problem, remaining integer, slot_number integer);

create function create_pattern(p_vineyard_id uuid, p_experience_id uuid, p_pattern jsonb, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem pattern_problem, pattern_id uuid);

create function create_staff_booking(r booking_request, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamp with time zone) returns TABLE(problem staff_booking_problem, booking_id uuid, remaining integer);

create function create_visitor_booking(p_request jsonb, p_emails_an_hour integer) returns TABLE(problem visitor_booking_problem, booking_id uuid, remaining integer, price_per_person numeric, booking bookings, until timestamp with time zone, link text);

create function create_walk_in(r booking_request, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamp with time zone) returns TABLE(problem staff_booking_problem, booking_id uuid, remaining integer);

create function customer_id(p_vineyard_id uuid, p_email text) returns uuid;

create function customer_note_of(b bookings) returns text;

create function customer_records_of(p_email text) returns jsonb;

create function customer_search_text(p_name text, p_email text) returns text;

create function customer_tags_of(b bookings) returns text[];

create function days_between(p_from date, p_until date) returns datemultirange;

create function days_of_plan(p availability_patterns) returns datemultirange;

create function delete_expired_credentials(p_now timestamp with time zone) returns integer;

create function delete_old_itineraries(p_months integer, p_now timestamp with time zone) returns integer;

create function delete_old_itinerary_answers(p_days integer, p_now timestamp with time zone) returns integer;

create function delete_old_messages(p_months integer, p_now timestamp with time zone) returns integer;

create function delete_old_octo_bookings(p_days integer, p_now timestamp with time zone) returns integer;

create function delete_old_opening_alerts(p_now timestamp with time zone) returns integer;

create function delete_old_webhook_deliveries(p_days integer, p_limit integer, p_now timestamp with time zone) returns integer;

create function delete_pattern(p_pattern_id uuid) returns void;

create function delete_review(p_booking_id uuid, p_now timestamp with time zone) returns boolean;

create function delete_unanswered_invitations(p_now timestamp with time zone) returns integer;

create function delete_unused_pictures(p_before timestamp with time zone) returns SETOF text;

create function display_time(at time without time zone) returns text;

create function edit_booking_guest(p_booking_id uuid, p_changes jsonb, p_expected jsonb, p_sends boolean, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem guest_edit_problem, current_values jsonb);

create function email_failure_of(m emails) returns email_failure;

create function email_payload(b bookings, e experiences, v vineyards, p_email_type text) returns jsonb;

create function email_payload(p_booking_id uuid, p_email_type text) returns jsonb;

create function email_type_of_state(b bookings) returns text;

create function emails_changes(b bookings) returns boolean;

create function end_admin_sessions() returns trigger;

create function end_holds(p_hold_ids uuid[], p_outcome text, p_now timestamp with time zone) returns integer;

create function end_open_sessions(p_actors text[], p_id uuid, p_email text, p_current uuid, p_now timestamp with time zone) returns integer;

create function end_session_of_token(p_token_hash bytea, p_now timestamp with time zone) returns void;

create function end_sessions_by_admin(p_actors text[], p_id uuid, p_email text, p_current uuid, p_by uuid, p_now timestamp with time zone) returns integer;

create function end_winemaker_sessions() returns trigger;

create function erase_booking(p_reference text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem booking_erasure_problem, erased jsonb);

create function erase_bookings(p_ids uuid[], p_now timestamp with time zone) returns integer;

create function erase_emails(p_ids uuid[], p_now timestamp with time zone) returns integer;

create function erase_group_holds(p_ids uuid[], p_now timestamp with time zone) returns integer;

create function erase_old_bookings(p_months integer, p_limit integer, p_now timestamp with time zone) returns integer;

create function erase_old_emails(p_days integer, p_limit integer, p_now timestamp with time zone) returns integer;

create function erase_old_health_tags(p_days integer, p_limit integer, p_now timestamp with time zone) returns integer;

create function erase_old_sales(p_months integer, p_now timestamp with time zone) returns integer;

create function erase_person(p_email text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem erasure_problem, erased jsonb);

create function erase_removed_colleagues(p_months integer, p_now timestamp with time zone) returns integer;

create function erase_reviews(p_booking_ids uuid[], p_now timestamp with time zone) returns void;

create function erased_address() returns text;

create function event_faults() returns TABLE(fault text, noun text, noun_id text, detail text);

create function exception_applies(e availability_exceptions, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone) returns boolean;

create function experience_words(p_title text) returns text;

create function experiences_with_places(p_day date, p_guests integer, p_now timestamp with time zone) returns SETOF experiences;

create function export_and_record_person(p_email text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns jsonb;

create function export_person(p_email text) returns jsonb;

create function extend_hold(p_hold_id uuid, p_until timestamp with time zone, p_vineyard_id uuid, p_now timestamp with time zone) returns TABLE(problem hold_change_problem);

create function extend_octo_booking(p_id uuid, p_until timestamp with time zone, p_vineyard_id uuid, p_key_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem);

create function fact_days(p_before jsonb, p_sent jsonb, p_today date) returns jsonb;

create function facts_as_fields(p_vineyard_id uuid, p_experience_id uuid) returns jsonb;

create function facts_of(p_vineyard_id uuid, p_experience_id uuid) returns jsonb;

create function facts_version(p_vineyard_id uuid) returns text;

create function failed_email(b bookings, p_now timestamp with time zone) returns SETOF emails;

create function failure_facts(m emails) returns jsonb;

create function find_caller(p_token_hash bytea, p_now timestamp with time zone) returns TABLE(actor text, actor_id uuid, vineyard_id uuid, role text, session_id uuid);

create function find_key_caller(p_key_hash bytea, p_now timestamp with time zone) returns TABLE(actor text, actor_id uuid, name text, owner text, owner_id uuid, is_test boolean, permissions text[], vineyard_ids uuid[]);

create function find_unsubscribe(p_token text, p_email_types text[]) returns TABLE(id bytea, email_type text, is_unsubscribed boolean);

create function fold_guest_text(p_text text) returns text;

create function forget_known_callers() returns trigger;

create function forget_plans_of_booking() returns trigger;

create function forget_staff_notes() returns trigger;

create function forget_votes(p_itinerary uuid) returns void;

create function free_places_at_host(p_host_id uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_booking_id uuid, p_now timestamp with time zone) returns integer;

create function free_places_of_host(p_experience_id uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_booking_id uuid, p_now timestamp with time zone) returns integer;

create function generate_availability_from_patterns(p_experience_id uuid, p_start_date date, p_end_date date, p_now timestamp with time zone DEFAULT now()) returns TABLE(pattern_id uuid, slot_date date, start_time time without time zone, end_time time without time zone, capacity integer, remaining integer);

create function gets_vineyard_emails(w winemakers) returns boolean;

create function give_back_places(p_slot_id uuid, p_guests integer, p_was_overbooked boolean, p_of_hold boolean DEFAULT false) returns bigint;

create function go_on_with_other_plan(p_itinerary uuid, p_key_hash bytea, p_version integer) returns itinerary_answer_problem;

create function group_holds_of_person(p_email text, p_booking_ids uuid[]) returns SETOF uuid;

create function guard_audit_personal() returns trigger;

create function guard_payments() returns trigger;

create function guest_cutoff(b bookings, p_minutes integer) returns integer;

create function guest_deadline(b bookings) returns timestamp with time zone;

create function guest_fields(b bookings) returns jsonb;

create function guest_name_of(b bookings) returns text;

create function guest_search_digits(p_phone text) returns text;

create function guest_search_text(p_name text, p_email text, p_phone text, p_reference text) returns text;

create function guests_of(b bookings) returns integer;

create function has_other_booking(b bookings) returns boolean;

create function has_places(b bookings) returns boolean;

create function held_places(p_slot_id uuid, p_now timestamp with time zone) returns integer;

create function hold_contact(p_contact_id uuid) returns boolean;

create function hold_customer() returns trigger;

create function hold_for_called_off(p_booking_id uuid, p_slot jsonb, p_expires_at timestamp with time zone, p_now timestamp with time zone) returns TABLE(problem choice_problem, remaining integer, hold_id uuid);

create function hold_for_link(r booking_request, p_next_email_at timestamp with time zone) returns TABLE(problem visitor_booking_problem, remaining integer, price_per_person numeric, until timestamp with time zone, link text);

create function hold_key() returns trigger;

create function hold_places(p_hold jsonb, p_vineyard_id uuid, p_now timestamp with time zone) returns TABLE(problem hold_problem, remaining integer, hold_id uuid);

create function hold_winemaker() returns trigger;

create function hold_winemaker_of_booking() returns trigger;

create function holds_outside_plan(p_experience_id uuid, p_pattern_ids uuid[], p_now timestamp with time zone, p_plan availability_patterns[] DEFAULT NULL::availability_patterns[]) returns TABLE(held integer, groups text[]);

create function host_faults(p_now timestamp with time zone) returns TABLE(fault text, noun text, noun_id text, detail text);

create function host_guests(p_host_id uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_without_booking_id uuid, p_now timestamp with time zone) returns TABLE(guests integer);

create function host_of(p_host_of_slot uuid, p_host_of_experience uuid) returns uuid;

create function host_of(s slots, e experiences) returns uuid;

create function host_places(p_host_id uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_without_booking_id uuid, p_now timestamp with time zone) returns TABLE(places integer);

create function import_calendar(p_id uuid, p_closed jsonb, p_digest bytea, p_now timestamp with time zone) returns boolean;

create function informed_at_of(b bookings) returns timestamp with time zone;

create function insert_booking(r booking_request, p_slot_id uuid, p_status text, p_way take_way, p_as_staff boolean, p_now timestamp with time zone) returns TABLE(outcome take_outcome, remaining integer, booking bookings);

create function insert_slots(p_differences slot_difference[]) returns integer;

create function invite_colleague(p_vineyard_id uuid, p_by uuid, p_name text, p_email text, p_role text, p_now timestamp with time zone) returns TABLE(problem invitation_problem, id uuid);

create function is_among_slots(b bookings, p_slots jsonb) returns boolean;

create function is_being_cancelled(b bookings, p_now timestamp with time zone) returns boolean;

create function is_beyond_stored(p_experience_id uuid, p_day date) returns boolean;

create function is_day_of_year(p_day text) returns boolean;

create function is_held_for(h holds, p_booking_id uuid) returns boolean;

create function is_live(h holds, p_now timestamp with time zone) returns boolean;

create function is_long_pending(b bookings, p_now timestamp with time zone) returns boolean;

create function is_mailbox_of_user(p_user_id uuid, p_email text) returns boolean;

create function is_move_back(e booking_events) returns boolean;

create function is_no_show(b bookings) returns boolean;

create function is_of_owner(o octo_bookings, p_key_id uuid) returns boolean;

create function is_open(s slots) returns boolean;

create function is_open_to_key(b bookings, p_key_id uuid) returns boolean;

create function is_opening_alert_valid(p_created_at timestamp with time zone, p_confirmed_at timestamp with time zone, p_now timestamp with time zone) returns boolean;

create function is_over(p_end timestamp with time zone, p_length interval, p_now timestamp with time zone) returns boolean;

create function is_party_size(e experiences, p_guests integer) returns boolean;

create function is_pattern_used(p_pattern_id uuid, p_now timestamp with time zone) returns boolean;

create function is_review_shown(r reviews) returns boolean;

create function is_sandbox_experience(p_experience_id uuid) returns boolean;

create function is_session_open(p_actor text, p_created_at timestamp with time zone, p_last_used_at timestamp with time zone, p_ended_at timestamp with time zone, p_now timestamp with time zone) returns boolean;

create function is_slot_used(s slots) returns boolean;

create function is_sold_by_resellers(e experiences, v vineyards) returns boolean;

create function is_staff_party_size(e experiences, p_guests integer, p_beyond boolean) returns boolean;

create function is_superseded(p_booking_id uuid, p_email_type text, p_event_id bigint) returns boolean;

create function is_too_late(p_experience_id uuid, p_day date, p_start_time time without time zone, p_now timestamp with time zone) returns boolean;

create function is_unsubscribed(p_email_type text, p_address text) returns boolean;

create function is_unverified(b bookings) returns boolean;

create function is_yearly_season(p_season jsonb) returns boolean;

create function itineraries_of_person(p_email text) returns jsonb;

create function keep_demonstration_email() returns trigger;

create function keep_moved_time(p_booking_id uuid, p_now timestamp with time zone) returns boolean;

create function keys_of_same_owner(p_key uuid) returns uuid[];

create function known_callers_of(p_email text) returns jsonb;

create function lacks_bookable_days(p_now timestamp with time zone) returns boolean;

create function largest_party(e experiences) returns integer;

create function last_bookable_day(e experiences, p_now timestamp with time zone) returns date;

create function last_open_slots(p_vineyard_id uuid, p_now timestamp with time zone) returns SETOF slots;

create function last_review_day(b bookings) returns date;

create function last_valid_day(p_valid_until date, p_valid_days datemultirange) returns date;

create function last_word(p_name text) returns text;

create function leave_customer() returns trigger;

create function limit_faults() returns TABLE(fault text, noun text, noun_id text, detail text);

create function link_to_stop(p_stop_id uuid, b bookings) returns void;

create function lock_availability(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid) returns boolean;

create function lock_booking(p_booking_id uuid, p_vineyard_id uuid, p_slot_ids uuid[] DEFAULT '{}'::uuid[]) returns bookings;

create function lock_experiences(p_vineyard_id uuid) returns void;

create function lock_group_holds(p_group_hold_id uuid, p_vineyard_id uuid, p_now timestamp with time zone) returns uuid[];

create function lock_hold(p_hold_id uuid, p_vineyard_id uuid, p_slot_ids uuid[] DEFAULT '{}'::uuid[]) returns holds;

create function lock_hosts(p_host_ids uuid[]) returns void;

create function lock_idempotency_key(p_key uuid) returns void;

create function lock_owners(p_vineyard_id uuid, p_by uuid) returns boolean;

create function lock_session_move(p_vineyard_id uuid, p_slot_ids uuid[]) returns void;

create function lock_slots(p_slot_ids uuid[]) returns void;

create function lock_slots_and_hosts(p_slot_ids uuid[]) returns void;

create function lock_slots_of_closure(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_from date, p_until date) returns void;

create function lock_undoable_emails(p_booking_ids uuid[]) returns void;

create function logout_winemaker(session_token_param text, p_now timestamp with time zone) returns TABLE(winemaker_id uuid);

create function london_instant(day date, at time without time zone) returns timestamp with time zone;

create function london_today(instant timestamp with time zone) returns date;

create function longest_hold(p_kind hold_kind) returns interval;

create function mailbox_of(p_email text) returns text;

create function main_contact(p_contact_id uuid) returns uuid;

create function mark_attendance(p_booking_id uuid, p_reference text, p_vineyard_id uuid, p_attendance text, p_arrived_guests integer, p_marked_at timestamp with time zone, p_replaces timestamp with time zone, p_key uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem attendance_problem, booking_date date, start_time time without time zone, attendance text, arrived_guests integer, marked_at timestamp with time zone);

create function mark_informed(p_booking_id uuid, p_vineyard_id uuid, p_is_informed boolean, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns boolean;

create function mark_test_booking() returns trigger;

create function may_change_itinerary(p_itinerary itineraries, p_key_hash bytea) returns boolean;

create function may_choose(b bookings, p_now timestamp with time zone) returns boolean;

create function may_reopen(p_call_off_id uuid, p_day date, p_now timestamp with time zone) returns boolean;

create function may_send_again(m emails, b bookings, p_now timestamp with time zone) returns boolean;

create function merge_customers(p_main_id uuid, p_other_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem customer_merge_problem, merge_id uuid);

create function merge_faults() returns TABLE(fault text, noun text, noun_id text, detail text);

create function merge_record(p_contact_id uuid, p_main_id uuid) returns jsonb;

create function message_words(p_name text, p_email text, p_subject text) returns text;

create function moderate_review(p_id uuid, p_rule integer, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns review_problem;

create function money_of(b bookings) returns TABLE(discounts numeric, taken numeric, refunds numeric, due numeric);

create function money_to_give_back(p_vineyard_id uuid, p_now timestamp with time zone) returns TABLE(booking_id uuid, amount numeric);

create function most_held_in_session(e experiences, p_capacity integer) returns integer;

create function most_held_places() returns integer;

create function most_open_invitations() returns integer;

create function move_booking(p_booking_id uuid, p_vineyard_id uuid, p_to jsonb, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamp with time zone) returns TABLE(problem move_problem, remaining integer);

create function move_session(p_session jsonb, p_to jsonb, p_into_past boolean, p_preview boolean, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem session_move_problem, session_move_id uuid, bookings integer, guests integer, without_email integer, held integer, groups jsonb, clash jsonb);

create function moved_from(b bookings) returns timestamp with time zone;

create function name_of_actor(p_actor text, p_actor_id uuid) returns text;

create function name_of_audited(p_noun text, p_id uuid) returns text;

create function name_sort_key(p_name text) returns text;

create function needs_link(r booking_request) returns boolean;

create function new_reference() returns text;

create function next_booking_email(c booking_email_count, p_more bigint, p_an_hour integer) returns timestamp with time zone;

create function next_open_slots(p_experience_ids uuid[], p_guests integer, p_from date, p_until date, p_now timestamp with time zone, p_count integer DEFAULT 1) returns TABLE(experience_id uuid, slot_date date, start_time time without time zone, remaining integer);

create function not_marked_of(b bookings) returns integer;

create function note_audit(p_actor text, p_actor_id uuid, p_noun text, p_noun_id uuid, p_vineyard_id uuid, p_before jsonb, p_after jsonb, p_now timestamp with time zone) returns void;

create function note_beyond_limits(b bookings, e experiences, p_before integer, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns void;

create function note_booking_event(p_booking_id uuid, p_kind text, p_actor text, p_actor_id uuid, p_changes jsonb, p_email_type text, p_now timestamp with time zone) returns void;

create function note_cancellations_read(p_booking_ids uuid[], p_now timestamp with time zone) returns SETOF uuid;

create function note_created_booking(b bookings) returns void;

create function note_staff_act() returns trigger;

create function note_webhook_availability() returns trigger;

create function note_webhook_bookings() returns trigger;

create function note_webhook_slots() returns trigger;

create function notes_without_customer(before bookings, p_staff_notes text) returns text;

create function octo_booking_for(p_id uuid, p_vineyard_id uuid, p_key_id uuid) returns octo_bookings;

create function offered_places_by(p_vineyard_id uuid, p_experience_id uuid, p_from date, p_to date, p_by text) returns TABLE(key text, places bigint);

create function open_admin_session(p_admin_id uuid, p_password_hash text, p_two_step boolean, p_step bigint, p_recovery_hash bytea, p_seed bytea, p_refresh_hash bytea, p_access_hash bytea, p_access_expires_at timestamp with time zone, p_browser text, p_now timestamp with time zone) returns uuid;

create function open_unverified_bookings(p_mailbox text, p_phone_key text, p_now timestamp with time zone) returns SETOF bookings;

create function over_by(s slots) returns integer;

create function own_slot(p_experience_id uuid, p_day date, p_start_time time without time zone, p_guests integer, p_now timestamp with time zone) returns slots;

create function payment_faults() returns TABLE(fault text, noun text, noun_id text, detail text);

create function personal_fields(p_noun text) returns text[];

create function phone_key(p_phone text) returns text;

create function places_left(s slots, p_now timestamp with time zone) returns integer;

create function places_over(p_pattern_ids uuid[], p_now timestamp with time zone) returns integer;

create function places_taken(s slots, p_now timestamp with time zone) returns integer;

create function plan_version(p_experience_id uuid) returns text;

create function planned_slots(p_experience_id uuid, p_from date, p_until date, p_plan availability_patterns[] DEFAULT NULL::availability_patterns[]) returns SETOF planned_slot;

create function planned_starts(p_experience_id uuid, p_from date, p_to date, p_now timestamp with time zone, p_plan availability_patterns[] DEFAULT NULL::availability_patterns[]) returns TABLE(pattern_id uuid, availability_id uuid, slot_date date, start_time time without time zone, starts_at timestamp with time zone, ends_at timestamp with time zone, planned integer, capacity integer, taken integer, closed boolean, exception_id uuid, host_left integer);

create function prefix_pattern(p_term text) returns text;

create function preview_plan(p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_from date, p_to date, p_now timestamp with time zone) returns TABLE(problem plan_problem, place integer, bookings integer, guests integer, held integer, groups text[], over integer, starts jsonb);

create function public_id(s slots) returns text;

create function put_back_places(p_slot_id uuid, p_guests integer, p_is_overbooked boolean, p_of_hold boolean) returns void;

create function put_hold(h holds, s slots, p_expires_at timestamp with time zone) returns void;

create function queue_again(p_booking_id uuid, p_now timestamp with time zone) returns void;

create function queue_availability_webhooks(p_limit integer, p_now timestamp with time zone) returns integer;

create function queue_vineyard_notices(p_event_ids bigint[], p_email_types text[], p_now timestamp with time zone) returns void;

create function rating_faults() returns TABLE(fault text, noun text, noun_id text, detail text);

create function record_outside_backup(p_folder text, p_bytes bigint, p_folders text[]) returns void;

create function record_payment(p_booking_id uuid, p_vineyard_id uuid, p_entry jsonb, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem payment_problem, payment_id bigint, available numeric);

create function record_sale(p_vineyard_id uuid, p_entry jsonb, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem payment_problem, payment_id bigint);

create function record_webhook_attempt(p_id uuid, p_claim uuid, p_outcome jsonb, p_pause interval, p_now timestamp with time zone) returns text;

create function redact_audit(p_email text, p_now timestamp with time zone) returns integer;

create function redirect_booking_emails(before bookings, p_email text, p_sends boolean, p_once_key text, p_now timestamp with time zone) returns void;

create function redraw_vineyard_poster() returns trigger;

create function refresh_admin_session(p_refresh_hash bytea, p_next_refresh_hash bytea, p_next_access_hash bytea, p_access_expires_at timestamp with time zone, p_grace interval, p_now timestamp with time zone) returns TABLE(outcome refresh_outcome, admin_id uuid, access_expires_at timestamp with time zone);

create function refuse_change() returns trigger;

create function release_expired_holds(p_slot_id uuid, p_now timestamp with time zone) returns integer;

create function release_group_hold(p_group_hold_id uuid, p_vineyard_id uuid, p_now timestamp with time zone) returns integer;

create function release_hold(p_hold_id uuid, p_vineyard_id uuid, p_now timestamp with time zone) returns TABLE(problem release_problem);

create function release_holds_of_keys(p_key_ids uuid[], p_vineyard_id uuid, p_now timestamp with time zone) returns integer;

create function release_holds_of_reseller(p_reseller_id uuid, p_now timestamp with time zone) returns integer;

create function release_past_sessions(p_host_id uuid, p_now timestamp with time zone) returns void;

create function remember_host_capacity() returns trigger;

create function remember_host_change() returns trigger;

create function remove_calendar_source(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns boolean;

create function remove_exception(p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem exception_removal_problem);

create function remove_pattern(p_vineyard_id uuid, p_pattern_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem lookup_problem, deleted boolean, bookings integer, guests integer);

create function remove_row(p_table text, p_noun text, p_vineyard_column text, p_id uuid, p_version text, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem row_problem, refused_by text);

create function remove_webhook(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns boolean;

create function reopen_call_off(p_call_off_id uuid, p_vineyard_id uuid, p_overbook boolean, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem reopen_problem, bookings integer, guests integer, emailed integer, to_call integer, over integer);

create function replace_contact(p_contact_id uuid, p_successor uuid) returns uuid;

create function replace_open_invitation(p_email text, p_except_vineyard_id uuid, p_now timestamp with time zone) returns void;

create function report_review(p_id uuid, p_vineyard_id uuid, p_rule integer, p_now timestamp with time zone) returns boolean;

create function requested_slot(r booking_request) returns uuid;

create function require_key_reaches(p_key uuid, p_vineyard_id uuid) returns void;

create function require_key_works(p_key_id uuid) returns void;

create function require_sandbox(p_now timestamp with time zone) returns uuid;

create function require_works_at(p_actor text, p_actor_id uuid, p_vineyard_id uuid) returns boolean;

create function resend_email(p_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns email_resend_problem;

create function resend_webhook_delivery(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns delivery_resend_problem;

create function reserve_octo_booking(p_hold jsonb, p_octo jsonb, p_request_hash text, p_vineyard_id uuid, p_now timestamp with time zone) returns TABLE(problem octo_problem, remaining integer);

create function reset_future_times(p_now timestamp with time zone) returns void;

create function retained_money(b bookings) returns numeric;

create function return_booking_email(p_booking_id uuid, p_email text) returns void;

create function review_refusal(b bookings, p_now timestamp with time zone) returns review_problem;

create function revoke_api_key(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns boolean;

create function save_plan(p_vineyard_id uuid, p_experience_id uuid, p_patterns jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem plan_problem, place integer, bookings integer, guests integer, held integer, groups text[], over integer, version text);

create function season_end(p_year integer, p_day text) returns date;

create function season_start(p_year integer, p_day text) returns date;

create function seller_of(b bookings) returns text;

create function send_opening_alerts(p_now timestamp with time zone) returns integer;

create function separate_customer(p_contact_id uuid, p_merge_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns customer_separation_problem;

create function session_clash(s slots, p_needed integer, p_from_slot_id uuid, p_now timestamp with time zone) returns jsonb;

create function sessions_of_host(h hosts, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_without uuid[], p_now timestamp with time zone) returns jsonb;

create function set_after_event() returns trigger;

create function set_booking_status(p_booking_id uuid, p_vineyard_id uuid, p_status text, p_expected text, p_details jsonb, p_actor text, p_actor_id uuid, p_overbook boolean, p_now timestamp with time zone) returns TABLE(problem status_problem, status text, remaining integer);

create function set_other_plan(p_itinerary uuid, p_key_hash bytea, p_version integer, p_other uuid, p_other_key_hash bytea) returns itinerary_answer_problem;

create function set_password_by_link(p_token_hash bytea, p_password_hash text, p_now timestamp with time zone) returns TABLE(door text, email email_address);

create function set_reseller_opt_in(p_scope uuid, p_vineyard_id uuid, p_reseller_id uuid, p_opts_in boolean, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns boolean;

create function set_session_host(p_slot jsonb, p_host_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem session_host_problem, capacity integer, others jsonb);

create function set_unsubscribed(p_token text, p_email_types text[], p_is_unsubscribed boolean, p_now timestamp with time zone) returns boolean;

create function sign_in_visitor(p_link_hash bytea, p_token_hash bytea, p_browser text, p_now timestamp with time zone) returns TABLE(user_id uuid, email email_address, joined bigint);

create function slot_days(p_experience_id uuid, p_from date, p_to date, p_now timestamp with time zone) returns TABLE(slot_date date, largest_party integer, remaining integer);

create function slot_differences(p_experience_id uuid, p_from date, p_until date, p_stored_until date) returns SETOF slot_difference;

create function slot_faults(p_now timestamp with time zone) returns TABLE(fault text, noun text, noun_id text, detail text);

create function slot_for_staff(p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time without time zone, p_now timestamp with time zone) returns uuid;

create function slot_in_scope(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time without time zone, p_now timestamp with time zone) returns uuid;

create function slot_of_its_own(e experiences, p_day date, p_start_time time without time zone, p_guests integer, p_now timestamp with time zone) returns slots;

create function slots_for(p_experience_id uuid, p_from date, p_to date, p_now timestamp with time zone, p_as_staff boolean, p_booking_id uuid) returns TABLE(pattern_id uuid, availability_id uuid, slot_date date, start_time time without time zone, end_time time without time zone, starts_at timestamp with time zone, ends_at timestamp with time zone, capacity integer, remaining integer);

create function slots_of(p_experience_id uuid, p_from date, p_to date, p_now timestamp with time zone) returns TABLE(pattern_id uuid, availability_id uuid, slot_date date, start_time time without time zone, end_time time without time zone, starts_at timestamp with time zone, ends_at timestamp with time zone, capacity integer, remaining integer);

create function sold_beyond(p_capacity integer, p_places integer) returns integer;

create function sorted_tags(p_tags text[]) returns text[];

create function staff_words(p_name text, p_email text) returns text;

create function state_before_move(b bookings) returns jsonb;

create function store_day(p_experience_id uuid, p_day date) returns integer;

create function stored_slot(p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time without time zone) returns uuid;

create function stored_until(e experiences, p_now timestamp with time zone) returns date;

create function tags_of(b bookings) returns text[];

create function tags_without_customer(before bookings, p_tags text[]) returns text[];

create function take_booking_email(p_booking_id uuid, p_email text, p_an_hour integer, p_now timestamp with time zone) returns timestamp with time zone;

create function take_over_cancellation(b bookings, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns void;

create function take_places(p_slot_id uuid, p_guests integer, p_way take_way, p_booking_id uuid, p_as_staff boolean, p_now timestamp with time zone, p_start_time time without time zone DEFAULT NULL::time without time zone, p_for_hold boolean DEFAULT false) returns TABLE(outcome take_outcome, remaining integer, is_overbooked boolean);

create function take_places_again(b bookings, p_guests integer, p_way take_way, p_now timestamp with time zone) returns TABLE(outcome take_outcome, remaining integer, is_overbooked boolean);

create function takes_over_cancellation(e booking_events) returns boolean;

create function tell_reviewer(b bookings, p_email_type text, p_now timestamp with time zone) returns void;

create function test_winemaker_data(email_param text) returns TABLE(winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text, is_active boolean, has_password boolean, open_sessions bigint);

create function till_of(p_vineyard_id uuid, p_day date) returns TABLE(actor text, actor_id uuid, name text, kind text, taken numeric, refunds numeric, discounts numeric, entries integer);

create function times_to_choose(p_booking_id uuid, p_from date, p_to date, p_now timestamp with time zone) returns TABLE(pattern_id uuid, availability_id uuid, slot_date date, start_time time without time zone, end_time time without time zone, starts_at timestamp with time zone, ends_at timestamp with time zone, capacity integer, remaining integer);

create function touch_updated_at() returns trigger;

create function try_webhook_test(p_scope uuid, p_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(delivery_id uuid, retry_at timestamp with time zone);

create function undo_booking_status(p_booking_id uuid, p_vineyard_id uuid, p_expected text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem undo_problem, status text, remaining integer);

create function undo_closure(p_vineyard_id uuid, p_exception_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem closure_undo_problem, bookings integer);

create function undo_session_move(p_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem session_move_undo_problem, bookings integer, guests integer);

create function undo_time() returns interval;

create function undo_until(p_actor text, p_now timestamp with time zone) returns timestamp with time zone;

create function undo_walk_in(p_booking_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem walk_in_undo_problem, reference text);

create function undoable_with(e availability_exceptions, p_now timestamp with time zone) returns SETOF bookings;

create function unsubscribe_id(p_email_type text, p_address text) returns bytea;

create function unsubscribe_signature(p_email_type text, p_id bytea) returns bytea;

create function unsubscribe_token(p_email_type text, p_address text) returns text;

create function unverified_mailbox(p_booking_id uuid, p_email text) returns text;

create function upcoming_bookings(p_email text, p_now timestamp with time zone) returns TABLE(id uuid, reference text, booking_date date, start_time time without time zone, vineyard_name text);

create function update_pattern(p_vineyard_id uuid, p_pattern_id uuid, p_changes jsonb, p_version text, p_actor text, p_actor_id uuid, p_now timestamp with time zone) returns TABLE(problem pattern_change_problem, bookings integer, guests integer, held integer, groups text[], over integer, version text);

create function update_slots(p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_now timestamp with time zone, p_from date DEFAULT '-infinity'::date, p_until date DEFAULT 'infinity'::date) returns void;

create function update_slots(x availability_exceptions, p_now timestamp with time zone) returns void;

create function valid_days_of(p_valid_from date, p_valid_until date, p_season jsonb) returns datemultirange;

create function validate_winemaker_session(session_token_param text, p_now timestamp with time zone) returns TABLE(winemaker_id uuid, vineyard_id uuid, name text, email text, "position" text);

create function verify_claim(p_token_hash bytea, p_now timestamp with time zone) returns TABLE(vineyard_id uuid, vineyard_name text);

create function version_of(p_row jsonb) returns text;

create function vineyard_mailboxes(p_vineyard_id uuid, p_email_type text) returns TABLE(address text, state text);

create function vineyard_words(p_name text, p_city text, p_region text) returns text;

create function vineyards_of_key(p_vineyard_id uuid, p_reseller_id uuid, p_is_test boolean) returns uuid[];

create function visit_end(b bookings) returns timestamp with time zone;

create function visit_end(e experiences, p_starts_at timestamp with time zone) returns timestamp with time zone;

create function visit_minutes(e experiences) returns integer;

create function wants_availability(p_vineyard_id uuid) returns boolean;

create function was_cancelled_by_guest(p_booking_id uuid) returns boolean;

create function webhook_audit(w webhooks) returns jsonb;

create function webhook_patience() returns interval;

create function webhook_payload(p_event_type text, p_at timestamp with time zone, p_data jsonb) returns jsonb;

create function webhook_type_of(e booking_events, b bookings) returns text;

create function weekday_ranges(days smallint[]) returns int4multirange;

create function write_legacy_slot() returns trigger;

create function write_next_slots(p_now timestamp with time zone) returns integer;

create function write_octo_booking(p_id uuid, p_octo jsonb, p_now timestamp with time zone) returns void;

create function write_review(p_booking_id uuid, p_stars integer, p_words text, p_seen timestamp with time zone, p_now timestamp with time zone) returns review_problem;

create function write_slots(p_experience_ids uuid[], p_from date, p_until date, p_now timestamp with time zone) returns integer;
