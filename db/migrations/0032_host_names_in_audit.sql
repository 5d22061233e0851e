-- A host's name and words are personal data. The audit log keeps them in its erasable place, found by the id of the host; earlier
-- entries move there. Values of hosts that exist no more are erased.
alter table audit_events disable trigger audit_events_stand;

with moved as (
  select e.id, field, e.before -> field as before, e.after -> field as after, case e.noun
    when 'host' then array(select h.id::text from hosts h where h.id = e.noun_id)
    else array(
      select h.id::text from hosts h
      where h.vineyard_id = e.vineyard_id and (
        h.name in (e.before ->> 'host', e.after ->> 'host')
        or exists (
          select from audit_events x
          where x.noun = 'host' and x.noun_id = h.id
            and (x.before ->> 'name' in (e.before ->> 'host', e.after ->> 'host') or x.after ->> 'name' in (e.before ->> 'host', e.after ->> 'host'))
        )
      )
    )
  end as subjects
  from audit_events e
    cross join lateral unnest(case e.noun when 'host' then array['name', 'introduction'] when 'session' then array['host'] end) as field
  where e.noun in ('host', 'session') and (e.before ? field or e.after ? field)
)
insert into audit_personal (event_id, field, before, after, subjects, erased_at)
select id, field, case when subjects <> '{}' then before end, case when subjects <> '{}' then after end, subjects,
  case when subjects = '{}' then now() end
from moved;

update audit_events set before = before - array['name', 'introduction', 'host'], after = after - array['name', 'introduction', 'host']
where noun in ('host', 'session') and (before ?| array['name', 'introduction', 'host'] or after ?| array['name', 'introduction', 'host']);

alter table audit_events enable trigger audit_events_stand;
