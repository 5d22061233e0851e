-- The audit is read a page at a time, from its two ends: what staff changed elsewhere, and what they did to bookings. Of all
-- that ever happened to bookings, only the acts of staff are entered here, with the vineyard whose they are.

create table staff_acts (
  event_id bigint primary key references booking_events,
  vineyard_id uuid not null,
  actor_id uuid,
  happened_at timestamptz not null
);

create function note_staff_act() returns trigger
language plpgsql as $$
begin
  insert into staff_acts (event_id, vineyard_id, actor_id, happened_at)
  select new.id, b.vineyard_id, new.actor_id, new.happened_at from bookings b where b.id = new.booking_id;
  return null;
end $$;
create trigger staff_act_noted after insert on booking_events
  for each row when (new.actor in ('winemaker', 'admin')) execute function note_staff_act();
-- Also of events that are brought in by a copy for which foreign keys are not looked up.
alter table booking_events enable always trigger staff_act_noted;

insert into staff_acts (event_id, vineyard_id, actor_id, happened_at)
select e.id, b.vineyard_id, e.actor_id, e.happened_at
from booking_events e join bookings b on b.id = e.booking_id
where e.actor in ('winemaker', 'admin');

create index staff_acts_newest on staff_acts (happened_at, event_id);
create index staff_acts_at on staff_acts (vineyard_id, happened_at, event_id);
create index staff_acts_by on staff_acts (actor_id, happened_at, event_id);
drop index events_by_staff;
drop index audit_newest;
create index audit_newest on audit_events (happened_at, id);
create index audit_of_nouns on audit_events (noun, happened_at, id);
create index audit_at on audit_events (vineyard_id, happened_at, id);
create index audit_by on audit_events (actor_id, happened_at, id);

create view audit_of_changes as
select
  e.id as key, e.happened_at, e.actor, e.actor_id, e.noun, e.noun_id, e.vineyard_id,
  e.before || coalesce(p.before, '{}') as before, e.after || coalesce(p.after, '{}') as after,
  coalesce(p.erased, '{}') as erased
from audit_events e
  left join lateral (
    select
      jsonb_object_agg(field, before) filter (where before is not null) as before,
      jsonb_object_agg(field, after) filter (where after is not null) as after,
      array_agg(field order by field) filter (where erased_at is not null) as erased
    from audit_personal where event_id = e.id
  ) as p on true;

create view audit_of_bookings as
select
  e.id as key, e.happened_at, e.actor, e.actor_id, 'booking' as noun, e.booking_id as noun_id, s.vineyard_id,
  (select jsonb_object_agg(field, change -> 0) from jsonb_each(e.changes) as c (field, change)) as before,
  (select jsonb_object_agg(field, change -> 1) from jsonb_each(e.changes) as c (field, change)) as after,
  '{}'::text[] as erased
from staff_acts s join booking_events e on e.id = s.event_id;

create or replace view audit_trail as
select 'a' || key as id, happened_at, actor, actor_id, noun, noun_id, vineyard_id, before, after, erased
from audit_of_changes
union all
select 'b' || key, happened_at, actor, actor_id, noun, noun_id, vineyard_id, before, after, erased
from audit_of_bookings;
