-- Returns whether an opening alert is still valid: for three days before it is confirmed, and for 24 months after.
create function is_opening_alert_valid(p_created_at timestamptz, p_confirmed_at timestamptz, p_now timestamptz) returns boolean
language sql stable
return case
  when p_confirmed_at is null then p_created_at > p_now - interval '3 days'
  else london_today(p_confirmed_at) + interval '24 months' > london_today(p_now)
end;

-- Deletes opening alerts that are no longer valid. Returns how many alerts were deleted.
create function delete_old_opening_alerts(p_now timestamptz) returns integer
language sql volatile
as $$
  with old as (
    delete from opening_alerts where not is_opening_alert_valid(created_at, confirmed_at, p_now) returning 1
  )
  select count(*)::int from old
$$;

-- Sends the confirmed opening alerts of visible vineyards that can be booked, and deletes these alerts. Returns how many
-- emails it wrote. Concurrent workers email each address once, because only one of them deletes the row.
create function send_opening_alerts(p_now timestamptz) returns integer
language sql volatile
as $$
  with awaited as materialized (
    select e.vineyard_id, array_agg(e.id) as experience_ids
    from experiences e
    where e.is_active
      and e.vineyard_id in (select a.vineyard_id from opening_alerts a where a.confirmed_at is not null)
    group by e.vineyard_id
  ), opened as materialized (
    select v.id, v.name, first.slot_date, first.start_time
    from awaited w
      join vineyards v on v.id = w.vineyard_id and v.is_visible
      cross join lateral (
        select s.slot_date, s.start_time
        from next_open_slots(w.experience_ids, null, london_today(p_now), null, p_now) s
        order by s.slot_date, s.start_time
        limit 1
      ) as first
  ), used as (
    delete from opening_alerts a
    using opened o
    where a.vineyard_id = o.id and a.confirmed_at is not null
      and is_opening_alert_valid(a.created_at, a.confirmed_at, p_now)
    returning a.email, o.id, o.name, o.slot_date, o.start_time
  ), written as (
    insert into emails (email_type, to_address, payload, created_at)
    select 'opening_alert', u.email,
      jsonb_build_object('vineyard_id', u.id, 'vineyard_name', u.name, 'slot_date', u.slot_date, 'start_time', u.start_time), p_now
    from used u
    returning 1
  )
  select count(*)::int from written
$$;
