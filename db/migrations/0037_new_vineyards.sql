-- A claim of a vineyard that is not listed has no vineyard until an admin adds the vineyard from these columns. A check that
-- each claim has a vineyard or a name waits for the next release: the last release knows only claims with a vineyard.
alter table vineyard_claims
  alter vineyard_id drop not null,
  add vineyard_name one_line,
  add vineyard_location one_line,
  add vineyard_website web_address;
