-- A booking made with a test key. It is in no list, total or figure of staff.
alter table bookings add column is_test boolean not null default false;
create index test_bookings on bookings (created_at) where is_test;
create trigger bookings_by_test_keys before insert or update of api_key_id, emails_guest on bookings
  for each row when (new.api_key_id is not null) execute function mark_test_booking();
