-- What an admin's lists ask of every vineyard and every experience at once is kept beside them: how many experiences a
-- vineyard has on offer, and until when an experience has starts. Not in their own rows: those are edited, by one at a time.

create table vineyard_offers (
  vineyard_id uuid primary key references vineyards on delete cascade,
  active_experiences integer not null check (active_experiences >= 0)
) with (fillfactor = 80);
create index vineyards_without_offer on vineyard_offers (vineyard_id) where active_experiences = 0;

create table experience_plans (
  experience_id uuid primary key references experiences on delete cascade,
  -- The last day on which an active pattern may start: infinity where one has no end, -infinity where there is none.
  planned_until date not null default '-infinity',
  -- The last of its single starts: -infinity where there is none.
  last_start timestamptz not null default '-infinity'
);
create index experience_plans_by_end on experience_plans (planned_until, last_start, experience_id);

create function keep_vineyard_offers() returns trigger
language plpgsql as $$
begin
  insert into vineyard_offers (vineyard_id, active_experiences) select id, 0 from made;
  return null;
end $$;

-- Only what is more or less is added, so that of two at once neither is lost.
create function keep_experience_offers() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into experience_plans (experience_id) select id from made;
    update vineyard_offers o set active_experiences = o.active_experiences + c.more
    from (select vineyard_id, count(*) as more from made where is_active group by vineyard_id) as c
    where o.vineyard_id = c.vineyard_id;
  elsif tg_op = 'TRUNCATE' then
    update vineyard_offers set active_experiences = 0;
  elsif tg_op = 'DELETE' then
    update vineyard_offers o set active_experiences = o.active_experiences - c.less
    from (select vineyard_id, count(*) as less from gone where is_active group by vineyard_id) as c
    where o.vineyard_id = c.vineyard_id;
  else
    update vineyard_offers o set active_experiences = o.active_experiences + c.more
    from (
      select vineyard_id, sum(more) as more
      from (
        select vineyard_id, 1 as more from became where is_active
        union all
        select vineyard_id, -1 from was where is_active
      ) as sides
      group by vineyard_id having sum(more) <> 0
    ) as c
    where o.vineyard_id = c.vineyard_id;
  end if;
  return null;
end $$;

create trigger vineyards_keep_offers after insert on vineyards referencing new table as made
  for each statement execute function keep_vineyard_offers();
create trigger experiences_keep_offers_made after insert on experiences referencing new table as made
  for each statement execute function keep_experience_offers();
create trigger experiences_keep_offers_changed after update on experiences
  referencing old table as was new table as became
  for each statement execute function keep_experience_offers();
create trigger experiences_keep_offers_gone after delete on experiences referencing old table as gone
  for each statement execute function keep_experience_offers();
create trigger experiences_keep_offers_truncated after truncate on experiences
  for each statement execute function keep_experience_offers();

-- Looks again until when these have starts. Two that change the starts of one experience take turns, and who comes second
-- sees what the first did: the look is a statement of its own.
create function keep_plans(p_experience_ids uuid[]) returns void
language plpgsql as $$
begin
  perform from experience_plans where experience_id = any (p_experience_ids) order by experience_id for update;
  update experience_plans k set planned_until = f.planned_until, last_start = f.last_start
  from plans_as_they_are(p_experience_ids) as f
  where k.experience_id = f.experience_id
    and (k.planned_until, k.last_start) is distinct from (f.planned_until, f.last_start);
end $$;

-- Null: of all experiences.
create function plans_as_they_are(p_experience_ids uuid[]) returns setof experience_plans
language sql stable
as $$
  select e.id, coalesce(p.planned_until, '-infinity'), coalesce(a.last_start, '-infinity')
  from experiences e
    left join (
      select experience_id, max(coalesce(valid_until, 'infinity')) as planned_until from availability_patterns
      where is_active and (p_experience_ids is null or experience_id = any (p_experience_ids))
      group by experience_id
    ) as p on p.experience_id = e.id
    left join (
      select experience_id, max(start_time) as last_start from availability
      where p_experience_ids is null or experience_id = any (p_experience_ids)
      group by experience_id
    ) as a on a.experience_id = e.id
  where p_experience_ids is null or e.id = any (p_experience_ids)
$$;

-- One start more can only be later, so nothing else is looked at. The row is written even where it says so already: whoever
-- takes another start away waits for it, and then sees this one.
create function keep_new_patterns() returns trigger
language plpgsql as $$
begin
  update experience_plans k set planned_until = greatest(k.planned_until, m.planned_until)
  from (
    select experience_id, max(coalesce(valid_until, 'infinity')) as planned_until from made where is_active
    group by experience_id
  ) as m
  where k.experience_id = m.experience_id;
  return null;
end $$;

create function keep_new_starts() returns trigger
language plpgsql as $$
begin
  update experience_plans k set last_start = greatest(k.last_start, m.last_start)
  from (select experience_id, max(start_time) as last_start from made group by experience_id) as m
  where k.experience_id = m.experience_id;
  return null;
end $$;

create function keep_other_patterns() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array(
    select w.experience_id from was w join became b on b.id = w.id
    where (w.experience_id, w.is_active, w.valid_until) is distinct from (b.experience_id, b.is_active, b.valid_until)
    union
    select b.experience_id from was w join became b on b.id = w.id where b.experience_id <> w.experience_id
  ));
  return null;
end $$;

create function keep_fewer_plans() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array(select distinct experience_id from gone));
  return null;
end $$;

-- A visit that takes its places moves no start.
create function keep_moved_start() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array[old.experience_id, new.experience_id]);
  return null;
end $$;

create function keep_no_plans() returns trigger
language plpgsql as $$
begin
  perform keep_plans(array(select experience_id from experience_plans));
  return null;
end $$;

create trigger patterns_keep_plans_made after insert on availability_patterns referencing new table as made
  for each statement execute function keep_new_patterns();
create trigger patterns_keep_plans_changed after update on availability_patterns
  referencing old table as was new table as became
  for each statement execute function keep_other_patterns();
create trigger patterns_keep_plans_gone after delete on availability_patterns referencing old table as gone
  for each statement execute function keep_fewer_plans();
create trigger patterns_keep_plans_truncated after truncate on availability_patterns
  for each statement execute function keep_no_plans();
create trigger starts_keep_plans_made after insert on availability referencing new table as made
  for each statement execute function keep_new_starts();
create trigger starts_keep_plans_changed after update of start_time, experience_id on availability
  for each row when ((old.start_time, old.experience_id) is distinct from (new.start_time, new.experience_id))
  execute function keep_moved_start();
create trigger starts_keep_plans_gone after delete on availability referencing old table as gone
  for each statement execute function keep_fewer_plans();
create trigger starts_keep_plans_truncated after truncate on availability
  for each statement execute function keep_no_plans();

-- Also of what is brought in by a copy for which foreign keys are not looked up.
do $$
declare
  t record;
begin
  for t in
    select tgrelid::regclass as place, tgname as name from pg_trigger
    where tgname ~ '_keep_(offers|plans)' and not tgisinternal
  loop
    execute format('alter table %s enable always trigger %I', t.place, t.name);
  end loop;
end $$;

insert into vineyard_offers (vineyard_id, active_experiences)
select v.id, (select count(*) from experiences e where e.vineyard_id = v.id and e.is_active) from vineyards v;
insert into experience_plans select * from plans_as_they_are(null);

create function offer_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'kept', 'vineyard_offers', coalesce(v.id, o.vineyard_id)::text,
    format('says %s on offer; there are %s', o.active_experiences, v.active)
  from (
    select v.id, count(e.id) as active
    from vineyards v left join experiences e on e.vineyard_id = v.id and e.is_active
    group by v.id
  ) as v
    full join vineyard_offers o on o.vineyard_id = v.id
  where o.active_experiences is distinct from v.active
  union all
  select 'kept', 'experience_plans', coalesce(f.experience_id, k.experience_id)::text,
    format('says %s and %s; there are starts until %s and %s', k.planned_until, k.last_start, f.planned_until, f.last_start)
  from plans_as_they_are(null) f full join experience_plans k on k.experience_id = f.experience_id
  where (k.planned_until, k.last_start) is distinct from (f.planned_until, f.last_start)
$$;

-- Who was here last is read by the moment.
create index winemaker_sessions_by_use on winemaker_sessions (last_used_at, id) include (winemaker_id);
