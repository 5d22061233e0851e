-- Days tell earned money from expected, too: `revenue` is both.
alter table day_sums add column earned numeric(14, 2) not null default 0;

-- The totals of these days by their bookings; days without any are left out.
create or replace function reckon_days(p_vineyard_ids uuid[], p_days date[]) returns setof day_sums
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

truncate day_sums;
insert into day_sums
select r.*
from (
  select array_agg(vineyard_id) as vineyard_ids, array_agg(day) as days
  from (select distinct vineyard_id, booking_date as day from bookings) as days
) as d
  cross join lateral reckon_days(d.vineyard_ids, d.days) as r;

-- A visit that is moved to another time has not happened yet.
create function clear_attendance() returns trigger
language plpgsql as $$
begin
  new.attendance := null;
  return new;
end $$;
create trigger bookings_attendance_cleared before update of booking_date, start_time on bookings
  for each row
  when (
    new.attendance is not null and (old.booking_date, old.start_time) is distinct from (new.booking_date, new.start_time)
  )
  execute function clear_attendance();

-- The marketplace's figures are read from these indexes alone, and leave no-shows out.
drop index bookings_placed;
create index bookings_placed on bookings (created_at) include (status, total_price, attendance);
drop index bookings_under_way;
create index bookings_under_way on bookings (ends_at) include (status, number_of_guests, attendance)
  where status in ('pending', 'confirmed');
