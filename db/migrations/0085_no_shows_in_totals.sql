-- A no-show is neither a guest nor income (reading 27): it keeps its places and its row, but adds no guests and no money to
-- any total. The money of completed visits is earned, that of pending and confirmed ones is expected.

-- Whether a booking is a visit that took place or is to come.
create function counts_as_visit(b bookings) returns boolean
language sql immutable
return b.status <> 'cancelled' and b.attendance is distinct from 'no_show';

-- Nobody may mark a no-show between the two halves of this correction.
lock table bookings in share row exclusive mode;

-- Takes the no-shows out of the totals as they were added, and after the new rule puts them back in.
insert into booking_changes (
  booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
)
select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
  c.taken, c.lead
from bookings b cross join lateral change_of(b, -1) as c
where b.attendance = 'no_show';

-- A booking as a change by so many.
create or replace function change_of(b bookings, p_times integer) returns booking_changes
language sql immutable
return row(
  null, b.id, customer_id(b.vineyard_id, b.guest_email), b.vineyard_id, b.experience_id, b.booking_date, b.status,
  p_times,
  case when b.attendance = 'no_show' then 0 else p_times * b.number_of_guests end,
  case when b.attendance = 'no_show' then 0 else p_times * b.total_price end,
  case when num_nonnulls(b.pattern_id, b.availability_id) > 0 then p_times * b.number_of_guests else 0 end,
  greatest(0, b.booking_date - london_today(b.created_at))
)::booking_changes;

insert into booking_changes (
  booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
)
select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
  c.taken, c.lead
from bookings b cross join lateral change_of(b, 1) as c
where b.attendance = 'no_show';

-- Attendance changes totals too.
create or replace function note_bookings_changed() returns trigger
language plpgsql as $$
begin
  with changed as (
    select row(was.*)::bookings as was, row(became.*)::bookings as became
    from was join became on became.id = was.id
    -- Notes and the moment of a change are in no total.
    where (was.vineyard_id, was.experience_id, was.booking_date, was.status, was.number_of_guests, was.total_price,
        was.guest_name, was.guest_email, was.guest_phone, was.created_at, was.pattern_id, was.availability_id,
        was.attendance)
      is distinct from (became.vineyard_id, became.experience_id, became.booking_date, became.status,
        became.number_of_guests, became.total_price, became.guest_name, became.guest_email, became.guest_phone,
        became.created_at, became.pattern_id, became.availability_id, became.attendance)
  )
  insert into booking_changes (
    booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
  )
  select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
    c.taken, c.lead
  from changed
    cross join lateral (values (changed.was, -1), (changed.became, 1)) as side (b, times)
    cross join lateral change_of(side.b, side.times) as c;

  -- A customer who was erased, or whose address changed, must not stay until the next run.
  delete from customer_sums c
  using (
    select distinct customer_id(was.vineyard_id, was.guest_email) as id, was.vineyard_id, lower(was.guest_email) as email
    from was join became on became.id = was.id
    where (was.vineyard_id, lower(was.guest_email)) is distinct from (became.vineyard_id, lower(became.guest_email))
  ) as left_behind
  where c.id = left_behind.id and not exists (
    select from bookings b where lower(b.guest_email) = left_behind.email and b.vineyard_id = left_behind.vineyard_id
  );
  return null;
end $$;
