-- Staff book guests without an email address, and walk-ins of whom only the party size is known.
alter table bookings add column channel text not null default 'public';
-- How existing bookings came; all of them have a name, an email address and a phone number.
alter table bookings disable trigger user;
update bookings b set channel = 'staff'
from booking_events e
where e.booking_id = b.id and e.kind = 'created' and e.actor in ('winemaker', 'admin');
alter table bookings enable trigger user;
alter table bookings enable always trigger bookings_made_summed;
alter table bookings enable always trigger bookings_changed_summed;
alter table bookings enable always trigger bookings_gone_summed;
alter table bookings
  alter column guest_name drop not null,
  alter column guest_email drop not null,
  alter column guest_phone drop not null,
  add constraint channel_is_known check (channel in ('public', 'staff', 'walk_in')),
  add constraint guest_by_channel check (case channel
    when 'public' then num_nulls(guest_name, guest_email, guest_phone) = 0
    when 'staff' then guest_name is not null and num_nonnulls(guest_email, guest_phone) > 0
    else true
  end),
  drop constraint erased_says_nothing,
  -- A guest without an email address gets none by being erased.
  add constraint erased_says_nothing check (
    (guest_email is null or (erased_at is not null) = (guest_email like 'erased-%@erased.invalid')) and (
      erased_at is null
      or guest_name is not distinct from 'Erased' and guest_phone is not distinct from 'Erased'
        and special_requests = '' and customer_notes = '' and user_id is null and idempotency_key is null
    )
  );
create index bookings_without_name on bookings (vineyard_id, booking_date) where guest_name is null;

-- Guests without an email address are no customers.
alter table booking_changes alter column customer_id drop not null;

-- The money of bookings: payments taken, refunds and discounts. Append-only: a mistake is corrected by an entry of the
-- opposite amount that names it.
create table payments (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  vineyard_id uuid not null references vineyards,
  entry text not null check (entry in ('payment', 'refund', 'discount')),
  -- How the money was handed over; a discount has no kind.
  kind text check (kind in ('cash', 'card', 'other')),
  amount numeric(10, 2) not null,
  reason one_line,
  corrects bigint unique references payments,
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  -- When the money changed hands; a device without connection sends it later.
  taken_at timestamptz not null,
  -- The London day whose till it belongs to.
  taken_on date not null generated always as ((taken_at at time zone 'Europe/London')::date) stored,
  idempotency_key uuid not null unique,
  created_at timestamptz not null,
  constraint only_corrections_are_negative check (case when corrects is null then amount > 0 else amount < 0 end),
  constraint money_has_a_kind check ((entry = 'discount') = (kind is null)),
  constraint discount_has_a_reason check (entry <> 'discount' or (corrects is null) = (reason is not null))
);
create index payments_of_booking on payments (booking_id, id);
create index payments_of_day on payments (vineyard_id, taken_on);
create trigger payments_stand before update or delete on payments for each row execute function guard_payments();
create trigger payments_stay before truncate on payments for each statement execute function refuse_change();

alter table booking_events drop constraint booking_events_kind_check, add constraint booking_events_kind_check check (
  kind in ('created', 'status', 'moved', 'overbooked', 'marked', 'readdressed', 'money')
);
