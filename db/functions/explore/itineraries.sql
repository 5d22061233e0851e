-- Returns whether a key may change an itinerary: the itinerary was created with this key, or another device of the
-- visitor got the key.
create function may_change_itinerary(p_itinerary itineraries, p_key_hash bytea) returns boolean
language sql stable
return p_itinerary.key_hash = p_key_hash
  or exists (select from itinerary_keys k where k.key_hash = p_key_hash and k.itinerary_id = p_itinerary.id);

-- When the guest of a booking is erased, deletes the itineraries that contain the booking, also those of accounts.
create or replace function forget_plans_of_booking() returns trigger
language plpgsql as $$
begin
  delete from itineraries
  where not is_curated and id in (select itinerary_id from itinerary_stops where booking_id = new.id);
  return null;
end $$;

-- Deletes itineraries without an account p_months after their day, or after their last change if they have no day.
create function delete_old_itineraries(p_months integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with deleted as (
    delete from itineraries
    where not is_curated and user_id is null
      and coalesce(visit_date, london_today(updated_at)) + make_interval(months => p_months) <= london_today(p_now)
    returning 1
  )
  select count(*)::int from deleted
$$;
