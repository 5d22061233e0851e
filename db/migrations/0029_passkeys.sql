-- Lists of the bookings made with an email address. An emailed link opens a list once; then the browser that opened the list
-- holds its token in a cookie, which opens nothing else.
create table booking_lists (
  link_hash bytea primary key check (length(link_hash) = 32),
  email email_address not null,
  -- Null until the list is opened.
  token_hash bytea unique check (length(token_hash) = 32),
  -- The end of the link, and of the list once it is opened.
  expires_at timestamptz not null
);
create index booking_lists_by_email on booking_lists (lower(email));

-- Passkeys of visitors. A passkey signs its visitor in without an emailed link.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 4096),
  -- How often the device has signed with the passkey. Passkeys of several devices leave it at 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  -- The browser that added the passkey, so that its owner recognises it.
  name one_line,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Random values that a device signs, so that nobody can send an earlier signature again. Each works once.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- The visitor who adds a passkey; null for a sign-in. A visitor adds one passkey at a time.
  user_id uuid unique references users on delete cascade,
  expires_at timestamptz not null
);

-- When the visitor answered the question about passkeys, which is asked once.
alter table users add column asked_about_passkeys_at timestamptz;
