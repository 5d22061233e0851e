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

-- Attempts and requests by the hash of what they are about (an account, an IP address). Unlogged: a crash forgets
-- them, and an attempt costs no disk writes.
create unlogged table attempts (
  key bytea primary key check (length(key) = 32),
  tries integer not null check (tries >= 0),
  next_at timestamptz not null,
  forget_at timestamptz not null
);
create index attempts_forgotten on attempts (forget_at);

-- Raised after each change by staff, so that all processes drop their pages.
create table page_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
) with (fillfactor = 50);
insert into page_version default values;
