-- Reports over years are read by the week and by the month, and what is left around whole ones by the day. Their middle
-- leads of one experience each are kept by the year too: there are as many leads in a month as there are bookings.

-- `booking_sums` by week (from Monday) and by month: of each experience, and of all of a vineyard's together where it is null.
create table span_sums (
  vineyard_id uuid not null,
  span text not null check (span in ('week', 'month')),
  experience_id uuid,
  first_day date not null,
  status text not null,
  bookings integer not null,
  guests integer not null,
  revenue numeric(14, 2) not null,
  taken integer not null,
  unique nulls not distinct (vineyard_id, span, experience_id, first_day, status)
);
insert into span_sums (vineyard_id, span, experience_id, first_day, status, bookings, guests, revenue, taken)
select s.vineyard_id, span, whose.id, date_trunc(span, s.day::timestamp)::date, s.status, sum(s.bookings), sum(s.guests),
  sum(s.revenue), sum(s.taken)
from booking_sums s
  cross join unnest(array['week', 'month']) as span
  cross join lateral (values (s.experience_id), (null)) as whose (id)
group by 1, 2, 3, 4, 5;

alter table lead_sums drop constraint lead_sums_span_check;
alter table lead_sums add constraint lead_sums_span_check check (span in ('week', 'month', 'year'));
insert into lead_sums (vineyard_id, span, experience_id, first_day, lead, bookings)
select vineyard_id, 'year', experience_id, date_trunc('year', first_day::timestamp)::date, lead, sum(bookings)
from lead_sums
where span = 'month'
group by 1, 3, 4, 5;

-- As before, with these.
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
      guests = excluded.guests, spent = excluded.spent, first_visit = excluded.first_visit,
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
      coalesce(sum(b.number_of_guests) filter (where b.status <> 'cancelled'), 0) as guests,
      coalesce(sum(b.total_price) filter (where b.status <> 'cancelled'), 0) as spent,
      min(b.booking_date) filter (where b.status <> 'cancelled') as first_visit
    from bookings b
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
    format('says %s bookings, %s guests, %s pounds since %s; theirs are %s, %s, %s, %s',
      s.bookings, s.guests, s.spent, s.first_visit, c.bookings, c.guests, c.spent, c.first_visit)
  from customers c full join customer_sums s on s.id = c.id
  where (s.bookings, s.guests, s.spent, s.first_visit) is distinct from (c.bookings, c.guests, c.spent, c.first_visit)
    and not exists (select from booking_changes x where x.customer_id = coalesce(c.id, s.id))
$$;
