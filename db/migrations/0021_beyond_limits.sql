-- Staff may book a party outside the limits of its experience, or on a closed day, in a second step.
alter table bookings add column beyond_limits boolean not null default false;
alter table holds add column beyond_limits boolean not null default false;

alter table booking_events
  drop constraint if exists booking_events_kind_check,
  add constraint kind_is_a_word check (kind ~ '^[a-z]+(_[a-z]+)*$') not valid;

-- A slot for one party, at a time that is closed for others.
alter table slots
  add column is_for_one_party boolean not null default false,
  add constraint one_party_comes_alone check (not is_for_one_party or pattern_id is null and retired_at is not null);

-- Nothing is sent to the guests of the demonstration, also not when staff change their bookings.
create trigger emails_of_demonstration before insert or update of state on emails
  for each row when (new.state = 'waiting' and new.to_address like '%@demonstration.invalid')
  execute function keep_demonstration_email();
