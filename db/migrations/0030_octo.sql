-- An owner decides for each experience whether resellers may sell it.
alter table experiences add column sold_by_resellers boolean not null default false;

-- What a reseller says about a hold, and about the booking with its id, by the OCTO standard.
create table octo_bookings (
  id uuid primary key references holds,
  vineyard_id uuid not null references vineyards,
  api_key_id uuid not null references api_keys,
  reseller_reference one_line,
  -- The ids of the guests' tickets, one for each guest.
  unit_items uuid[] not null check (cardinality(unit_items) > 0),
  -- contact, notes, and units (contact and reseller's reference by the unit item's id). Empty once the hold has ended
  -- without a booking, or the guest is erased.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  cancellation_reason prose not null default '',
  -- Of the request that made the hold: a repeated one gets the same booking.
  request_hash bytea not null,
  updated_at timestamptz not null
);
create index octo_bookings_by_reference on octo_bookings (vineyard_id, reseller_reference);
create index octo_bookings_by_key on octo_bookings (api_key_id);

create trigger act_by_key after insert on holds for each row when (new.actor = 'key') execute function hold_key();
