-- A booking that staff created has nothing before it, so that the audit says "created" and not "changed".
create or replace view audit_of_bookings as
select
  e.id as key, e.happened_at, e.actor, e.actor_id, 'booking' as noun, e.booking_id as noun_id, s.vineyard_id,
  case when e.kind <> 'created' then
    (select jsonb_object_agg(field, change -> 0) from jsonb_each(e.changes) as c (field, change))
  end as before,
  (select jsonb_object_agg(field, change -> 1) from jsonb_each(e.changes) as c (field, change)) as after,
  '{}'::text[] as erased
from staff_acts s join booking_events e on e.id = s.event_id;
