-- Returns four kinds of faults: slots whose counters differ from their bookings and holds; holds whose outcome contradicts their
-- booking; slots with a wrong sold_before_cut; bookings and holds whose slot has another experience, pattern or day. Like all
-- consistency checks, this function reads whole tables in one snapshot and locks nothing, so it may run on a live database.
create function counter_faults(p_now timestamptz) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with booked_places as (
    select b.slot_id,
      sum(b.number_of_guests) filter (where not b.is_overbooked) as booked,
      sum(b.number_of_guests) filter (where b.is_overbooked) as overbooked
    from bookings b
    where has_places(b) and b.slot_id is not null
    group by 1
  ),
  held_places as (
    select h.slot_id,
      coalesce(sum(h.number_of_guests) filter (where not h.is_overbooked), 0) as held,
      coalesce(sum(h.number_of_guests) filter (where h.is_overbooked), 0) as overbooked
    from holds h where h.ended_at is null group by 1
  )
  select 'counter', 'slots', public_id(s),
    format('counts %s booked, %s overbooked and %s held places, but its bookings and holds have %s, %s and %s',
      s.booked, s.overbooked, s.held, coalesce(b.booked, 0), coalesce(b.overbooked, 0) + coalesce(h.overbooked, 0), coalesce(h.held, 0))
  from slots s
    left join booked_places b on b.slot_id = s.id
    left join held_places h on h.slot_id = s.id
  where (s.booked, s.overbooked, s.held) is distinct from (
    coalesce(b.booked, 0), coalesce(b.overbooked, 0) + coalesce(h.overbooked, 0), coalesce(h.held, 0)
  )
  union all
  select 'hold', 'holds', h.id::text, format('ended as %s, and its booking is %s', h.outcome, coalesce(b.status, 'missing'))
  from holds h left join bookings b on b.id = h.id
  where (h.outcome is not distinct from 'booked' and h.for_booking_id is null) <> (b.id is not null)
  union all
  select 'oversold', 'slots', public_id(s),
    format('%s sold and %s held of %s, but sold_before_cut is %s', s.booked, s.held, s.capacity, s.sold_before_cut)
  from slots s
  where s.sold_before_cut <> sold_beyond(s.capacity, s.booked + s.held)
  union all
  select 'slot', x.noun, x.id::text, format('refers to the slot %s, which has another experience, pattern or day', x.slot_id)
  from (
      select 'bookings' as noun, id, slot_id, experience_id, pattern_id, availability_id, booking_date as slot_date from bookings
      union all
      select 'holds', id, slot_id, experience_id, pattern_id, availability_id, slot_date from holds
    ) as x
    left join slots s on s.id = x.slot_id
  where (s.experience_id, s.pattern_id, case when s.pattern_id is null then s.id end, s.slot_date) is distinct from (
    case when s.id is not null then x.experience_id end, x.pattern_id, x.availability_id, case when s.id is not null then x.slot_date end
  )
$$;

-- Returns hosts that at some moment have more guests than their largest capacity so far, although no guest there is overbooked.
create function host_faults(p_now timestamptz) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with steps as (
    select coalesce(s.host_id, e.host_id) as host_id, step.at, step.people, step.beyond
    from (
        select experience_id, slot_id, starts_at, ends_at, number_of_guests, is_overbooked from bookings
        where status <> 'cancelled' and called_off_at is null
        union all
        select experience_id, slot_id, starts_at, ends_at, number_of_guests, h.is_overbooked from holds h where is_live(h, p_now)
      ) as b
      join experiences e on e.id = b.experience_id
      left join slots s on s.id = b.slot_id
      cross join lateral (
        values (b.starts_at, b.number_of_guests, b.is_overbooked::int), (b.ends_at, -b.number_of_guests, -b.is_overbooked::int)
      ) as step (at, people, beyond)
    where coalesce(s.host_id, e.host_id) is not null and b.starts_at is not null
  ),
  moments as (
    -- If guests leave at the moment when others arrive, counts the departures first.
    select host_id, at, sum(people) over w as people, sum(beyond) over w as beyond
    from steps
    window w as (partition by host_id order by at, people rows unbounded preceding)
  )
  select 'host', 'hosts', m.host_id::text, format('has %s people at %s, but at most %s fit', max(m.people), min(m.at), min(h.once_held))
  from moments m join hosts h on h.id = m.host_id
  where m.people > h.once_held and m.beyond = 0
  group by m.host_id
$$;

-- Returns bookings whose history begins without a creation or leads to another status than the current one, and events without
-- the email that they require.
create function event_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with status_event as materialized (
    select e.id, e.booking_id, e.kind, e.actor, e.undoes, e.was, e.became, e.is_into_past,
      lag(e.became) over w as previous_status, lead(e.kind || ' ' || e.actor || ' ' || e.became) over w as next_event
    from (
      select id, booking_id, kind, actor, undoes, changes -> 'status' ->> 0 as was, changes -> 'status' ->> 1 as became,
        changes ? 'into_past' as is_into_past
      from booking_events
      where kind in ('created', 'status')
    ) as e
    window w as (partition by e.booking_id order by e.id)
  ),
  expected_email as (
    select id, booking_id, became as email_type, false as is_first from status_event
    where kind = 'status' and became in ('confirmed', 'cancelled') and undoes is null and not is_into_past
    union all
    select id, booking_id, case became when 'pending' then 'received' else became end, became = 'confirmed'
    from status_event
    where kind = 'created' and became in ('pending', 'confirmed')
      -- If the system, staff or a reseller confirm a booking straight away, the confirmation is the only email.
      and not (
        became = 'pending'
        and next_event is not distinct from
          'status ' || case when actor in ('winemaker', 'admin', 'key') then actor else 'system' end || ' confirmed'
      )
    union all
    select id, booking_id, kind, false from booking_events
    where kind in ('moved', 'called_off') and not changes ? 'into_past' and not is_move_back(booking_events)
  )
  select 'event', 'bookings', b.id::text, format('is %s, but its last event says %s', b.status, coalesce(t.became, 'nothing'))
  from bookings b left join status_event t on t.booking_id = b.id and t.next_event is null
  where t.became is distinct from b.status
  union all
  select 'event', 'bookings', t.booking_id::text,
    format('event %s starts from %s, but the event before led to %s', t.id, coalesce(t.was, 'nothing'), coalesce(t.previous_status, 'nothing'))
  from status_event t
  where t.was is distinct from t.previous_status or (t.kind = 'created') <> (t.previous_status is null)
  union all
  select 'mail', 'bookings', o.booking_id::text, format('event %s has no email %L', o.id, o.email_type)
  from expected_email o join bookings b on b.id = o.booking_id
  where not exists (select from emails m where m.event_id = o.id and m.email_type = o.email_type)
    -- Staff may book guests without an email address. Such guests may give an address later.
    and emails_changes(b)
    -- The guest of a booking that is imported as confirmed may get no email about the import.
    and not (b.channel = 'import' and not b.emails_guest and o.is_first)
    and not (b.channel <> 'public' and exists (
      select from booking_events r where r.booking_id = o.booking_id and r.kind = 'readdressed' and r.id > o.id
    ))
  union all
  select 'mail', 'emails', m.id::text, format('belongs to event %s of another booking', m.event_id)
  from emails m join booking_events e on e.id = m.event_id
  where m.booking_id is distinct from e.booking_id
$$;

-- Returns bookings outside the limits of their experience: party size, total, times. Skips the party size if the experience
-- was edited later, or if staff went beyond the limits on purpose.
create function limit_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'limits', 'bookings', b.id::text,
    format('has a party of %s, but %s to %s guests are allowed', b.number_of_guests, e.min_group_size, largest_party(e))
  from bookings b join experiences e on e.id = b.experience_id
  where not is_party_size(e, b.number_of_guests) and e.updated_at <= b.created_at
    and not b.beyond_limits
  union all
  select 'limits', 'bookings', b.id::text, 'went beyond the limits, but its history does not say who decided this'
  from bookings b
  where b.beyond_limits
    and not exists (select from booking_events e where e.booking_id = b.id and e.kind = 'beyond_limits')
  union all
  select 'limits', 'bookings', b.id::text,
    format('has %s guests at %s each, but a total of %s', b.number_of_guests, b.price_per_person, b.total_price)
  from bookings b
  where b.total_price <> b.price_per_person * b.number_of_guests
  union all
  select 'limits', 'bookings', b.id::text,
    format('starts %s at %s and ends %s at %s', b.start_time, b.starts_at, b.end_time, b.ends_at)
  from bookings b
  where (b.ends_at at time zone 'Europe/London')::time <> b.end_time
    or b.ends_at > b.starts_at + interval '1440 minutes'
    or b.starts_at is null and num_nonnulls(b.pattern_id, b.availability_id) > 0
$$;

-- Returns differences, from today on, between the stored slots and those that plan, seasons, exceptions and clock require.
create function slot_faults(p_now timestamptz) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'slot', 'slots',
    coalesce(public_id(s), (d.planned).pattern_id || '-' || (d.planned).slot_date, (d.planned).slot_id::text),
    case
      when d.slot_id is null then format('is missing at %s', (d.planned).start_time)
      when (d.planned).starts_at is null then 'is not planned'
      else format('should be %s', d.planned)
    end
  from experiences e
    left join slot_spans k on k.experience_id = e.id
    -- Staff can book days beyond the stored span, so slots may exist there too.
    cross join lateral (select max(x.slot_date) as slot_date from slots x where x.experience_id = e.id) as latest
    cross join lateral slot_differences(
      e.id, london_today(p_now), greatest(k.written_until, latest.slot_date), k.written_until
    ) as d
    left join slots s on s.id = d.slot_id
$$;

-- Returns contacts that staff merged into a merged contact. Also returns merges, notes, tags and requests of a contact
-- without bookings, or with only bookings of erased guests.
create function merge_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'merge', 'customer_merges', m.contact_id::text,
    case when c.is_missing then format('the contact %s has no bookings', c.id) else format('the main contact %s is merged', m.main_id) end
  from customer_merges m
    cross join lateral (
      select k.id, not exists (
        select from bookings b where b.contact_id = k.id and b.vineyard_id = m.vineyard_id and b.erased_at is null
      ) as is_missing
      from unnest(array[m.contact_id, m.main_id]) as k (id)
    ) as c
  where c.is_missing or c.id = m.main_id and exists (select from customer_merges x where x.contact_id = m.main_id)
  union all
  select 'merge', n.noun, n.id::text, format('the contact %s has no bookings', n.contact_id)
  from (
    select 'customer_notes' as noun, id, contact_id from customer_notes
    union all select 'customer_tags', id, contact_id from customer_tags
    union all select 'erasure_requests', id, contact_id from erasure_requests
  ) as n
  where not exists (select from bookings b where b.contact_id = n.contact_id and b.erased_at is null)
$$;

-- Returns all faults that the consistency checks find.
create function consistency_faults(p_now timestamptz default now())
returns table (fault text, noun text, noun_id text, detail text)
language sql stable
set work_mem = '128MB'
set jit = off
set enable_nestloop = off
as $$
  select * from counter_faults(p_now)
  union all
  select * from host_faults(p_now)
  union all
  select * from event_faults()
  union all
  select * from limit_faults()
  union all
  select * from payment_faults()
  union all
  select * from rating_faults()
  union all
  select * from call_off_faults(p_now)
  union all
  select * from merge_faults()
  union all
  select * from slot_faults(p_now)
$$;
