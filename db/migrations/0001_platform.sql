create extension btree_gist;
create extension btree_gin;
create extension pg_trgm;

-- One line of text without control characters or surrounding space.
create domain one_line as text
  constraint one_line_is_clean check (
    value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]' and value = btrim(value) and length(value) between 1 and 200
  );

-- Several lines of text.
create domain prose as text
  constraint prose_is_clean check (
    value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]' and length(value) <= 10000
  );

create domain web_address as text
  constraint web_address_is_http check (value ~ '^https?://[^\s<>"]+$' and length(value) <= 2000);

-- Our own pictures are paths, all others are addresses.
create domain picture_address as text
  constraint picture_address_is_ours_or_http check (
    value ~ '^(/[a-z0-9][a-z0-9/._-]*|https?://[^\s<>"]+)$' and length(value) <= 2000
  );

create domain email_address as text
  constraint email_address_has_two_parts check (value ~ '^[^\s@<>",;:]+@[^\s@<>",;:]+$' and length(value) <= 254);

-- The instant of a local start in London. A time that occurs twice means its first occurrence; a time that the clocks
-- skip gives null. Not strict, because Postgres could not inline it then.
create function london_instant(day date, at time) returns timestamptz
language sql immutable parallel safe
return case
  when ((day + at - interval '1 hour') at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at - interval '1 hour') at time zone 'UTC'
  when ((day + at) at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at) at time zone 'UTC'
end;

create function display_time(at time) returns text
language sql immutable parallel safe
return
  ((extract(hour from at)::int + 11) % 12 + 1)::text || ':' || lpad(extract(minute from at)::int::text, 2, '0')
  || case when extract(hour from at) < 12 then ' AM' else ' PM' end;

-- Attempts and requests by the hash of what they are about (an account, an IP address). Unlogged: a crash forgets
-- them, and an attempt costs no disk writes.
create unlogged table attempts (
  key bytea primary key check (length(key) = 32),
  tries integer not null check (tries >= 0),
  next_at timestamptz not null,
  forget_at timestamptz not null
);
create index attempts_forgotten on attempts (forget_at);
