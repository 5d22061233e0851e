-- Returns whether the slot of an experience at this day and time is open, but can no longer be booked online.
create function is_too_late(p_experience_id uuid, p_day date, p_start_time time, p_now timestamptz) returns boolean
language sql stable
return exists (
  select from slots s join experiences e on e.id = s.experience_id
  where e.id = p_experience_id and e.is_active and s.slot_date = p_day and s.start_time = p_start_time and is_open(s)
    and s.starts_at <= p_now + make_interval(mins => e.booking_cutoff_minutes)
);

-- Counts a booking that was refused, or a search without a result, for the demand report. p_reason is a demand_reason.
create function count_refusal(p_day date, p_experience_id uuid, p_region text, p_party integer, p_reason text) returns void
language sql volatile
as $$
  insert into demand_refusals as d (day, experience_id, region, party, reason)
  select p_day, p_experience_id, p_region, least(greatest(p_party, 1), 10000), p_reason::demand_reason
  -- A request for an experience that does not exist is not counted.
  where p_experience_id is null or exists (select from experiences where id = p_experience_id)
  on conflict on constraint counted_once do update set count = d.count + 1
$$;
