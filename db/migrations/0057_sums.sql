-- What staff read of all bookings at once comes out of sums, which are added up in rounds. A booking writes down what it
-- changed and touches no sum, so that no two of them ever wait for one. A figure is its sum and the changes that were not
-- added up yet, read by one statement: it is exact at every moment, whether or not a round has been.

create extension if not exists btree_gin;

-- One more booking (1), or one less (-1): a booking that changes is one less as it was and one more as it is.
create table booking_changes (
  id bigint generated always as identity primary key,
  booking_id uuid not null,
  customer_id uuid not null,
  vineyard_id uuid not null,
  experience_id uuid not null,
  day date not null,
  status text not null,
  bookings integer not null check (bookings in (1, -1)),
  guests integer not null,
  revenue numeric(12, 2) not null,
  -- The places it takes in a slot: none where it was brought in without one.
  taken integer not null,
  -- Days from its making to the visit.
  lead integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index changes_of_vineyard on booking_changes (vineyard_id);
create index changes_of_customer on booking_changes (customer_id);

create table booking_sums (
  vineyard_id uuid not null,
  day date not null,
  experience_id uuid not null,
  status text not null,
  bookings integer not null,
  guests integer not null,
  revenue numeric(14, 2) not null,
  taken integer not null,
  primary key (vineyard_id, day, experience_id, status)
);

-- The same over all days, for the counts that every list has beside it.
create table status_sums (
  vineyard_id uuid not null,
  experience_id uuid not null,
  status text not null,
  bookings integer not null,
  primary key (vineyard_id, experience_id, status)
);

-- The same of the whole marketplace.
create table market_sums (
  day date not null,
  status text not null,
  bookings integer not null,
  primary key (day, status)
);

-- How many bookings that stand were made so many days before the visit, by week (from Monday) and by month: of each
-- experience, and of all of a vineyard's together where it is null.
create table lead_sums (
  vineyard_id uuid not null,
  span text not null check (span in ('week', 'month')),
  experience_id uuid,
  first_day date not null,
  lead integer not null,
  bookings integer not null,
  unique nulls not distinct (vineyard_id, span, experience_id, first_day, lead)
);

-- A customer as the bookings of an address say. `words` is all that they are found by. Last and next visit are as of the
-- day of the round: where the next visit has come meanwhile, the row counts for nothing until it was reckoned again.
create table customer_sums (
  id uuid primary key,
  vineyard_id uuid not null,
  email text not null,
  name text not null,
  phone text not null,
  words text not null,
  bookings integer not null,
  guests integer not null,
  spent numeric(14, 2) not null,
  first_visit date,
  last_visit date,
  next_visit date
);
create index customers_of_vineyard on customer_sums (vineyard_id, last_visit desc nulls last, email);
create index customers_by_spent on customer_sums (vineyard_id, spent desc, email);
create index customers_by_name on customer_sums (vineyard_id, name, email);
create index customers_in_order on customer_sums (last_visit desc nulls last, email);
create index customers_coming_here on customer_sums (vineyard_id, next_visit, email);
create index customers_coming on customer_sums (next_visit, email);
create index customers_by_words on customer_sums using gin (vineyard_id, words gin_trgm_ops);

create function customer_words(p_name text, p_email text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email) collate pg_c_utf8);

-- What each of these customers comes to by their bookings, of which some may not be added up yet. Who has none is not there.
create function reckon_customers(p_ids uuid[], p_today date) returns setof customer_sums
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
        coalesce(sum(b.number_of_guests) filter (where b.status <> 'cancelled'), 0)::int as guests,
        coalesce(sum(b.total_price) filter (where b.status <> 'cancelled'), 0) as spent,
        min(b.booking_date) filter (where b.status <> 'cancelled') as first_visit,
        max(b.booking_date) filter (where b.status <> 'cancelled' and b.booking_date < p_today) as last_visit,
        min(b.booking_date) filter (where b.status <> 'cancelled' and b.booking_date >= p_today) as next_visit
      from bookings b
      where lower(b.guest_email) = w.email and b.vineyard_id = w.vineyard_id
      having count(*) > 0
    ) as f
$$;

-- A booking as a change by so many.
create function change_of(b bookings, p_times integer) returns booking_changes
language sql immutable
return row(
  null, b.id, customer_id(b.vineyard_id, b.guest_email), b.vineyard_id, b.experience_id, b.booking_date, b.status,
  p_times, p_times * b.number_of_guests, p_times * b.total_price,
  case when num_nonnulls(b.pattern_id, b.availability_id) > 0 then p_times * b.number_of_guests else 0 end,
  greatest(0, b.booking_date - london_today(b.created_at))
)::booking_changes;

create function note_bookings_made() returns trigger
language plpgsql as $$
begin
  insert into booking_changes (
    booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
  )
  select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
    c.taken, c.lead
  from made b cross join lateral change_of(row(b.*)::bookings, 1) as c;
  return null;
end $$;

create function note_bookings_gone() returns trigger
language plpgsql as $$
begin
  insert into booking_changes (
    booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
  )
  select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
    c.taken, c.lead
  from gone b cross join lateral change_of(row(b.*)::bookings, -1) as c;
  return null;
end $$;

create function note_bookings_changed() returns trigger
language plpgsql as $$
begin
  with changed as (
    select row(was.*)::bookings as was, row(became.*)::bookings as became
    from was join became on became.id = was.id
    -- Notes, marks and the moment of a change are in no sum.
    where (was.vineyard_id, was.experience_id, was.booking_date, was.status, was.number_of_guests, was.total_price,
        was.guest_name, was.guest_email, was.guest_phone, was.created_at, was.pattern_id, was.availability_id)
      is distinct from (became.vineyard_id, became.experience_id, became.booking_date, became.status,
        became.number_of_guests, became.total_price, became.guest_name, became.guest_email, became.guest_phone,
        became.created_at, became.pattern_id, became.availability_id)
  )
  insert into booking_changes (
    booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
  )
  select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
    c.taken, c.lead
  from changed
    cross join lateral (values (changed.was, -1), (changed.became, 1)) as side (b, times)
    cross join lateral change_of(side.b, side.times) as c;

  -- Whoever was forgotten, or had another address, is not kept until the next round.
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

create trigger bookings_made_summed after insert on bookings referencing new table as made
  for each statement execute function note_bookings_made();
create trigger bookings_changed_summed after update on bookings referencing old table as was new table as became
  for each statement execute function note_bookings_changed();
create trigger bookings_gone_summed after delete on bookings referencing old table as gone
  for each statement execute function note_bookings_gone();
-- Also of bookings that are brought in by a copy for which foreign keys are not looked up.
alter table bookings enable always trigger bookings_made_summed;
alter table bookings enable always trigger bookings_changed_summed;
alter table bookings enable always trigger bookings_gone_summed;

-- What was booked before.
insert into booking_changes (
  booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
)
select c.booking_id, c.customer_id, c.vineyard_id, c.experience_id, c.day, c.status, c.bookings, c.guests, c.revenue,
  c.taken, c.lead
from bookings b cross join lateral change_of(b, 1) as c;
