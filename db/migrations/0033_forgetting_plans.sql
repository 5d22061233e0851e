-- A plan with a visit that was booked out of it is that guest's, account or not: it goes with the guest's name.
create function forget_plans_of_booking() returns trigger
language plpgsql as $$
begin
  delete from itineraries
  where not is_curated and id in (select itinerary_id from itinerary_stops where booking_id = new.id);
  return null;
end $$;
create trigger bookings_forget_plans after update of erased_at on bookings for each row
  when (old.erased_at is null and new.erased_at is not null)
  execute function forget_plans_of_booking();

-- The plans that a person's bookings were made out of.
create function plans_of_guest(p_email text) returns jsonb
language sql stable
return (
  select coalesce(jsonb_agg(
    to_jsonb(i) - array['key_hash', 'share_id']
      || jsonb_build_object('stops', (
        select jsonb_agg(to_jsonb(s) order by s.day, s.place) from itinerary_stops s where s.itinerary_id = i.id
      ))
    order by i.created_at, i.id
  ), '[]')
  from itineraries i
  where not i.is_curated and i.id in (
    select s.itinerary_id
    from itinerary_stops s
      join bookings b on b.id = s.booking_id
    where lower(b.guest_email) = lower(p_email)
  )
);

-- Plans that nobody's account keeps go like visits: p_months after their day, or after the last change where they have none.
create function forget_plans(p_months integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with gone as (
    delete from itineraries
    where not is_curated and user_id is null
      and coalesce(visit_date, london_today(updated_at)) + make_interval(months => p_months) <= london_today(p_now)
    returning 1
  )
  select count(*)::int from gone
$$;
