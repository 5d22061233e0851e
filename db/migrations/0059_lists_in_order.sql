-- The ways in which staff read long lists, each by an index. Those of bookings replace others: a booking is entered in one
-- more than before, and in two while it waits.

-- All that a list, a count of leads or a filter asks of a booking before its page is known.
drop index bookings_of_vineyard;
create index bookings_of_vineyard on bookings (vineyard_id, booking_date, start_time, id)
  include (experience_id, status, created_at);
create index bookings_in_order on bookings (booking_date, start_time, id);
-- What waits is asked for wherever a vineyard's staff come in.
create index bookings_waiting_at on bookings (vineyard_id, booking_date, start_time, id) where status = 'pending';

-- Within one vineyard a common name is looked up among its own guests only.
drop index bookings_by_name;
create index bookings_by_name on bookings (lower(guest_name::text collate pg_c_utf8) text_pattern_ops, vineyard_id);
drop index bookings_by_last_word;
create index bookings_by_last_word on bookings (last_word(guest_name) text_pattern_ops, vineyard_id);
drop index bookings_by_email;
create index bookings_by_email on bookings (lower(guest_email) text_pattern_ops, vineyard_id, booking_date);

-- Vineyards are found, sorted and counted by what stands in this one, whatever is asked.
drop index vineyards_in_order;
create index vineyards_in_order on vineyards (name, id)
  include (region, is_visible, is_verified, featured_at, created_at, updated_at);

-- Winemakers, messages and claims by words and by their moments.
create function staff_words(p_name text, p_email text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email) collate pg_c_utf8);
create index winemakers_by_words on winemakers using gin (staff_words(name, email) gin_trgm_ops);
create index winemakers_in_order on winemakers (name, id);
create index winemakers_newest on winemakers (created_at);
create index used_by_winemaker on winemaker_sessions (winemaker_id, last_used_at);
drop index sessions_of_winemaker;
create function message_words(p_name text, p_email text, p_subject text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email || e'\n' || p_subject) collate pg_c_utf8);
create index messages_by_words on contact_messages using gin (message_words(name, email, subject) gin_trgm_ops);
create index claims_in_state on vineyard_claims (state, created_at);
create index messages_in_state on contact_messages (state, created_at);
