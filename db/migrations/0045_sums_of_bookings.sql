-- Lists and reports add up the bookings as they are read. What was stored before, and what wrote it, goes.
drop trigger bookings_made_summed on bookings;
drop trigger bookings_changed_summed on bookings;
drop trigger bookings_gone_summed on bookings;
drop table booking_changes, booking_sums, status_sums, market_sums, span_sums, lead_sums, day_sums, customer_sums cascade;
drop function if exists
  calculate_customer_totals, calculate_day_totals, counts_nothing, current_day_totals, day_faults, note_bookings_changed,
  note_bookings_gone, note_bookings_made, sum_up_days, totals_change, totals_faults, update_totals;

-- The text of a booking in which searches find its customer. An index needs it, so it is no file's of db/functions.
create or replace function customer_search_text(p_name text, p_email text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email) collate pg_c_utf8);

-- A customer's bookings, the last and the next visit first.
create index bookings_of_customer on bookings (customer_id(vineyard_id, guest_email), booking_date)
  where guest_email is not null and not is_test;
-- Searches of all vineyards for a part of a name or address. The name is as guest_name_of returns it. A longer list of what
-- is to be added to the index would make single bookings wait.
create index bookings_by_customer_text on bookings using gin (
  customer_search_text(
    coalesce(guest_name, case channel when 'reseller' then 'Reseller’s guest' else 'Walk-in' end), guest_email
  ) gin_trgm_ops
) with (gin_pending_list_limit = 512) where guest_email is not null and not is_test;
-- Counts of bookings read these two alone.
create index bookings_by_status on bookings (status, booking_date) where not is_test;
drop index bookings_of_vineyard;
create index bookings_of_vineyard on bookings (vineyard_id, booking_date, start_time, id)
  include (experience_id, status, is_test);
