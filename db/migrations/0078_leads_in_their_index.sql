-- The leads of years are thousands of rows that lie all over their table. Their index has all that a report reads of them.
create unique index lead_sums_of_vineyard on lead_sums (vineyard_id, span, experience_id, first_day, lead)
  include (bookings) nulls not distinct;
alter table lead_sums drop constraint lead_sums_vineyard_id_span_experience_id_first_day_lead_key;
