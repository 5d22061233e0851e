-- A search by day asks which hosts might have no room. Of all slots that sold about a day hardly any are led by anybody, and
-- who leads one stands two tables away: so each day on which a host has a slot that sold once is noted. A note says only
-- where to look. One too many costs time and never a figure, so that none is ever taken back.
create table host_days (
  day date not null,
  host_id uuid not null references hosts on delete cascade,
  primary key (day, host_id)
);

create function note_host_days() returns trigger
language plpgsql as $$
begin
  insert into host_days (day, host_id)
  select distinct i.slot_date, e.host_id
  from changed i
    join availability_patterns p on p.id = i.pattern_id
    join experiences e on e.id = p.experience_id
  where e.host_id is not null
  on conflict do nothing;
  return null;
end $$;
create trigger counters_note_host_days after insert on slot_inventory referencing new table as changed
  for each statement execute function note_host_days();
alter table slot_inventory enable always trigger counters_note_host_days;

-- An experience that comes to a host brings its days. Whoever is booking it meanwhile holds its patterns.
create function note_days_of_led_experience() returns trigger
language plpgsql as $$
begin
  perform from availability_patterns p where p.experience_id = new.id order by p.id for no key update;
  insert into host_days (day, host_id)
  select distinct i.slot_date, new.host_id
  from availability_patterns p join slot_inventory i on i.pattern_id = p.id
  where p.experience_id = new.id
  on conflict do nothing;
  return null;
end $$;
-- By its name it comes after the one that waits for the host.
create trigger experiences_note_host_days after update of host_id on experiences
  for each row when (new.host_id is distinct from old.host_id and new.host_id is not null)
  execute function note_days_of_led_experience();
alter table experiences enable always trigger experiences_note_host_days;

insert into host_days (day, host_id)
select distinct i.slot_date, e.host_id
from experiences e
  join availability_patterns p on p.experience_id = e.id
  join slot_inventory i on i.pattern_id = p.id
where e.host_id is not null;

-- Who is with a host is asked by experience, of those of one host.
drop index experiences_of_host;
create index experiences_of_host on experiences (host_id) include (id) where host_id is not null;
