-- `spent` is what completed visits brought, `expected` what pending and confirmed ones will.
alter table customer_sums add column expected numeric(14, 2) not null default 0;
update customer_sums s set spent = f.spent, expected = f.expected
from (
  select customer_id(b.vineyard_id, b.guest_email) as id,
    coalesce(sum(b.total_price) filter (where counts and b.status = 'completed'), 0) as spent,
    coalesce(sum(b.total_price) filter (where counts and b.status <> 'completed'), 0) as expected
  from bookings b cross join lateral (select counts_as_visit(b) as counts) as v
  group by 1
) as f
where f.id = s.id and (s.spent, s.expected) is distinct from (f.spent, f.expected);

-- The totals of these customers by their bookings, some of which may not be added up yet. Customers without bookings are left out.
create or replace function reckon_customers(p_ids uuid[], p_today date) returns setof customer_sums
language sql stable
as $$
  select w.id, w.vineyard_id, w.email, f.*
  from (
    select c.id, c.vineyard_id, c.email from customer_sums c where c.id = any (p_ids)
    union
    select x.customer_id, b.vineyard_id, lower(b.guest_email)
    from booking_changes x join bookings b on b.id = x.booking_id
    where x.customer_id = any (p_ids) and customer_id(b.vineyard_id, b.guest_email) = x.customer_id
  ) as w
    cross join lateral (
      select
        (array_agg(b.guest_name::text order by b.created_at desc, b.id))[1] as name,
        (array_agg(b.guest_phone::text order by b.created_at desc, b.id))[1] as phone,
        string_agg(distinct customer_words(b.guest_name, b.guest_email), e'\n') as words,
        count(*)::int as bookings,
        coalesce(sum(b.number_of_guests) filter (where counts), 0)::int as guests,
        coalesce(sum(b.total_price) filter (where counts and b.status = 'completed'), 0) as spent,
        min(b.booking_date) filter (where counts) as first_visit,
        max(b.booking_date) filter (where counts and b.booking_date < p_today) as last_visit,
        min(b.booking_date) filter (where counts and b.booking_date >= p_today) as next_visit,
        coalesce(sum(b.total_price) filter (where counts and b.status <> 'completed'), 0) as expected
      from bookings b cross join lateral (select counts_as_visit(b) as counts) as v
      where lower(b.guest_email) = w.email and b.vineyard_id = w.vineyard_id
      having count(*) > 0
    ) as f
$$;

-- As before, with what is expected of customers.
create or replace function sum_up_bookings(p_most integer, p_now timestamptz) returns integer
language plpgsql volatile
as $$
declare
  today constant date := london_today(p_now);
  seen integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('sum_up_bookings')) then
    return 0;
  end if;
  with taken as (
    delete from booking_changes where id in (select id from booking_changes order by id limit p_most) returning *
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
  touched as materialized (
    select customer_id as id from taken
    union
    (select id from customer_sums where next_visit < today order by next_visit limit p_most)
  ),
  reckoned as materialized (
    select c.* from reckon_customers(array(select id from touched), today) as c
  ),
  kept as (
    insert into customer_sums as s
    select * from reckoned
    on conflict (id) do update set
      name = excluded.name, phone = excluded.phone, words = excluded.words, bookings = excluded.bookings,
      guests = excluded.guests, spent = excluded.spent, expected = excluded.expected, first_visit = excluded.first_visit,
      last_visit = excluded.last_visit, next_visit = excluded.next_visit
  ),
  left_behind as (
    delete from customer_sums
    where id in (select id from touched) and id not in (select id from reckoned)
  )
  select (select count(*) from taken) + (select count(*) from touched) into seen;
  return seen;
end $$;

create or replace function sum_faults(p_now timestamptz) returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with facts as (
    select c.* from bookings b cross join lateral change_of(b, 1) as c
  ),
  days as (
    select vineyard_id, day, experience_id, status, sum(bookings) as bookings, sum(guests) as guests,
      sum(revenue) as revenue, sum(taken) as taken
    from (
      select vineyard_id, day, experience_id, status, bookings, guests, revenue, taken from booking_sums
      union all
      select vineyard_id, day, experience_id, status, bookings, guests, revenue, taken from booking_changes
      union all
      select vineyard_id, day, experience_id, status, -bookings, -guests, -revenue, -taken from facts
    ) as of_day
    group by vineyard_id, day, experience_id, status
  ),
  statuses as (
    select vineyard_id, experience_id, status, sum(bookings) as bookings
    from (
      select vineyard_id, experience_id, status, bookings from status_sums
      union all
      select vineyard_id, experience_id, status, bookings from booking_changes
      union all
      select vineyard_id, experience_id, status, -bookings from facts
    ) as of_status
    group by vineyard_id, experience_id, status
  ),
  spans as (
    select vineyard_id, span, experience_id, first_day, status, sum(bookings) as bookings, sum(guests) as guests,
      sum(revenue) as revenue, sum(taken) as taken
    from (
      select vineyard_id, span, experience_id, first_day, status, bookings, guests, revenue, taken from span_sums
      union all
      select f.vineyard_id, span, whose.id, date_trunc(span, f.day::timestamp)::date, f.status, f.bookings, f.guests,
        f.revenue, f.taken
      from (
        select vineyard_id, day, experience_id, status, bookings, guests, revenue, taken from booking_changes
        union all
        select vineyard_id, day, experience_id, status, -bookings, -guests, -revenue, -taken from facts
      ) as f
        cross join unnest(array['week', 'month']) as span
        cross join lateral (values (f.experience_id), (null)) as whose (id)
    ) as of_spans
    group by vineyard_id, span, experience_id, first_day, status
  ),
  market as (
    select day, status, sum(bookings) as bookings
    from (
      select day, status, bookings from market_sums
      union all
      select day, status, bookings from booking_changes
      union all
      select day, status, -bookings from facts
    ) as of_market
    group by day, status
  ),
  leads as (
    select vineyard_id, span, experience_id, first_day, lead, sum(bookings) as bookings
    from (
      select vineyard_id, span, experience_id, first_day, lead, bookings from lead_sums
      union all
      select f.vineyard_id, span, whose.id, date_trunc(span, f.day::timestamp)::date, f.lead, f.bookings
      from (
        select vineyard_id, day, experience_id, status, lead, bookings from booking_changes
        union all
        select vineyard_id, day, experience_id, status, lead, -bookings from facts
      ) as f
        cross join unnest(array['week', 'month', 'year']) as span
        cross join lateral (values (f.experience_id), (null)) as whose (id)
      where f.status <> 'cancelled'
    ) as of_leads
    group by vineyard_id, span, experience_id, first_day, lead
  ),
  customers as (
    select
      customer_id(b.vineyard_id, b.guest_email) as id, count(*) as bookings,
      coalesce(sum(b.number_of_guests) filter (where counts), 0) as guests,
      coalesce(sum(b.total_price) filter (where counts and b.status = 'completed'), 0) as spent,
      coalesce(sum(b.total_price) filter (where counts and b.status <> 'completed'), 0) as expected,
      min(b.booking_date) filter (where counts) as first_visit
    from bookings b cross join lateral (select counts_as_visit(b) as counts) as v
    group by 1
  )
  select 'sum', 'booking_sums', concat_ws(' ', vineyard_id, day, experience_id, status),
    format('is off by %s bookings, %s guests, %s pounds and %s places', bookings, guests, revenue, taken)
  from days
  where (bookings, guests, revenue, taken) is distinct from (0, 0, 0, 0)
  union all
  select 'sum', 'status_sums', concat_ws(' ', vineyard_id, experience_id, status), format('is off by %s bookings', bookings)
  from statuses
  where bookings <> 0
  union all
  select 'sum', 'span_sums', concat_ws(' ', vineyard_id, span, experience_id, first_day, status),
    format('is off by %s bookings, %s guests, %s pounds and %s places', bookings, guests, revenue, taken)
  from spans
  where (bookings, guests, revenue, taken) is distinct from (0, 0, 0, 0)
  union all
  select 'sum', 'market_sums', concat_ws(' ', day, status), format('is off by %s bookings', bookings)
  from market
  where bookings <> 0
  union all
  select 'sum', 'lead_sums', concat_ws(' ', vineyard_id, span, experience_id, first_day, lead),
    format('is off by %s bookings', bookings)
  from leads
  where bookings <> 0
  union all
  select 'sum', 'customer_sums', coalesce(c.id, s.id)::text,
    format('says %s bookings, %s guests, %s pounds spent and %s expected since %s; theirs are %s, %s, %s, %s, %s',
      s.bookings, s.guests, s.spent, s.expected, s.first_visit, c.bookings, c.guests, c.spent, c.expected, c.first_visit)
  from customers c full join customer_sums s on s.id = c.id
  where (s.bookings, s.guests, s.spent, s.expected, s.first_visit)
    is distinct from (c.bookings, c.guests, c.spent, c.expected, c.first_visit)
    and not exists (select from booking_changes x where x.customer_id = coalesce(c.id, s.id))
$$;
