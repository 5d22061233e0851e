-- A booking taken by staff is confirmed in the same transaction and sends one email, 'confirmed'. The consistency check
-- used to miss a 'received' email for each of them.
create or replace function event_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with told as materialized (
    select e.id, e.booking_id, e.kind, e.actor, e.was, e.became,
      lag(e.became) over w as before_that, lead(e.kind || ' ' || e.actor || ' ' || e.became) over w as after_that
    from (
      select id, booking_id, kind, actor, changes -> 'status' ->> 0 as was, changes -> 'status' ->> 1 as became
      from booking_events
      where kind in ('created', 'status')
    ) as e
    window w as (partition by e.booking_id order by e.id)
  ),
  owed as (
    select id, booking_id, became as email_type from told where kind = 'status' and became in ('confirmed', 'cancelled')
    union all
    select id, booking_id, case became when 'pending' then 'received' else became end
    from told
    where kind = 'created' and became in ('pending', 'confirmed')
      -- Confirmed at once, by the system or by the staff who took the booking: the email of that event is the only one.
      and not (
        became = 'pending'
        and after_that is not distinct from
          'status ' || case when actor in ('winemaker', 'admin') then actor else 'system' end || ' confirmed'
      )
    union all
    select id, booking_id, 'moved' from booking_events where kind = 'moved'
  )
  select 'event', 'bookings', b.id::text, format('is %s, its last event says %s', b.status, coalesce(t.became, 'nothing'))
  from bookings b left join told t on t.booking_id = b.id and t.after_that is null
  where t.became is distinct from b.status
  union all
  select 'event', 'bookings', t.booking_id::text, format('event %s goes from %s, the one before it led to %s', t.id, t.was, t.before_that)
  from told t
  where t.was is distinct from t.before_that or (t.kind = 'created') <> (t.before_that is null)
  union all
  select 'mail', 'bookings', o.booking_id::text, format('event %s has no email %L', o.id, o.email_type)
  from owed o
  where not exists (select from emails m where m.event_id = o.id and m.email_type = o.email_type)
  union all
  select 'mail', 'emails', m.id::text, format('belongs to event %s of another booking', m.event_id)
  from emails m join booking_events e on e.id = m.event_id
  where m.booking_id is distinct from e.booking_id
$$;
