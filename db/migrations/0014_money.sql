-- Payments also record what is kept of the money of a visit that does not take place, and sales without a booking.
alter table payments
  alter column booking_id drop not null,
  drop constraint payments_entry_check,
  drop constraint money_has_a_kind,
  drop constraint discount_has_a_reason,
  add constraint payments_entry_check check (entry in ('payment', 'refund', 'discount', 'keep', 'sale')),
  -- A discount, and what is kept, change no hands.
  add constraint money_has_a_kind check ((entry in ('discount', 'keep')) = (kind is null)),
  add constraint a_decision_has_a_reason check (entry not in ('discount', 'keep', 'sale') or (corrects is null) = (reason is not null)),
  add constraint a_sale_has_no_booking check ((entry = 'sale') = (booking_id is null)),
  add constraint a_sale_has_few_words check (entry <> 'sale' or length(reason) <= 40);
-- For reports, which ask about every booking: most have none.
create index payments_kept on payments (booking_id) where entry = 'keep';
