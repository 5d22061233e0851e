-- The outcomes of functions. A problem is null if the function succeeded; the comments of the functions explain the values.
-- A value that is added here has to be handled wherever the application reads it: npm run schema writes the types that
-- TypeScript checks.

-- Bookings by visitors, staff, devices at the gate and API keys.
create type booking_problem as enum ('repeated', 'key_reused', 'gone', 'full', 'price', 'group_size');
create type visitor_booking_problem as enum (
  'repeated', 'key_reused', 'gone', 'full', 'price', 'group_size', 'emails', 'held'
);
create type confirm_problem as enum ('absent', 'gone');
create type key_booking_problem as enum ('repeated', 'key_reused', 'absent', 'gone', 'full', 'price', 'group_size');
create type staff_booking_problem as enum ('repeated', 'other', 'absent', 'early', 'group_size', 'gone', 'full');
create type walk_in_undo_problem as enum ('absent', 'paid');

-- Changes of bookings.
create type cancellation_problem as enum ('absent', 'final', 'late', 'changed');
create type status_problem as enum ('absent', 'changed', 'called_off', 'erased', 'gone', 'full');
create type undo_problem as enum ('absent', 'changed', 'final', 'erased', 'late', 'gone', 'full');
create type move_problem as enum (
  'absent', 'erased', 'final', 'late', 'group_size', 'unchanged', 'changed', 'past', 'gone', 'full'
);
create type correction_problem as enum ('absent', 'final', 'same', 'often');
create type guest_edit_problem as enum ('absent', 'erased', 'reseller', 'unreachable', 'changed');
create type attendance_problem as enum (
  'absent', 'repeated', 'cancelled', 'called_off', 'early', 'too_many', 'overruled'
);
create type payment_problem as enum (
  'absent', 'other', 'nothing_due', 'too_much', 'no_entry', 'corrected', 'refunded'
);
create type review_problem as enum (
  'absent', 'uninvited', 'not_completed', 'no_show', 'late', 'closed', 'changed', 'full', 'deleted'
);
create type session_host_problem as enum ('absent', 'gone', 'clash');
create type session_move_problem as enum ('absent', 'empty', 'gone', 'unchanged', 'past', 'full');
create type session_move_undo_problem as enum ('absent', 'late', 'full');
create type call_off_problem as enum ('absent', 'past');
create type choice_problem as enum ('absent', 'final', 'late', 'gone', 'full');

-- Holds, and the requests of resellers over OCTO.
create type hold_problem as enum ('absent', 'group_size', 'gone', 'full');
create type hold_change_problem as enum ('absent', 'ended', 'group_size', 'gone', 'full');
create type hold_booking_problem as enum ('repeated', 'absent', 'ended', 'group_size', 'gone', 'full');
create type release_problem as enum ('absent', 'booked');
create type group_hold_problem as enum ('repeated', 'other', 'absent', 'late', 'group_size', 'gone', 'full', 'changed');
create type octo_problem as enum (
  'repeated', 'other', 'absent', 'ended', 'final', 'erased', 'late', 'group_size', 'gone', 'full', 'many_held',
  'many_in_session'
);

-- Changes of a vineyard's patterns, exceptions and experiences.
create type pattern_problem as enum ('absent', 'same_start');
create type pattern_change_problem as enum ('absent', 'stale', 'same_start', 'season');
create type plan_problem as enum ('absent', 'stale', 'same_start');
create type exception_problem as enum ('absent', 'booked');
create type exception_removal_problem as enum ('absent', 'of_calendar');
create type reopen_problem as enum ('absent', 'late', 'full');
create type closure_undo_problem as enum ('absent', 'of_calendar', 'changed', 'late', 'gone', 'full');
create type calendar_problem as enum ('absent', 'known', 'many');

-- Friends' answers to a shared itinerary, and the vote between two itineraries.
create type itinerary_answer_problem as enum ('absent', 'full', 'stale');

-- Teams, sign-ins, API keys, webhooks, emails, erasures and all other rows.
create type invitation_problem as enum ('not_owner', 'many', 'here', 'disabled', 'elsewhere');
create type team_problem as enum ('not_owner', 'absent', 'last_owner');
create type refresh_outcome as enum ('refreshed', 'ended', 'reused');
create type addition_problem as enum ('absent', 'many');
create type email_resend_problem as enum ('absent', 'under_way', 'late', 'superseded');
-- Why an email was not delivered (yet).
create type email_failure as enum ('no_mailbox', 'mailbox_full', 'refused', 'undelivered', 'retrying');
create type delivery_resend_problem as enum ('absent', 'waiting', 'off');
create type erasure_problem as enum ('to_come', 'staff');
create type booking_erasure_problem as enum ('absent', 'address', 'to_come');
create type customer_merge_problem as enum ('absent', 'same');
create type customer_separation_problem as enum ('absent', 'late');
create type lookup_problem as enum ('absent');
create type row_addition_problem as enum ('refused');
create type row_problem as enum ('absent', 'stale', 'refused');

-- Why a booking was refused, or a search found nothing, in the demand report.
create type demand_reason as enum ('full', 'gone', 'late', 'price', 'group_size', 'none_found');
