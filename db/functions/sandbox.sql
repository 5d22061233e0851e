-- The vineyard that test keys reach, made with the first of them. It is hidden, has no staff and no address, and plans
-- weekly starts without end: one experience with room for a reseller's connection check, one that sells out at once.
create function require_sandbox(p_now timestamptz) returns uuid
language plpgsql volatile
as $$
declare
  sandbox uuid;
begin
  perform pg_advisory_xact_lock(hashtext('require_sandbox'));
  select v.id into sandbox from vineyards v where v.is_sandbox;
  if found then
    return sandbox;
  end if;
  insert into vineyards (name, description, is_visible, is_verified, is_sandbox)
  values ('Sandbox Estate', 'For trying out programs. Nobody comes, and nobody is written to.', false, true, true)
  returning id into sandbox;
  with tasting as (
    insert into experiences (
      vineyard_id, title, description, price_per_person, duration_minutes, min_group_size, max_group_size, is_instant,
      sold_by_resellers
    ) values
      (sandbox, 'Sandbox tasting', 'A tasting with many places.', 20, 60, 1, 8, true, true),
      (sandbox, 'Sandbox supper', 'A supper for two, which sells out with one booking.', 45, 120, 1, 2, true, true)
    returning id, title
  )
  insert into availability_patterns (experience_id, days_of_week, start_time, capacity, valid_from)
  select t.id, array[1, 2, 3, 4, 5, 6, 7], p.start_time::time, p.capacity, london_today(p_now)
  from tasting t join (values
    ('Sandbox tasting', '10:00', 72), ('Sandbox tasting', '14:00', 72), ('Sandbox supper', '18:00', 2)
  ) as p (title, start_time, capacity) on p.title = t.title;
  return sandbox;
end $$;

-- Whether an experience is the sandbox's. Only test keys may read its slots.
create function is_sandbox_experience(p_experience_id uuid) returns boolean
language sql stable
return exists (
  select from experiences e join vineyards v on v.id = e.vineyard_id and v.is_sandbox where e.id = p_experience_id
);

-- A booking with a test key is a test, and nobody is written to.
create or replace function mark_test_booking() returns trigger
language plpgsql as $$
begin
  new.is_test := (select k.is_test from api_keys k where k.id = new.api_key_id);
  new.emails_guest := new.emails_guest and not new.is_test;
  return new;
end $$;
