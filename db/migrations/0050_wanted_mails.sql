-- Which of the site's own mails somebody who works with it does without. What is about their account always comes.
alter table winemakers add column unwanted_mails text[] not null default '{}' check (
  unwanted_mails <@ array[
    'vineyard_booked', 'vineyard_cancelled', 'vineyard_moved', 'vineyard_daily_sheet', 'vineyard_waiting'
  ]
);
alter table admins add column unwanted_mails text[] not null default '{}' check (
  unwanted_mails <@ array['contact_message', 'claim_received']
);

-- Who reads a vineyard's mail of a kind: those of its staff who want it, or the address on its page where it has no staff.
drop function vineyard_mailboxes(uuid);
create function vineyard_mailboxes(p_vineyard_id uuid, p_email_type text) returns table (address text, state text)
language sql stable
begin atomic
  select w.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v join winemakers w on w.vineyard_id = v.id and w.is_active
  where v.id = p_vineyard_id and p_email_type <> all (w.unwanted_mails)
  union
  select v.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v
  where v.id = p_vineyard_id and v.email is not null
    and not exists (select from winemakers w where w.vineyard_id = v.id and w.is_active);
end;

drop function admin_mailboxes();
create function admin_mailboxes(p_email_type text) returns table (address text, state text)
language sql stable
begin atomic
  select a.email, case when a.is_demo then 'kept' else 'waiting' end
  from admins a where a.is_active and p_email_type <> all (a.unwanted_mails);
end;
