-- Returns the id of a slot, which is named by its pattern and day, by its own id, or by its day and time. Returns null if the
-- slot is not stored.
create function stored_slot(
  p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time
) returns uuid
language sql stable
begin atomic
  select s.id from slots s
  where s.experience_id = p_experience_id
    and case
      when p_pattern_id is not null then s.pattern_id = p_pattern_id and s.slot_date = p_slot_date
      when p_availability_id is not null then s.id = p_availability_id and s.pattern_id is null
      else s.slot_date = p_slot_date and s.start_time = p_start_time
    end
  -- If two slots start at the same time, at most one of them is open.
  order by is_open(s) desc, s.id
  limit 1;
end;

-- Returns the slot as stored_slot does. If the day is not stored yet, stores it first, because staff book on such days too.
-- Storing locks the vineyard, so call this function before any other lock.
create function slot_for_staff(
  p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time, p_now timestamptz
) returns uuid
language plpgsql volatile
as $$
declare
  slot_id constant uuid := stored_slot(p_experience_id, p_pattern_id, p_availability_id, p_slot_date, p_start_time);
begin
  if slot_id is not null or p_slot_date is null or not is_beyond_stored(p_experience_id, p_slot_date) then
    return slot_id;
  end if;
  perform lock_availability((select e.vineyard_id from experiences e where e.id = p_experience_id), p_experience_id, null);
  perform store_day(p_experience_id, p_slot_date);
  return stored_slot(p_experience_id, p_pattern_id, p_availability_id, p_slot_date, p_start_time);
end $$;

-- Returns the slot as slot_for_staff does. For an experience of another vineyard than p_vineyard_id (null: any vineyard), returns
-- null and stores nothing.
create function slot_in_scope(
  p_vineyard_id uuid, p_experience_id uuid, p_pattern_id uuid, p_availability_id uuid, p_slot_date date, p_start_time time,
  p_now timestamptz
) returns uuid
language sql volatile
return case
  when p_vineyard_id is null or exists (select from experiences e where e.id = p_experience_id and e.vineyard_id = p_vineyard_id)
  then slot_for_staff(p_experience_id, p_pattern_id, p_availability_id, p_slot_date, p_start_time, p_now)
end;
