-- Sends the emails about a booking to a new address; the old address gets no more emails. Emails that wait for the old
-- address go to the new address, and so do failed emails whose contents are still true. With p_sends, the new address
-- also gets an email about the booking's status, unless that email was among those that waited.
create function redirect_booking_emails(before bookings, p_email text, p_sends boolean, p_once_key text, p_now timestamptz)
returns void
language plpgsql volatile
as $$
declare
  v_email_type constant text := email_type_of_state(before);
begin
  -- A delivery in progress loses its claim, so that it sends nothing unless the message has already left.
  with redirected as (
    update emails m set
      to_address = case when m.unanswered = 0 then p_email else m.to_address end,
      payload = m.payload || jsonb_build_object('guestEmail', p_email),
      state = case when m.unanswered > 0 then 'dead' when m.state = 'sending' then 'failed' else m.state end,
      last_error = case when m.unanswered > 0 then 'The address was corrected.' else m.last_error end,
      claim = null, claimed_at = null
    where m.booking_id = before.id and m.to_address = before.guest_email and m.state in ('waiting', 'sending', 'failed')
    returning m.email_type, m.state
  )
  insert into emails (booking_id, once_key, email_type, to_address, payload, deliver_by, created_at)
  select before.id, concat_ws(' ', p_once_key, nullif(o.email_type, v_email_type)), o.email_type, p_email,
    case when o.email_type = v_email_type then email_payload(before.id, v_email_type) else failed.payload end
      || jsonb_build_object('guestEmail', p_email),
    failed.deliver_by, p_now
  from (
    select v_email_type as email_type where p_sends and v_email_type is not null
    union
    select m.email_type from emails m
    where m.booking_id = before.id and m.unanswered = 0 and may_send_again(m, before, p_now) and not exists (
      select from emails later
      where later.booking_id = before.id and later.email_type = m.email_type and later.state = 'sent'
        and later.created_at > m.created_at
    )
  ) as o
    left join lateral (
      select m.payload, m.deliver_by from emails m
      where m.booking_id = before.id and m.email_type = o.email_type and may_send_again(m, before, p_now)
      order by m.created_at desc
      limit 1
    ) as failed on true
  where not exists (select from redirected r where r.email_type = o.email_type and r.state <> 'dead');
end $$;

-- Changes fields of a booking's guest. p_changes has the new values, p_expected the values that staff saw. A changed address
-- removes the booking from the visitor's account. Waiting emails go to the new address or, without one, are superseded.
-- problem: null, 'absent', 'erased', 'reseller' (only the reseller edits its guests), 'unreachable' (neither email nor phone)
-- or 'changed' (current_values has the values that somebody else has written meanwhile).
create function edit_booking_guest(
  p_booking_id uuid, p_changes jsonb, p_expected jsonb, p_sends boolean, p_vineyard_id uuid, p_actor text, p_actor_id uuid,
  p_now timestamptz
) returns table (problem guest_edit_problem, current_values jsonb)
language plpgsql volatile
as $$
declare
  before bookings;
  after bookings;
  edited jsonb;
  event_id bigint;
begin
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  perform lock_undoable_emails(array[p_booking_id]);
  select b.* into before from bookings b
  where b.id = p_booking_id and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id) and not b.is_test
  for update;
  if not found then
    return query select 'absent'::guest_edit_problem, null::jsonb;
    return;
  end if;
  -- Only the reseller edits its guests, but the notes and tags are the vineyard's.
  if before.erased_at is not null
    or before.channel = 'reseller' and p_changes - array['staff_notes', 'tags'] <> '{}' then
    return query select
      case when before.erased_at is null then 'reseller' else 'erased' end::guest_edit_problem, null::jsonb;
    return;
  end if;
  select jsonb_object_agg(c.field, c.now) filter (where c.now not in (s.value, n.value)),
    jsonb_object_agg(c.field, n.value) filter (where c.now <> n.value)
  into current_values, edited
  from jsonb_each(p_changes) as n (field, value)
    join jsonb_each(p_expected) as s (field, value) using (field)
    join jsonb_each(guest_fields(before) || jsonb_build_object('guest_name', guest_name_of(before))) as c (field, now) using (field);
  if current_values is not null then
    problem := 'changed';
    return next;
    return;
  end if;
  if edited is null then
    return query select null::guest_edit_problem, null::jsonb;
    return;
  end if;
  after := jsonb_populate_record(before, edited);
  if num_nonnulls(after.guest_email, after.guest_phone) = 0 and before.channel <> 'walk_in' then
    return query select 'unreachable'::guest_edit_problem, null::jsonb;
    return;
  end if;

  if before.contact_id is not null and contact_text(after.guest_email, after.guest_phone) is null then
    after.staff_notes := notes_without_customer(before, after.staff_notes);
    after.tags := tags_without_customer(before, after.tags);
  end if;
  update bookings b set
    guest_name = after.guest_name, guest_email = after.guest_email, guest_phone = after.guest_phone,
    special_requests = after.special_requests, staff_notes = after.staff_notes,
    tags = after.tags, user_id = case when edited ? 'guest_email' then null else b.user_id end
  where b.id = before.id;
  perform note_audit(
    p_actor, p_actor_id, 'booking', before.id, before.vineyard_id,
    guest_fields(before), guest_fields(after), p_now
  );
  if edited - array['staff_notes', 'tags'] = '{}' then
    return query select null::guest_edit_problem, null::jsonb;
    return;
  end if;
  -- The history names only the fields. Their values are in the audit log, where erasure empties them.
  insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
  select before.id, 'readdressed', p_actor, p_actor_id,
    (select jsonb_object_agg(field, '[null, null]'::jsonb) from jsonb_object_keys(edited - array['staff_notes', 'tags']) as k (field)), p_now
  returning id into event_id;
  if edited ? 'guest_email' and after.guest_email is null then
    update emails m set
      state = case when m.unanswered > 0 then 'dead' else 'superseded' end, claim = null, claimed_at = null
    where m.booking_id = before.id and m.to_address = before.guest_email and m.state in ('waiting', 'sending', 'failed');
  elsif edited ? 'guest_email' then
    perform redirect_booking_emails(
      before, after.guest_email, p_sends and emails_changes(after), format('readdressed %s %s', before.id, event_id), p_now
    );
  end if;
  return query select null::guest_edit_problem, null::jsonb;
end $$;

create function guest_fields(b bookings) returns jsonb
language sql immutable
return jsonb_build_object(
  'guest_name', b.guest_name, 'guest_email', b.guest_email, 'guest_phone', b.guest_phone,
  'special_requests', b.special_requests, 'staff_notes', b.staff_notes,
  'tags', b.tags
);

-- Returns whether the vineyard has another booking of the same customer.
create function has_other_booking(b bookings) returns boolean
language sql stable
return exists (
  select from bookings o
  where o.contact_id = any (contacts_of_customer(b.contact_id)) and o.id <> b.id and o.erased_at is null
);

-- If a customer's last booking loses its contact, deletes the notes about the customer and returns them below the
-- booking's note.
create function notes_without_customer(before bookings, p_staff_notes text) returns text
language sql volatile
as $$
  with taken as (
    delete from customer_notes n
    where n.contact_id = before.contact_id and not has_other_booking(before)
    returning n.note, n.created_at
  )
  select left(concat_ws(e'\n', nullif(p_staff_notes, ''), (select string_agg(note, e'\n' order by created_at) from taken)), 4000)
$$;
