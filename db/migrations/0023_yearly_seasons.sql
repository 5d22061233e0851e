-- Seasons that recur every year, from one day of the year to another, with years left out or changed.

-- The first day of a season in a year, from 'MM-dd'. 29 February is 1 March in other years.
create function season_start(p_year integer, p_day text) returns date
language sql immutable strict parallel safe
return make_date(p_year, left(p_day, 2)::int, 1) + right(p_day, 2)::int - 1;

-- The day after the last one of a season. 29 February is 28 February in other years.
create function season_end(p_year integer, p_day text) returns date
language sql immutable strict parallel safe
return least(
  make_date(p_year, left(p_day, 2)::int, 1) + right(p_day, 2)::int,
  (make_date(p_year, left(p_day, 2)::int, 1) + interval '1 month')::date
);

-- Whether a text names a day of the year, as 'MM-dd'.
create function is_day_of_year(p_day text) returns boolean
language sql immutable parallel safe
return coalesce(p_day ~ '^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-[012]\d)$' and p_day <> '02-00', false);

-- Whether a season is {from, until, changes: [{year, from, until}]}. `from` and `until` are days of the year; a season
-- that ends earlier in the year than it begins ends in the next. A change gives the season that begins in its year other
-- dates, or leaves it out if they are null.
create function is_yearly_season(p_season jsonb) returns boolean
language plpgsql immutable strict parallel safe
as $$
declare
  change jsonb;
  years integer[] := '{}';
begin
  if jsonb_typeof(p_season) <> 'object' or p_season - array['from', 'until', 'changes'] <> '{}'
    or not is_day_of_year(p_season ->> 'from') or not is_day_of_year(p_season ->> 'until')
    or jsonb_typeof(p_season -> 'changes') is distinct from 'array' then
    return false;
  end if;
  for change in select c from jsonb_array_elements(p_season -> 'changes') c loop
    if jsonb_typeof(change) <> 'object' or change - array['year', 'from', 'until'] <> '{}'
      or jsonb_typeof(change -> 'year') is distinct from 'number'
      or (change ->> 'year')::int not between 2000 and 2199 or (change ->> 'year')::int = any (years)
      or num_nulls(change ->> 'from', change ->> 'until') = 1
      or extract(year from (change ->> 'from')::date) <> (change ->> 'year')::int
      or (change ->> 'until')::date not between (change ->> 'from')::date and (change ->> 'from')::date + 365 then
      return false;
    end if;
    years := years || (change ->> 'year')::int;
  end loop;
  return true;
end $$;

-- The days on which a pattern is valid. A recurring season without a last day recurs until 2199. None if it is
-- invalid, which a constraint then refuses.
create function valid_days_of(p_valid_from date, p_valid_until date, p_season jsonb) returns datemultirange
language sql immutable parallel safe
return case
  when p_valid_until < p_valid_from or not is_yearly_season(p_season) then '{}'
  when p_season is null then datemultirange(daterange(p_valid_from, p_valid_until, '[]'))
  else datemultirange(daterange(p_valid_from, p_valid_until, '[]')) * coalesce((
    select range_agg(case
      when c.change is null then daterange(
        season_start(y.year, p_season ->> 'from'),
        season_end(y.year + (p_season ->> 'until' < p_season ->> 'from')::int, p_season ->> 'until')
      )
      else daterange((c.change ->> 'from')::date, (c.change ->> 'until')::date, '[]')
    end)
    from generate_series(
        extract(year from p_valid_from)::int - 1, least(coalesce(extract(year from p_valid_until)::int, 2199), 2199)
      ) as y (year)
      left join jsonb_array_elements(p_season -> 'changes') as c (change) on (c.change ->> 'year')::int = y.year
    where c.change is null or c.change ->> 'from' is not null
  ), '{}')
end;

alter table availability_patterns
  add column yearly_season jsonb constraint yearly_season_is_complete check (is_yearly_season(yearly_season)),
  add column valid_days datemultirange not null generated always as (
    valid_days_of(valid_from, valid_until, yearly_season)
  ) stored,
  -- Every search reads it, so it is neither compressed nor moved out of the row.
  alter column valid_days set storage plain,
  drop constraint one_pattern_per_start,
  add constraint one_pattern_per_start exclude using gist (
    experience_id with =,
    start_time with =,
    weekday_ranges(days_of_week) with &&,
    valid_days with &&
  ) where (is_active);

drop trigger plan_changed on availability_patterns;
create trigger plan_changed after update on availability_patterns
  for each row when (
    new.is_active and (old.days_of_week, old.start_time, old.capacity, old.valid_days, old.is_active)
      is distinct from (new.days_of_week, new.start_time, new.capacity, new.valid_days, new.is_active)
  )
  execute function note_changed_plan();
