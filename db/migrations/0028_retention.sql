-- What has been kept for as long as it is kept. Days are London's. Each function takes a portion at a time, so that the first
-- night after a long while holds nothing up, and says how many went; none is left when it says 0.

-- Who the guests of long past visits were: `p_months` after the day of the visit, from its midnight on.
create function forget_visits(p_months integer, p_most integer, p_now timestamptz) returns integer
language sql volatile
return erase_bookings(array(
  select id
  from bookings
  where erased_at is null and booking_date + make_interval(months => p_months) <= london_today(p_now)
  order by booking_date, id
  limit p_most
), p_now);

-- What was sent, `p_days` after the day it was written.
create function forget_mails(p_days integer, p_most integer, p_now timestamptz) returns integer
language sql volatile
return erase_emails(array(
  select id
  from emails
  where erased_at is null and london_today(created_at) + p_days <= london_today(p_now)
  order by created_at, id
  limit p_most
), p_now);

-- Letters to the people who run the site, and claims, like visits: `p_months` after the day they were written.
create function forget_messages(p_months integer, p_now timestamptz) returns integer
language sql volatile
as $$
  with message as (
    delete from contact_messages
    where london_today(created_at) + make_interval(months => p_months) <= london_today(p_now)
    returning 1
  ), claim as (
    delete from vineyard_claims
    where london_today(created_at) + make_interval(months => p_months) <= london_today(p_now)
    returning 1
  )
  select (select count(*) from message)::int + (select count(*) from claim)::int
$$;

-- Sessions that ended, by somebody or by idleness (as long as each lasts, see find_actor), links that were used or are too
-- old, and tries that nobody counts any more.
create function forget_keys(p_now timestamptz) returns integer
language sql volatile
as $$
  with winemaker as (
    delete from winemaker_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '30 days' returning 1
  ), admin as (
    delete from admin_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '14 days' returning 1
  ), visitor as (
    delete from user_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '90 days' returning 1
  ), link as (
    delete from one_time_links where used_at <= p_now or expires_at <= p_now returning 1
  ), tried as (
    delete from attempts where forget_at <= p_now returning 1
  )
  select sum(gone)::int
  from (
    select count(*) from winemaker union all select count(*) from admin union all select count(*) from visitor
    union all select count(*) from link union all select count(*) from tried
  ) as each (gone)
$$;
