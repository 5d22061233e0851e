-- Returns the vineyard for test keys, and creates it with the first test key. It is hidden and has no staff or address.
-- Its tasting has many places, so that many resellers can check their connection. Its supper has two places a session,
-- and the start at 20:30 is always sold out. Adds the parts that a sandbox of an earlier version lacks.
create function require_sandbox(p_now timestamptz) returns uuid
language plpgsql volatile
as $$
declare
  sandbox uuid;
begin
  perform pg_advisory_xact_lock(hashtext('require_sandbox'));
  select v.id into sandbox from vineyards v where v.is_sandbox;
  if not found then
    insert into vineyards (name, description, is_visible, is_verified, is_sandbox)
    values ('Sandbox Estate', 'For trying out programs. No visit takes place, and no email is sent.', false, true, true)
    returning id into sandbox;
    insert into experiences (
      vineyard_id, title, description, price_per_person, duration_minutes, min_group_size, max_group_size, is_instant,
      sold_by_resellers
    ) values
      (sandbox, 'Sandbox tasting', 'A tasting with many places.', 20, 60, 1, 8, true, true),
      (sandbox, 'Sandbox supper', 'A supper for two, which sells out with one booking.', 45, 120, 1, 2, true, true);
  end if;
  update availability_patterns p set capacity = 500
  from experiences e
  where e.id = p.experience_id and e.vineyard_id = sandbox and e.title = 'Sandbox tasting' and p.capacity < 500;
  with planned as (
    insert into availability_patterns (experience_id, days_of_week, start_time, capacity, valid_from)
    select e.id, array[1, 2, 3, 4, 5, 6, 7], p.start_time, p.capacity, london_today(p_now)
    from experiences e join (values
      ('Sandbox tasting', time '10:00', 500), ('Sandbox tasting', '14:00', 500),
      ('Sandbox supper', '18:00', 2), ('Sandbox supper', '20:30', 2)
    ) as p (title, start_time, capacity) on p.title = e.title
    where e.vineyard_id = sandbox and not exists (
      select from availability_patterns x where x.experience_id = e.id and x.start_time = p.start_time
    )
    returning id, experience_id, start_time, valid_from
  )
  insert into availability_exceptions (vineyard_id, experience_id, pattern_id, starts_on, ends_on, capacity, reason)
  select sandbox, p.experience_id, p.id, p.valid_from, '2200-01-01', 0, 'Always sold out, so that programs can try this'
  from planned p where p.start_time = '20:30';
  perform write_slots(array(select e.id from experiences e where e.vineyard_id = sandbox), '-infinity', 'infinity', p_now);
  return sandbox;
end $$;

-- Returns whether an experience belongs to the sandbox. Only test keys may read its slots.
create function is_sandbox_experience(p_experience_id uuid) returns boolean
language sql stable
return exists (
  select from experiences e join vineyards v on v.id = e.vineyard_id and v.is_sandbox where e.id = p_experience_id
);

-- Marks a booking with a test key as a test, so that its guest gets no emails.
create or replace function mark_test_booking() returns trigger
language plpgsql as $$
begin
  new.is_test := (select k.is_test from api_keys k where k.id = new.api_key_id);
  new.emails_guest := new.emails_guest and not new.is_test;
  return new;
end $$;
