-- Bookings also come from the widget, from resellers' programs and from lists of other systems.
alter table bookings
  drop constraint channel_is_known,
  drop constraint guest_by_channel,
  -- How a reseller or another system names the booking.
  add column external_reference one_line check (length(external_reference) between 1 and 200),
  add column api_key_id uuid references api_keys,
  -- False if another system writes to the guest.
  add column emails_guest boolean not null default true,
  add constraint channel_is_known
    check (channel in ('public', 'widget', 'staff', 'walk_in', 'reseller', 'import')),
  add constraint resellers_use_keys check ((channel = 'reseller') = (api_key_id is not null)),
  add constraint guest_by_channel check (
    case
      when channel in ('public', 'widget') then num_nulls(guest_name, guest_email, guest_phone) = 0
      when channel = 'staff' then guest_name is not null and num_nonnulls(guest_email, guest_phone) > 0
      when channel = 'import' then guest_name is not null
      else true
    end
  );
create index bookings_by_external_reference on bookings (vineyard_id, external_reference)
  where external_reference is not null;
-- A row of an imported list is booked once.
create unique index imported_once on bookings (vineyard_id, external_reference)
  where channel = 'import' and external_reference is not null;
