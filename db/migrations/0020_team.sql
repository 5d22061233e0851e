-- The role of a vineyard's colleague. Everybody who has an account today is an owner.
alter table winemakers
  add column role text not null default 'owner' check (role in ('owner', 'manager', 'gate')),
  -- The owner who invited them; null if an admin did, or approved their claim. Until they set a password they are only
  -- invited: nothing about guests is emailed to an address that nobody has verified.
  add column invited_by uuid references winemakers,
  -- The row of a removed colleague stays, because the history names them.
  add column removed_at timestamptz,
  add constraint removed_is_inactive check (removed_at is null or not is_active);

-- Another vineyard may invite the address of a removed colleague.
drop index winemakers_by_email;
create unique index winemakers_by_email on winemakers (lower(email)) where removed_at is null;

drop function if exists find_actor;
