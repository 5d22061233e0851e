-- A report by the day reads one row a day: what all bookings of a vineyard come to on it, and the middle one of their leads.
-- A middle cannot be added to. So where `booking_changes` has something of a day, its row counts for nothing and the day is
-- reckoned from its bookings as it is read, until a round has seen to it; as with customers.

create table day_sums (
  vineyard_id uuid not null,
  day date not null,
  bookings integer not null,
  guests integer not null,
  revenue numeric(14, 2) not null,
  cancelled integer not null,
  taken integer not null,
  -- Null where all are cancelled.
  lead double precision,
  primary key (vineyard_id, day)
);

-- What these days come to by their bookings; a day without any is not there.
create function reckon_days(p_vineyard_ids uuid[], p_days date[]) returns setof day_sums
language sql stable
as $$
  select d.vineyard_id, d.day, f.*
  from unnest(p_vineyard_ids, p_days) as d (vineyard_id, day)
    cross join lateral (
      select
        (count(*) filter (where b.status <> 'cancelled'))::int as bookings,
        coalesce(sum(b.number_of_guests) filter (where b.status <> 'cancelled'), 0)::int as guests,
        coalesce(sum(b.total_price) filter (where b.status <> 'cancelled'), 0) as revenue,
        (count(*) filter (where b.status = 'cancelled'))::int as cancelled,
        coalesce(sum(b.number_of_guests) filter (
          where b.status <> 'cancelled' and num_nonnulls(b.pattern_id, b.availability_id) > 0
        ), 0)::int as taken,
        percentile_cont(0.5) within group (order by greatest(0, b.booking_date - london_today(b.created_at)))
          filter (where b.status <> 'cancelled') as lead
      from bookings b
      where b.vineyard_id = d.vineyard_id and b.booking_date = d.day
      having count(*) > 0
    ) as f
$$;

-- Days of a vineyard on which something was booked, whether or not a round has been.
create function day_figures(p_vineyard_id uuid, p_from date, p_until date) returns setof day_sums
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
    cross join lateral reckon_days(l.vineyard_ids, l.days) as r
$$;

-- Changes go when a round has added them up, and with them their days are reckoned. Whatever is booked meanwhile leaves
-- changes of its own, which the next round finds.
create function sum_up_days() returns trigger
language plpgsql as $$
declare
  vineyard_ids uuid[];
  days date[];
begin
  select array_agg(vineyard_id), array_agg(day) into vineyard_ids, days
  from (select distinct vineyard_id, day from gone) as touched;
  delete from day_sums s using unnest(vineyard_ids, days) as d (vineyard_id, day)
  where s.vineyard_id = d.vineyard_id and s.day = d.day;
  insert into day_sums select * from reckon_days(vineyard_ids, days);
  return null;
end $$;
create trigger changes_added_up after delete on booking_changes referencing old table as gone
  for each statement execute function sum_up_days();
alter table booking_changes enable always trigger changes_added_up;

insert into day_sums
select r.*
from (
  select array_agg(vineyard_id) as vineyard_ids, array_agg(day) as days
  from (select distinct vineyard_id, day from booking_sums) as days
) as d
  cross join lateral reckon_days(d.vineyard_ids, d.days) as r;

create function day_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with facts as (
    select r.*
    from (
      select array_agg(vineyard_id) as vineyard_ids, array_agg(day) as days
      from (select distinct vineyard_id, booking_date as day from bookings) as days
    ) as d
      cross join lateral reckon_days(d.vineyard_ids, d.days) as r
  )
  select 'sum', 'day_sums', concat_ws(' ', coalesce(f.vineyard_id, s.vineyard_id), coalesce(f.day, s.day)),
    format('says %s; its bookings say %s', s, f)
  from facts f full join day_sums s on (s.vineyard_id, s.day) = (f.vineyard_id, f.day)
  where s is distinct from f
    and not exists (
      select from booking_changes x
      where x.vineyard_id = coalesce(f.vineyard_id, s.vineyard_id) and x.day = coalesce(f.day, s.day)
    )
$$;

-- With the faults of what is kept beside vineyards and experiences, too.
create or replace function ledger_faults(p_now timestamptz default now())
returns table (fault text, noun text, noun_id text, detail text)
language sql stable
set work_mem = '128MB'
set jit = off
set enable_nestloop = off
as $$
  select * from counter_faults(p_now)
  union all
  select * from host_faults()
  union all
  select * from event_faults()
  union all
  select * from limit_faults()
  union all
  select * from sum_faults(p_now)
  union all
  select * from day_faults()
  union all
  select * from offer_faults()
$$;
