-- Slots count what was sold and held in them. What counted it before goes: slot_inventory, and the table availability,
-- which becomes a view of the slots without a pattern.
alter table slots
  add column booked integer not null default 0 check (booked >= 0),
  -- Sold on purpose, beyond the capacity of the slot or of its host.
  add column overbooked integer not null default 0 check (overbooked >= 0),
  -- The places of holds that have not ended. Expired ones are included until somebody takes places or the job runs.
  add column held integer not null default 0 check (held >= 0),
  -- booked + held when the capacity was cut below them; 0 once they fit again.
  add column sold_before_cut integer not null default 0 check (sold_before_cut >= 0),
  -- Rises when places are taken and when the slot closes: an Undo sees whether anything has happened since.
  add column version bigint not null default 0,
  add constraint never_oversold check (booked + held <= greatest(capacity, sold_before_cut));

-- A booking outside slots has none. pattern_id, availability_id and booking_date stay what the guest booked.
alter table bookings
  add column slot_id uuid references slots,
  -- The version of the slot when this booking was cancelled.
  add column cancelled_at_version bigint,
  drop constraint bookings_availability_id_experience_id_fkey;
alter table holds
  add column slot_id uuid references slots,
  drop constraint holds_availability_id_experience_id_fkey,
  drop constraint a_hold_is_short;
create index bookings_in_slot on bookings (slot_id);
create index holds_in_slot on holds (slot_id);
drop index holds_of_slot, holds_of_legacy_slot;

-- How long a hold may last depends on its kind.
create type hold_kind as enum ('short');
alter table holds
  add column kind hold_kind not null default 'short',
  add constraint a_hold_lasts_no_longer_than_its_kind check (
    expires_at > created_at
      and expires_at <= created_at + case kind when 'short' then interval '60 minutes' end
  );

drop trigger legacy_slots_written on availability;
drop trigger legacy_slots_rewritten on availability;

alter table holds alter column slot_id set not null;

drop table slot_inventory;
drop trigger plan_changed on availability_patterns;
drop trigger exception_gone on availability_exceptions;
drop table changed_plans, changed_days;
drop table availability;

-- Slots without a pattern: single starts with the places left.
create unique index one_legacy_slot_per_start on slots (experience_id, starts_at) where pattern_id is null and retired_at is null;
create view availability as
select id, experience_id, starts_at as start_time, planned - booked as available_slots, booked as taken, overbooked, held
from slots
where pattern_id is null and retired_at is null;
create trigger availability_written instead of insert or update or delete on availability
  for each row execute function write_legacy_slot();

-- Webhooks learn of changed places from slots alone.
drop trigger patterns_to_webhooks on availability_patterns;
drop trigger exceptions_to_webhooks on availability_exceptions;
create trigger new_slots_to_webhooks after insert on slots referencing new table as became
  for each statement execute function note_webhook_slots();
create trigger slots_to_webhooks after update on slots referencing old table as was new table as became
  for each statement execute function note_webhook_slots();
create trigger former_slots_to_webhooks after delete on slots referencing old table as was
  for each statement execute function note_webhook_slots();

-- How places are taken. ordinary: if they are free. on_purpose: staff's second step, beyond the capacity of slot and host.
-- put_back: an Undo restores what was there, if nothing has happened in the slot since.
create type take_way as enum ('ordinary', 'on_purpose', 'put_back');
create type take_outcome as enum ('taken', 'full', 'gone');

-- A row that is only locked by writing what it holds was not changed.
drop trigger vineyards_touched on vineyards;
create trigger vineyards_touched before update on vineyards
  for each row when (old.* is distinct from new.*) execute function touch_updated_at();
drop trigger experiences_touched on experiences;
create trigger experiences_touched before update on experiences
  for each row when (old.* is distinct from new.*) execute function touch_updated_at();

drop table page_changes, page_changes_pruned, catalogue_changes, catalogue_pruned, host_days;

-- Whether an experience has starts is read from its patterns and slots.
drop trigger patterns_keep_plans_made on availability_patterns;
drop trigger patterns_keep_plans_changed on availability_patterns;
drop trigger patterns_keep_plans_gone on availability_patterns;
drop trigger patterns_keep_plans_truncated on availability_patterns;
drop table experience_plans;
drop trigger vineyards_keep_offers on vineyards;
drop trigger experiences_keep_offers_made on experiences;
drop trigger experiences_keep_offers_changed on experiences;
drop trigger experiences_keep_offers_gone on experiences;
drop trigger experiences_keep_offers_truncated on experiences;
drop table vineyard_offers;
drop function note_changed_vineyards;
drop function note_changed_experiences;
drop function note_changed_patterns;
drop function note_changed_exceptions;
drop function note_changed_slots;
drop function note_catalogue_emptied;
drop function note_host_days;
drop function note_days_of_led_experience;
drop function note_pages_of_vineyard;
drop function note_pages_of_experience;
drop function note_pages_of_subject;
drop function note_pages_of_new_counters;
drop function note_pages_of_counters;
drop function note_pages_of_visits;
drop function note_changed_plan;
drop function note_changed_days;
drop function note_webhook_counters;
drop function keep_new_patterns;
drop function keep_other_patterns;
drop function keep_new_starts;
drop function keep_moved_start;
drop function keep_fewer_plans;
drop function keep_no_plans;
drop function keep_vineyard_offers;
drop function keep_experience_offers;
