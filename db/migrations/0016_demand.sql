-- What was wanted and not to be had, counted without persons: by the day wanted (null where none was named), by the
-- experience or the region it was wanted at, by party and reason.
create table demand_refusals (
  day date,
  experience_id uuid references experiences on delete cascade,
  region one_line,
  party integer not null check (party between 1 and 10000),
  reason text not null check (reason in ('full', 'gone', 'price', 'group_size', 'none_found')),
  count bigint not null default 1 check (count > 0),
  constraint counted_once unique nulls not distinct (day, experience_id, region, party, reason),
  constraint somewhere_wanted check (num_nonnulls(experience_id, region) = 1)
) with (fillfactor = 70);
create index demand_of_experience on demand_refusals (experience_id, day) where experience_id is not null;

create function count_refusal(p_day date, p_experience_id uuid, p_region text, p_party integer, p_reason text) returns void
language sql volatile
as $$
  insert into demand_refusals as d (day, experience_id, region, party, reason)
  select p_day, p_experience_id, p_region, least(greatest(p_party, 1), 10000), p_reason
  -- Whoever asks for what was never there wants nothing of ours.
  where p_experience_id is null or exists (select from experiences where id = p_experience_id)
  on conflict on constraint counted_once do update set count = d.count + 1
$$;
