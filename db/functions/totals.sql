-- Whether a booking is a visit that took place or is upcoming, so neither cancelled nor called off.
create function counts_as_visit(b bookings) returns boolean
language sql immutable
return b.status <> 'cancelled' and b.called_off_at is null and b.attendance is distinct from 'no_show';

-- Whether a booking adds no guests and no money to the totals of its status.
create function counts_nothing(b bookings) returns boolean
language sql immutable
return b.status <> 'cancelled' and b.called_off_at is not null or b.attendance is not distinct from 'no_show';

-- The change of the totals when a booking is added (p_times 1) or removed (-1). A no-show and a
-- called-off booking add no guests and no money; a guest without an email address has no customer.
create function totals_change(b bookings, p_times integer) returns booking_changes
language sql immutable
return row(
  null, b.id, customer_id(b.vineyard_id, b.guest_email), b.vineyard_id, b.experience_id, b.booking_date, b.status,
  p_times,
  case when counts_nothing(b) then 0 else p_times * b.number_of_guests end,
  case when counts_nothing(b) then 0 else p_times * b.total_price end,
  case when num_nonnulls(b.pattern_id, b.availability_id) > 0 then p_times * b.number_of_guests else 0 end,
  greatest(0, b.booking_date - london_today(b.created_at))
)::booking_changes;

create or replace function note_bookings_made() returns trigger
language plpgsql as $$
begin
  insert into booking_changes overriding user value
  select c.*
  from made b cross join lateral totals_change(row(b.*)::bookings, 1) as c
  where not b.is_test;
  return null;
end $$;

create or replace function note_bookings_changed() returns trigger
language plpgsql as $$
begin
  with changed as (
    select row(was.*)::bookings as was, row(became.*)::bookings as became
    from was join became on became.id = was.id and not became.is_test
    -- The other columns are in no total.
    where (was.vineyard_id, was.experience_id, was.booking_date, was.status, was.number_of_guests, was.total_price,
        was.guest_name, was.guest_email, was.guest_phone, was.created_at, was.pattern_id, was.availability_id,
        was.attendance, was.called_off_at)
      is distinct from (became.vineyard_id, became.experience_id, became.booking_date, became.status,
        became.number_of_guests, became.total_price, became.guest_name, became.guest_email, became.guest_phone,
        became.created_at, became.pattern_id, became.availability_id, became.attendance,
        became.called_off_at)
  )
  insert into booking_changes overriding user value
  select c.*
  from changed
    cross join lateral (values (changed.was, -1), (changed.became, 1)) as side (b, times)
    cross join lateral totals_change(side.b, side.times) as c;

  -- Deletes the totals of a customer who was erased or whose address changed, without waiting for the next run.
  delete from customer_sums c
  using (
    select distinct customer_id(was.vineyard_id, was.guest_email) as id, was.vineyard_id, lower(was.guest_email) as email
    from was join became on became.id = was.id
    where (was.vineyard_id, lower(was.guest_email)) is distinct from (became.vineyard_id, lower(became.guest_email))
  ) as former
  where c.id = former.id and not exists (
    select from bookings b where lower(b.guest_email) = former.email and b.vineyard_id = former.vineyard_id
  );
  return null;
end $$;

create or replace function note_bookings_gone() returns trigger
language plpgsql as $$
begin
  insert into booking_changes overriding user value
  select c.*
  from gone b cross join lateral totals_change(row(b.*)::bookings, -1) as c
  where not b.is_test;
  return null;
end $$;

-- Adds at most p_limit changes to the totals, and recalculates customers whose next visit has passed. Returns the number
-- of rows handled: 0 if all are up to date, or if another process is updating them.
create function update_totals(p_limit integer, p_now timestamptz) returns integer
language plpgsql volatile
as $$
declare
  today constant date := london_today(p_now);
  handled integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('sum_up_bookings')) then
    return 0;
  end if;
  with taken as (
    delete from booking_changes where id in (select id from booking_changes order by id limit p_limit) returning *
  ),
  days as (
    insert into booking_sums as s (vineyard_id, day, experience_id, status, bookings, guests, revenue, taken)
    select vineyard_id, day, experience_id, status, sum(bookings), sum(guests), sum(revenue), sum(t.taken)
    from taken t group by vineyard_id, day, experience_id, status
    on conflict (vineyard_id, day, experience_id, status) do update set
      bookings = s.bookings + excluded.bookings, guests = s.guests + excluded.guests,
      revenue = s.revenue + excluded.revenue, taken = s.taken + excluded.taken
  ),
  statuses as (
    insert into status_sums as s (vineyard_id, experience_id, status, bookings)
    select vineyard_id, experience_id, status, sum(bookings) from taken group by vineyard_id, experience_id, status
    on conflict (vineyard_id, experience_id, status) do update set bookings = s.bookings + excluded.bookings
  ),
  spans as (
    insert into span_sums as s (vineyard_id, span, experience_id, first_day, status, bookings, guests, revenue, taken)
    select t.vineyard_id, span, whose.id, date_trunc(span, t.day::timestamp)::date as first_day, t.status, sum(t.bookings),
      sum(t.guests), sum(t.revenue), sum(t.taken)
    from taken t
      cross join unnest(array['week', 'month']) as span
      cross join lateral (values (t.experience_id), (null)) as whose (id)
    group by t.vineyard_id, span, whose.id, first_day, t.status
    on conflict (vineyard_id, span, experience_id, first_day, status) do update set
      bookings = s.bookings + excluded.bookings, guests = s.guests + excluded.guests,
      revenue = s.revenue + excluded.revenue, taken = s.taken + excluded.taken
  ),
  market as (
    insert into market_sums as s (day, status, bookings)
    select day, status, sum(bookings) from taken group by day, status
    on conflict (day, status) do update set bookings = s.bookings + excluded.bookings
  ),
  leads as (
    insert into lead_sums as s (vineyard_id, span, experience_id, first_day, lead, bookings)
    select t.vineyard_id, span, whose.id, date_trunc(span, t.day::timestamp)::date as first_day, t.lead, sum(t.bookings)
    from taken t
      cross join unnest(array['week', 'month', 'year']) as span
      cross join lateral (values (t.experience_id), (null)) as whose (id)
    where t.status <> 'cancelled'
    group by t.vineyard_id, span, whose.id, first_day, t.lead
    on conflict (vineyard_id, span, experience_id, first_day, lead) do update set bookings = s.bookings + excluded.bookings
  ),
  changed_customers as materialized (
    select customer_id as id from taken where customer_id is not null
    union
    (select id from customer_sums where next_visit < today order by next_visit limit p_limit)
  ),
  calculated as materialized (
    select c.* from calculate_customer_totals(array(select id from changed_customers), today) as c
  ),
  updated as (
    insert into customer_sums as s
    select * from calculated
    on conflict (id) do update set
      name = excluded.name, phone = excluded.phone, words = excluded.words, bookings = excluded.bookings,
      guests = excluded.guests, spent = excluded.spent, expected = excluded.expected, first_visit = excluded.first_visit,
      last_visit = excluded.last_visit, next_visit = excluded.next_visit
  ),
  former as (
    delete from customer_sums
    where id in (select id from changed_customers) and id not in (select id from calculated)
  )
  select (select count(*) from taken) + (select count(*) from changed_customers) into handled;
  return handled;
end $$;

-- Calculates the totals of days from their bookings. Leaves out days without bookings.
create function calculate_day_totals(p_vineyard_ids uuid[], p_days date[]) returns setof day_sums
language sql stable
as $$
  select d.vineyard_id, d.day, f.*
  from unnest(p_vineyard_ids, p_days) as d (vineyard_id, day)
    cross join lateral (
      select
        (count(*) filter (where b.status <> 'cancelled'))::int as bookings,
        coalesce(sum(b.number_of_guests) filter (where counts), 0)::int as guests,
        coalesce(sum(b.total_price) filter (where counts), 0) as revenue,
        (count(*) filter (where b.status = 'cancelled'))::int as cancelled,
        coalesce(sum(b.number_of_guests) filter (
          where b.status <> 'cancelled' and num_nonnulls(b.pattern_id, b.availability_id) > 0
        ), 0)::int as taken,
        percentile_cont(0.5) within group (order by greatest(0, b.booking_date - london_today(b.created_at)))
          filter (where b.status <> 'cancelled') as lead,
        coalesce(sum(b.total_price) filter (where counts and b.status = 'completed'), 0) as earned
      from bookings b cross join lateral (select counts_as_visit(b) as counts) as v
      where b.vineyard_id = d.vineyard_id and b.booking_date = d.day
      having count(*) > 0
    ) as f
$$;

-- The current totals of a vineyard's days. Days with changes not added up yet are calculated from their bookings.
create function current_day_totals(p_vineyard_id uuid, p_from date, p_until date) returns setof day_sums
language sql stable
as $$
  with late as materialized (
    select distinct day from booking_changes where vineyard_id = p_vineyard_id and day between p_from and p_until
  )
  select s.* from day_sums s
  where s.vineyard_id = p_vineyard_id and s.day between p_from and p_until and s.day not in (select day from late)
  union all
  select r.*
  from (select array_agg(p_vineyard_id) as vineyard_ids, array_agg(day) as days from late) as l
    cross join lateral calculate_day_totals(l.vineyard_ids, l.days) as r
$$;

-- Runs when changes were added up and deleted: recalculates their days. Concurrent bookings add changes for the next run.
create or replace function sum_up_days() returns trigger
language plpgsql as $$
declare
  vineyard_ids uuid[];
  days date[];
begin
  select array_agg(vineyard_id), array_agg(day) into vineyard_ids, days
  from (select distinct vineyard_id, day from gone) as touched;
  delete from day_sums s using unnest(vineyard_ids, days) as d (vineyard_id, day)
  where s.vineyard_id = d.vineyard_id and s.day = d.day;
  insert into day_sums select * from calculate_day_totals(vineyard_ids, days);
  return null;
end $$;
