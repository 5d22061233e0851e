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
  case when e.kind <> 'created' then
    (select jsonb_object_agg(field, change -> 0) from jsonb_each(e.changes) as c (field, change))
  end as before,
  (select jsonb_object_agg(field, change -> 1) from jsonb_each(e.changes) as c (field, change)) as after,
  '{}'::text[] as erased
from staff_booking_events s join booking_events e on e.id = s.event_id;

-- Every change by staff, for the admin's audit log.
create view audit_trail as
select 'a' || key as id, happened_at, actor, actor_id, noun, noun_id, vineyard_id, before, after, erased
from audit_of_changes
union all
select 'b' || key, happened_at, actor, actor_id, noun, noun_id, vineyard_id, before, after, erased
from audit_of_bookings;

-- Returns the fields of a noun that contain personal data. app/operations/audit/personal-values.test.ts compares them with
-- test/personal-columns.ts.
create function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'reseller' then array['email']
  when 'booking' then array[
    'guest_name', 'guest_email', 'guest_phone', 'guest_search', 'special_requests', 'customer_notes', 'staff_notes', 'tags',
    'called_off_message'
  ]
  when 'contact_message' then array['name', 'email', 'subject', 'message', 'answer']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message', 'refusal', 'vineyard_name', 'vineyard_location', 'vineyard_website']
  when 'customer_note' then array['email', 'phone', 'note']
  when 'customer_tag' then array['email', 'phone', 'tag']
  when 'customer_merge' then array['contact', 'main_contact']
  when 'review' then array['words', 'answer', 'guest_email']
  when 'erasure_request' then array['email', 'phone', 'reason', 'refusal']
  when 'user' then array['email']
  when 'person' then array['email']
  when 'sign_in' then array['email']
  when 'host' then array['name', 'introduction']
  when 'session' then array['host']
  else '{}'
end;

-- Records a change by staff in the audit log. p_before and p_after are whole rows, or null. Stores only the fields that
-- differ, and no secrets. Records nothing if no field differs.
create function note_audit(
  p_actor text, p_actor_id uuid, p_noun text, p_noun_id uuid, p_vineyard_id uuid, p_before jsonb, p_after jsonb,
  p_now timestamptz
) returns void
language sql volatile
as $$
  with difference as (
    select field, old.value as before, new.value as after, field = any (personal_fields(p_noun)) as is_personal
    from jsonb_each(p_before) as old (field, value) full join jsonb_each(p_after) as new (field, value) using (field)
    where old.value is distinct from new.value
      and field not in (
        'created_at', 'updated_at', 'password_hash', 'two_step_secret', 'two_step_spent', 'version', 'valid_days',
        'feed_secret_hash', 'contact_id', 'of_host', 'facts_stated_on', 'viewing_key'
      )
  ),
  event as (
    insert into audit_events (actor, actor_id, noun, noun_id, vineyard_id, before, after, happened_at)
    select p_actor, p_actor_id, p_noun, p_noun_id, p_vineyard_id,
      case when p_before is not null then
        coalesce((select jsonb_object_agg(field, before) from difference where not is_personal and before is not null), '{}')
      end,
      case when p_after is not null then
        coalesce((select jsonb_object_agg(field, after) from difference where not is_personal and after is not null), '{}')
      end,
      p_now
    where exists (select from difference)
    returning id
  )
  insert into audit_personal (event_id, field, before, after, subjects)
  select event.id, field, before, after, array(
    select distinct lower(address)
    from unnest(array[
      p_before ->> 'email', p_after ->> 'email', p_before ->> 'guest_email', p_after ->> 'guest_email',
      p_before ->> 'contact', p_after ->> 'contact', p_before ->> 'main_contact', p_after ->> 'main_contact',
      case when p_noun in ('customer_note', 'customer_tag', 'erasure_request') then coalesce(p_after, p_before) ->> 'phone' end,
      -- A host has no address: its values are found by its id.
      case when p_noun = 'host' then coalesce(p_after, p_before) ->> 'id' end, p_before ->> 'of_host', p_after ->> 'of_host'
    ]) as address
    where address is not null
  )
  from event, difference
  where is_personal
$$;

create or replace function note_staff_act() returns trigger
language plpgsql as $$
begin
  insert into staff_booking_events (event_id, vineyard_id, actor_id, happened_at)
  select new.id, b.vineyard_id, new.actor_id, new.happened_at
  from bookings b where b.id = new.booking_id and not b.is_test;
  return null;
end $$;

create or replace function guard_audit_personal() returns trigger
language plpgsql as $$
begin
  -- Erasure is the only change allowed. The constraint erased_is_empty makes sure that it leaves no value.
  if tg_op = 'UPDATE' and current_setting('audit.redacting', true) = 'yes' and new.erased_at is not null
    and (new.event_id, new.field) = (old.event_id, old.field) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Erases the values about a person from the audit log, by email address, or by the id of a host. Returns how many values were
-- erased.
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

-- Returns a hash of a row, in sixteen characters. An edit sends the version that its author saw, and is rejected if the row
-- has changed since. Writing the same values again leaves the version as it is.
create function version_of(p_row jsonb) returns text
language sql immutable strict parallel safe
return left(md5((
  p_row - array['updated_at', 'lock_version', 'feed_secret_hash', 'feed_renewed_at', 'feed_read_at']
)::text), 16);

-- Adds one row to a table, with its audit entry. p_vineyard_column names the column with the vineyard. problem: null or
-- 'refused' by the constraint refused_by. Bookings, patterns and exceptions have functions of their own.
create function add_row(
  p_table text, p_noun text, p_vineyard_column text, p_row jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem row_addition_problem, id uuid, refused_by text)
language plpgsql volatile
as $$
declare
  columns text;
  added jsonb;
  failed_constraint text;
begin
  if p_table = 'experiences' then
    p_row := p_row || jsonb_build_object('facts_stated_on', fact_days('{}', p_row, london_today(p_now)));
  end if;
  columns := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(p_row) as key);
  begin
    execute format(
      'insert into %1$I as t (%2$s) select %2$s from jsonb_populate_record(null::%1$I, $1) returning to_jsonb(t)', p_table, columns
    ) into added using p_row;
  exception when unique_violation or check_violation or foreign_key_violation then
    get stacked diagnostics failed_constraint = constraint_name;
    return query select 'refused'::row_addition_problem, null::uuid, failed_constraint;
    return;
  end;
  perform note_audit(
    p_actor, p_actor_id, p_noun, (added ->> 'id')::uuid, (added ->> p_vineyard_column)::uuid, null, added, p_now
  );
  return query select null::row_addition_problem, (added ->> 'id')::uuid, null::text;
end $$;

-- Changes one row of the vineyard p_vineyard_id (null: any), with its audit entry. problem: null, 'absent', 'stale' (not
-- p_version) or 'refused' (by the constraint refused_by).
create function change_row(
  p_table text, p_noun text, p_vineyard_column text, p_id uuid, p_changes jsonb, p_version text, p_vineyard_id uuid,
  p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem row_problem, version text, refused_by text)
language plpgsql volatile
as $$
declare
  columns text;
  before jsonb;
  after jsonb;
  failed_constraint text;
begin
  execute format('select to_jsonb(t) from %I t where t.id = $1', p_table) into before using p_id;
  if before is null or p_vineyard_id is not null and (before ->> p_vineyard_column)::uuid is distinct from p_vineyard_id then
    return query select 'absent'::row_problem, null::text, null::text;
    return;
  end if;
  -- A change that can affect slots takes the same locks as edits of plans.
  if p_table = 'experiences' then
    perform lock_availability(null, p_id, null);
  elsif p_table = 'vineyards' and p_changes ? 'is_visible' then
    perform lock_availability(p_id, null, null);
    perform lock_experiences(p_id);
  end if;
  execute format('select to_jsonb(t) from %I t where t.id = $1 for no key update', p_table) into before using p_id;
  version := version_of(before);
  problem := case when before is null then 'absent' when version <> p_version then 'stale' end;
  if problem is not null then
    return next;
    return;
  end if;
  after := before;
  if p_table = 'experiences' then
    p_changes := p_changes || jsonb_build_object('facts_stated_on', fact_days(before, p_changes, london_today(p_now)));
  end if;
  columns := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(p_changes) as key);
  if columns is not null then
    begin
      execute format(
        'update %1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $2)) where t.id = $1 returning to_jsonb(t)',
        p_table, columns || ', id'
      ) into after using p_id, p_changes || jsonb_build_object('id', p_id);
    exception when unique_violation or check_violation or foreign_key_violation then
      get stacked diagnostics failed_constraint = constraint_name;
      return query select 'refused'::row_problem, null::text, failed_constraint;
      return;
    end;
  end if;
  if p_table = 'experiences' then
    perform update_slots(null, p_id, null, p_now);
  end if;
  perform note_audit(p_actor, p_actor_id, p_noun, p_id, (after ->> p_vineyard_column)::uuid, before, after, p_now);
  return query select null::row_problem, version_of(after), null::text;
end $$;

-- Removes one row, with its audit entry and the problems of change_row. 'refused' means that another row still refers to it.
create function remove_row(
  p_table text, p_noun text, p_vineyard_column text, p_id uuid, p_version text, p_vineyard_id uuid,
  p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem row_problem, refused_by text)
language plpgsql volatile
as $$
declare
  before jsonb;
begin
  execute format('select to_jsonb(t) from %I t where t.id = $1', p_table) into before using p_id;
  if before is null or p_vineyard_id is not null and (before ->> p_vineyard_column)::uuid is distinct from p_vineyard_id then
    return query select 'absent'::row_problem, null::text;
    return;
  end if;
  if p_table = 'experiences' then
    perform lock_availability(null, p_id, null);
  end if;
  begin
    execute format('select to_jsonb(t) from %I t where t.id = $1 for update', p_table) into before using p_id;
    problem := case when before is null then 'absent' when version_of(before) <> p_version then 'stale' end;
    if problem is not null then
      return next;
      return;
    end if;
    if p_table = 'experiences' then
      -- Deletes an experience with its plans. If it was ever booked, the deletion fails and all is rolled back.
      delete from availability_exceptions x where x.experience_id = p_id;
      delete from slots s where s.experience_id = p_id;
      delete from availability_patterns p where p.experience_id = p_id;
    elsif p_table = 'hosts' then
      perform release_past_sessions(p_id, p_now);
    end if;
    execute format('delete from %I t where t.id = $1', p_table) using p_id;
  exception when foreign_key_violation then
    get stacked diagnostics refused_by = constraint_name;
    problem := 'refused';
    return next;
    return;
  end;
  perform note_audit(
    p_actor, p_actor_id, p_noun, p_id, (before ->> p_vineyard_column)::uuid, before, null, p_now
  );
  if p_table = 'hosts' then
    -- Deleting a host erases the person, also from earlier entries.
    perform redact_audit(p_id::text, p_now);
  end if;
  return query select null::row_problem, null::text;
end $$;

-- Returns the name of the author of a change: the member of staff, or the API key and its reseller, even if the key was
-- revoked. Returns null for guests, for the system and for deleted staff.
create function name_of_actor(p_actor text, p_actor_id uuid) returns text
language sql stable
as $$
  select case p_actor
    when 'winemaker' then (select w.name from winemakers w where w.id = p_actor_id)
    when 'admin' then (select a.name from admins a where a.id = p_actor_id)
    when 'key' then (
      select 'API key ' || k.name || coalesce(' of ' || r.name, '')
      from api_keys k left join resellers r on r.id = k.reseller_id where k.id = p_actor_id
    )
  end
$$;

-- Returns the current name of the row that an audit entry is about, or null if the row was deleted or has no name.
create function name_of_audited(p_noun text, p_id uuid) returns text
language sql stable
as $$
  select case p_noun
    when 'vineyard' then (select v.name from vineyards v where v.id = p_id)
    when 'experience' then (select e.title from experiences e where e.id = p_id)
    when 'vineyard_facts' then coalesce(name_of_audited('experience', p_id), name_of_audited('vineyard', p_id))
    when 'availability_pattern' then (
      select e.title from availability_patterns p join experiences e on e.id = p.experience_id where p.id = p_id
    )
    when 'host' then (select h.name from hosts h where h.id = p_id)
    when 'itinerary' then (select i.title from itineraries i where i.id = p_id)
    when 'blog_post' then (select b.title from blog_posts b where b.id = p_id)
    when 'reseller' then (select r.name from resellers r where r.id = p_id)
    when 'api_key' then (select k.name from api_keys k where k.id = p_id)
    when 'webhook' then (select webhook_audit(w) ->> 'name' from webhooks w where w.id = p_id)
    when 'vineyard_claim' then (select c.name from vineyard_claims c where c.id = p_id)
    when 'contact_message' then (select m.subject from contact_messages m where m.id = p_id)
    else name_of_actor(p_noun, p_id)
  end
$$;
