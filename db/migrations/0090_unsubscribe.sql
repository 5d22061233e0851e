-- Unsubscribing by a link (RFC 8058). A recipient's link follows from the kind of email, the address and a key of this
-- database, so no address is stored for it. Staff have `unwanted_mails` already; all others have a row here.

create table unsubscribe_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
insert into unsubscribe_key default values;

create table unsubscribes (
  id bytea primary key check (length(id) = 16),
  unsubscribed_at timestamptz not null
);

create function unsubscribe_id(p_email_type text, p_address text) returns bytea
language sql stable
return (
  select substr(sha256(k.key || convert_to(format('id %s %s', p_email_type, lower(p_address)), 'UTF8')), 1, 16)
  from unsubscribe_key k
);

create function unsubscribe_signature(p_email_type text, p_id bytea) returns bytea
language sql stable
return (
  select substr(sha256(k.key || convert_to(format('signature %s ', p_email_type), 'UTF8') || p_id), 1, 16)
  from unsubscribe_key k
);

-- What stands in the link: base64url of the id and its signature, 43 characters.
create function unsubscribe_token(p_email_type text, p_address text) returns text
language sql stable
return (
  select translate(rtrim(encode(id || unsubscribe_signature(p_email_type, id), 'base64'), '='), '+/', '-_')
  from unsubscribe_id(p_email_type, p_address) as id
);

create function is_unsubscribed(p_email_type text, p_address text) returns boolean
language sql stable
return exists (select from unsubscribes where id = unsubscribe_id(p_email_type, p_address));

-- What a link is about, of these kinds of email; no row where the link is not ours.
create function find_unsubscribe(p_token text, p_email_types text[])
returns table (id bytea, email_type text, is_unsubscribed boolean)
language sql stable
begin atomic
  select t.id, k.email_type,
    exists (select from unsubscribes u where u.id = t.id)
      or exists (
        select from winemakers w
        where w.is_active and k.email_type = any (w.unwanted_mails) and unsubscribe_id(k.email_type, w.email) = t.id
      )
  from (
    select substr(bytes, 1, 16) as id, substr(bytes, 17) as signature
    from decode(translate(p_token, '-_', '+/') || '=', 'base64') as bytes
  ) as t, unnest(p_email_types) as k (email_type)
  where t.signature = unsubscribe_signature(k.email_type, t.id);
end;

-- Unsubscribes by a link, or takes that back. Says whether the link is ours.
create function set_unsubscribed(p_token text, p_email_types text[], p_is_unsubscribed boolean, p_now timestamptz)
returns boolean
language plpgsql volatile
as $$
declare
  link record;
begin
  select l.* into link from find_unsubscribe(p_token, p_email_types) l;
  if not found then
    return false;
  end if;
  update winemakers w set unwanted_mails = case
    when p_is_unsubscribed then array_append(array_remove(w.unwanted_mails, link.email_type), link.email_type)
    else array_remove(w.unwanted_mails, link.email_type)
  end
  where link.email_type like 'vineyard\_%' and w.is_active and unsubscribe_id(link.email_type, w.email) = link.id;
  if not found and p_is_unsubscribed then
    insert into unsubscribes (id, unsubscribed_at) values (link.id, p_now) on conflict do nothing;
  elsif not p_is_unsubscribed then
    delete from unsubscribes u where u.id = link.id;
  end if;
  return true;
end $$;

-- As before; the address on a vineyard's page may have unsubscribed.
create or replace function vineyard_mailboxes(p_vineyard_id uuid, p_email_type text) returns table (address text, state text)
language sql stable
begin atomic
  select w.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v join winemakers w on w.vineyard_id = v.id and w.is_active
  where v.id = p_vineyard_id and p_email_type <> all (w.unwanted_mails)
  union
  select v.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v
  where v.id = p_vineyard_id and v.email is not null and not is_unsubscribed(p_email_type, v.email)
    and not exists (select from winemakers w where w.vineyard_id = v.id and w.is_active);
end;
