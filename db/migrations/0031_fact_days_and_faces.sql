-- The days on which the vineyard stated the facts in columns of an experience, by column. A fact stated before this migration has
-- no day.
alter table experiences add column facts_stated_on jsonb not null default '{}'
  constraint days_of_facts_are_by_column check (jsonb_typeof(facts_stated_on) = 'object');

alter table pictures
  -- Opens the photograph of a host who is not shown to visitors. Only staff are told it.
  add column viewing_key uuid not null default gen_random_uuid(),
  -- The addresses of hosts' photographs begin with host-, which the rule of the last release does not know.
  drop constraint pictures_address_check;
