-- The field's small words as types, and the one place where a wall-clock time becomes an instant.

create extension if not exists btree_gist;

-- One line of text somebody typed: no control characters, no line breaks, nothing hanging over at either end.
create domain one_line as text
  constraint one_line_is_clean check (
    value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]' and value = btrim(value) and length(value) between 1 and 200
  );

-- Several lines of text somebody typed.
create domain prose as text
  constraint prose_is_clean check (
    value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]' and length(value) <= 10000
  );

create domain web_address as text
  constraint web_address_is_http check (value ~ '^https?://[^\s<>"]+$' and length(value) <= 2000);

-- Our own pictures are paths, everybody else's are addresses.
create domain picture_address as text
  constraint picture_address_is_ours_or_http check (
    value ~ '^(/[a-z0-9][a-z0-9/._-]*|https?://[^\s<>"]+)$' and length(value) <= 2000
  );

create domain email_address as text
  constraint email_address_has_two_parts check (value ~ '^[^\s@<>",;:]+@[^\s@<>",;:]+$' and length(value) <= 254);

-- The instant of a local start in London. Where the clocks go back a time happens twice: its first occurrence is
-- meant. Where they go forward it does not happen: null. Built only from the zone's own rules, never from a session.
create function london_instant(day date, at time) returns timestamptz
language sql immutable strict parallel safe
return case
  when ((day + at - interval '1 hour') at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at - interval '1 hour') at time zone 'UTC'
  when ((day + at) at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at) at time zone 'UTC'
end;

create function london_today(instant timestamptz) returns date
language sql immutable strict parallel safe
return (instant at time zone 'Europe/London')::date;

-- '2:30 PM', as every time a person sees.
create function display_time(at time) returns text
language sql immutable strict parallel safe
return
  case extract(hour from at)::int % 12 when 0 then 12 else extract(hour from at)::int % 12 end
  || ':' || lpad(extract(minute from at)::int::text, 2, '0')
  || case when extract(hour from at) < 12 then ' AM' else ' PM' end;

-- Weekdays (ISO 1 to 7) as a multirange, so that an exclusion constraint can ask whether two sets share a day.
create function weekday_ranges(days smallint[]) returns int4multirange
language sql immutable strict parallel safe
return (select range_agg(int4range(day, day, '[]')) from unnest(days) as day);

create function touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
