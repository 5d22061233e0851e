-- The audit names who changed what, when, from what to what, and stands for ever. What it says about people stands
-- apart, where it can be erased: the event stays and still tells which fields changed.

create table audit_personal (
  event_id bigint not null references audit_events,
  field text not null,
  before jsonb,
  after jsonb,
  -- The mail addresses, in lower case, of the person the change speaks of: before it and after it.
  subjects text[] not null,
  erased_at timestamptz,
  primary key (event_id, field),
  constraint erased_is_empty check (erased_at is null or num_nonnulls(before, after) = 0 and subjects = '{}')
);
create index audit_personal_of on audit_personal using gin (subjects);

create function guard_audit_personal() returns trigger
language plpgsql as $$
begin
  -- The one change there is: forgetting. Not even redact_audit could write another value.
  if tg_op = 'UPDATE' and current_setting('audit.redacting', true) = 'yes' and new.erased_at is not null
    and (new.event_id, new.field) = (old.event_id, old.field) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_personal_stands before update or delete on audit_personal
  for each row execute function guard_audit_personal();
create trigger audit_personal_stays before truncate on audit_personal
  for each statement execute function refuse_change();

-- The fields of a noun that say something about a person.
create function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'booking' then array['guest_name', 'guest_email', 'guest_phone', 'special_requests', 'customer_notes']
  when 'contact_message' then array['name', 'email', 'subject', 'message']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message']
  when 'customer_note' then array['email', 'note']
  when 'user' then array['email']
  else '{}'
end;

-- Notes a change by staff. p_before and p_after are whole rows, null where there was or is none: only what differs is
-- kept, secrets never. A change that changes nothing is none.
create or replace function note_audit(
  p_actor text, p_actor_id uuid, p_noun text, p_noun_id uuid, p_vineyard_id uuid, p_before jsonb, p_after jsonb,
  p_now timestamptz
) returns void
language sql volatile
as $$
  with told as (
    select field, old.value as before, new.value as after, field = any (personal_fields(p_noun)) as is_personal
    from jsonb_each(p_before) as old (field, value) full join jsonb_each(p_after) as new (field, value) using (field)
    where old.value is distinct from new.value
      and field not in ('created_at', 'updated_at', 'password_hash', 'two_step_secret', 'two_step_spent', 'version')
  ),
  event as (
    insert into audit_events (actor, actor_id, noun, noun_id, vineyard_id, before, after, happened_at)
    select p_actor, p_actor_id, p_noun, p_noun_id, p_vineyard_id,
      case when p_before is not null then
        coalesce((select jsonb_object_agg(field, before) from told where not is_personal and before is not null), '{}')
      end,
      case when p_after is not null then
        coalesce((select jsonb_object_agg(field, after) from told where not is_personal and after is not null), '{}')
      end,
      p_now
    where exists (select from told)
    returning id
  )
  insert into audit_personal (event_id, field, before, after, subjects)
  select event.id, field, before, after, array(
    select distinct lower(address)
    from unnest(array[
      p_before ->> 'email', p_after ->> 'email', p_before ->> 'guest_email', p_after ->> 'guest_email'
    ]) as address
    where address is not null
  )
  from event, told
  where is_personal
$$;

-- Forgets what the audit keeps about a person, by mail address. Returns how many values went.
create function redact_audit(p_email text, p_now timestamptz) returns integer
language sql volatile
set audit.redacting = 'yes'
as $$
  with gone as (
    update audit_personal set before = null, after = null, subjects = '{}', erased_at = p_now
    where subjects @> array[lower(p_email)]
    returning event_id
  )
  select count(*)::int from gone
$$;

-- Everything staff did, to bookings and to all else, as an admin reads it.
create view audit_trail as
select
  'a' || e.id as id, e.happened_at, e.actor, e.actor_id, e.noun, e.noun_id, e.vineyard_id,
  e.before || coalesce(p.before, '{}') as before, e.after || coalesce(p.after, '{}') as after,
  coalesce(p.erased, '{}') as erased
from audit_events e
  left join lateral (
    select
      jsonb_object_agg(field, before) filter (where before is not null) as before,
      jsonb_object_agg(field, after) filter (where after is not null) as after,
      array_agg(field order by field) filter (where erased_at is not null) as erased
    from audit_personal where event_id = e.id
  ) as p on true
union all
select
  'b' || e.id, e.happened_at, e.actor, e.actor_id, 'booking', e.booking_id, b.vineyard_id,
  (select jsonb_object_agg(field, change -> 0) from jsonb_each(e.changes) as c (field, change)),
  (select jsonb_object_agg(field, change -> 1) from jsonb_each(e.changes) as c (field, change)),
  '{}'
from booking_events e join bookings b on b.id = e.booking_id
where e.actor in ('winemaker', 'admin');
create index audit_newest on audit_events (happened_at desc);
create index events_by_staff on booking_events (happened_at desc) where actor in ('winemaker', 'admin');
