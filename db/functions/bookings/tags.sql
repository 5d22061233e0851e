-- Returns tags without duplicates: first the known tags, the most important ones first, and then staff's own tags.
create function sorted_tags(p_tags text[]) returns text[]
language sql immutable
return array(
  select tag from unnest(p_tags) as t (tag)
  group by tag
  order by coalesce(array_position(array['allergy', 'access', 'birthday', 'regular'], tag), 9), tag
);

create function customer_tags_of(b bookings) returns text[]
language sql stable
return array(select t.tag::text from customer_tags t where t.contact_id = any (contacts_of_customer(b.contact_id)));

-- Returns the tags of a booking and of its customer.
create function tags_of(b bookings) returns text[]
language sql stable
return sorted_tags(b.tags || customer_tags_of(b));

-- Returns staff's notes about the customer of a booking, in the order of their dates.
create function customer_note_of(b bookings) returns text
language sql stable
return coalesce((
  select string_agg(n.note, e'\n' order by n.created_at, n.id)
  from customer_notes n
  where n.contact_id = any (contacts_of_customer(b.contact_id))
), '');

-- If a customer's last booking loses its contact, deletes the customer's tags and returns them with the booking's own
-- tags.
create function tags_without_customer(before bookings, p_tags text[]) returns text[]
language sql volatile
as $$
  with taken as (
    delete from customer_tags t
    where t.contact_id = before.contact_id and not has_other_booking(before)
    returning t.tag
  )
  select (sorted_tags(p_tags || array(select tag::text from taken)))[1:8]
$$;

-- Deletes the tags about health p_days after the day of the visit in London, and their values in the audit log. Changes at most
-- p_limit bookings per call. Also deletes values of customers' removed tags in the audit log, p_days after they were recorded.
-- Returns how many bookings were changed.
create function erase_old_health_tags(p_days integer, p_limit integer, p_now timestamptz) returns integer
language sql volatile
set audit.redacting = 'yes'
as $$
  update audit_personal p set before = null, after = null, subjects = '{}', erased_at = p_now
  from audit_events e
  where e.id = p.event_id and p.field in ('tag', 'tags') and p.erased_at is null
    and case e.noun
      when 'booking' then
        (coalesce(p.before, '[]') ?| array['allergy', 'access'] or coalesce(p.after, '[]') ?| array['allergy', 'access'])
        and exists (select from bookings b where b.id = e.noun_id and b.booking_date + p_days <= london_today(p_now))
      when 'customer_tag' then
        london_today(e.happened_at) + p_days <= london_today(p_now)
        and not exists (select from customer_tags t where t.id = e.noun_id)
      else false
    end;

  with erased as (
    update bookings b set tags = array_remove(array_remove(b.tags, 'allergy'), 'access')
    where b.id in (
      select id from bookings
      where tags && '{allergy,access}' and booking_date + p_days <= london_today(p_now)
      limit p_limit
    )
    returning 1
  )
  select count(*)::int from erased
$$;
