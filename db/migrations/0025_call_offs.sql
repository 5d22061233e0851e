-- Bookings whose session the vineyard called off. The status stays; the guest chooses another time or cancels until the
-- start. told_at: when staff told a guest whom no email reaches.
alter table bookings
  add column called_off_at timestamptz,
  add column called_off_reason text check (called_off_reason in ('weather', 'illness', 'too_few', 'closed', 'other')),
  add column called_off_message prose not null default '',
  add column told_at timestamptz,
  add constraint called_off_has_its_facts check (
    case when called_off_at is null
      then called_off_reason is null and called_off_message = '' and told_at is null
      else called_off_reason is not null
    end
  ),
  add constraint called_off_never_completes check (called_off_at is null or status <> 'completed');
create index bookings_called_off on bookings (starts_at)
  where called_off_at is not null and status in ('pending', 'confirmed');

alter table booking_events drop constraint booking_events_kind_check, add constraint booking_events_kind_check check (
  kind in ('created', 'status', 'moved', 'overbooked', 'marked', 'readdressed', 'money', 'called_off', 'told')
);

-- Figures of the marketplace leave out what was called off, and read these indexes alone.
drop index bookings_placed;
create index bookings_placed on bookings (created_at) include (status, total_price, attendance, called_off_at);
drop index bookings_under_way;
create index bookings_under_way on bookings (ends_at) include (status, number_of_guests, attendance, called_off_at)
  where status in ('pending', 'confirmed');
