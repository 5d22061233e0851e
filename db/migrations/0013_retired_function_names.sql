-- Drops the functions and the type of db/functions that were renamed or removed.
drop function if exists
  anywhere, at_first, bookings_left_behind, bookings_to_come, bookings_under, cancel_places, candidates_among,
  change_of, change_pattern, count_hits, customer_words, day_figures, days_of, deciding_exception, exception_meets,
  exception_on, forget_keys, forget_mails, forget_messages, forget_pictures, forget_plans, forget_visits,
  give_places_back, hand_out_person, host_crowd, host_room, is_tight, keep_plans, kept_about_customer, ledger_faults,
  legacy_slots_meant, meet_at_host, note_placed, offered_in_lines, offered_places, opens_itinerary, overbook_places,
  patterns_meant, place_booking, place_bookings, place_staff_booking, place_staff_booking_once, plans_as_they_are,
  plans_of_person, prove_claim, reckon_customers, reckon_days, rewrite_capacities, send_again, sign_visitor_in,
  slots_of_many, slots_wished, sum_faults, sum_up_bookings, take_attempt, take_in_calendar, take_legacy_places,
  take_room, works_at;
drop type if exists booking_wish;
