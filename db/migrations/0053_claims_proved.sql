-- A claim waits until whoever made it has shown, by a link, that its address is theirs; then it is looked at.
alter table vineyard_claims
  drop constraint vineyard_claims_state_check,
  add constraint vineyard_claims_state_check check (state in ('unproven', 'new', 'approved', 'refused'));

alter table one_time_links
  add column claim_id uuid references vineyard_claims on delete cascade,
  drop constraint one_time_links_purpose_check,
  add constraint one_time_links_purpose_check check (purpose in ('visitor', 'winemaker', 'admin', 'claim')),
  drop constraint opens_one_thing,
  add constraint opens_one_thing check (
    (purpose = 'visitor') = (email is not null)
    and (purpose = 'winemaker') = (winemaker_id is not null)
    and (purpose = 'admin') = (admin_id is not null)
    and (purpose = 'claim') = (claim_id is not null)
  );
create index links_of_claim on one_time_links (claim_id) where claim_id is not null;

-- Takes the link of a claim: from now on it is looked at, and those who do are told. Once, whoever presses twice.
create function prove_claim(p_token_hash bytea, p_now timestamptz)
returns table (vineyard_id uuid, vineyard_name text)
language plpgsql as $$
declare
  proved uuid;
  claim vineyard_claims;
  vineyard vineyards;
begin
  update one_time_links l set used_at = p_now
  where l.token_hash = p_token_hash and l.used_at is null and l.expires_at > p_now and l.purpose = 'claim'
  returning l.claim_id into proved;
  update vineyard_claims c set state = 'new' where c.id = proved and c.state = 'unproven'
  returning c.* into claim;
  if not found then return; end if;

  select v.* into vineyard from vineyards v where v.id = claim.vineyard_id;
  insert into emails (email_type, to_address, payload, state, created_at)
  select 'claim_received', m.address,
    jsonb_build_object(
      'name', claim.name, 'email', claim.email, 'role', claim.role, 'message', claim.message,
      'vineyard_name', vineyard.name
    ),
    m.state, p_now
  from admin_mailboxes('claim_received') m;
  return query select vineyard.id, vineyard.name::text;
end $$;

-- As before; and claims that nobody showed to be theirs while their link was good.
create or replace function forget_keys(p_now timestamptz) returns integer
language sql volatile
as $$
  with winemaker as (
    delete from winemaker_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '30 days' returning 1
  ), admin as (
    delete from admin_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '14 days' returning 1
  ), visitor as (
    delete from user_sessions
    where ended_at <= p_now or last_used_at <= p_now - interval '90 days' returning 1
  ), link as (
    delete from one_time_links where used_at <= p_now or expires_at <= p_now returning 1
  ), claim as (
    delete from vineyard_claims c
    where c.state = 'unproven'
      and not exists (select from one_time_links l where l.claim_id = c.id and l.expires_at > p_now)
    returning 1
  ), tried as (
    delete from attempts where forget_at <= p_now returning 1
  )
  select sum(gone)::int
  from (
    select count(*) from winemaker union all select count(*) from admin union all select count(*) from visitor
    union all select count(*) from link union all select count(*) from claim union all select count(*) from tried
  ) as each (gone)
$$;

-- What was answered to a message, by whom and when.
alter table contact_messages
  add column answer prose,
  add column answered_by uuid references admins on delete set null,
  add column answered_at timestamptz;

-- As before; what was answered speaks of whoever asked.
create or replace function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'booking' then array['guest_name', 'guest_email', 'guest_phone', 'special_requests', 'customer_notes', 'staff_notes']
  when 'contact_message' then array['name', 'email', 'subject', 'message', 'answer']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message', 'refusal']
  when 'customer_note' then array['email', 'note']
  when 'erasure_request' then array['email', 'reason', 'refusal']
  when 'user' then array['email']
  else '{}'
end;
