-- Staff may book a party outside the limits of its experience, or on a closed day, in a second step.
alter table bookings add column beyond_limits boolean not null default false;
alter table holds add column beyond_limits boolean not null default false;

-- A slot for one party, at a time that is closed for others. It is retired from the beginning, so guests never see it.
alter table slots add column is_for_one_party boolean not null default false;

-- Nothing is sent to the guests of the demonstration, also not when staff change their bookings.
create trigger emails_of_demonstration before insert or update of state on emails
  for each row when (new.state = 'waiting' and new.to_address like '%@demonstration.invalid')
  execute function keep_demonstration_email();
