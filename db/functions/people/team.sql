-- Locks a vineyard's owners, so that owners who change each other's roles wait for each other. Returns whether the caller is
-- an owner; raises CV002 if the caller no longer works there.
create function lock_owners(p_vineyard_id uuid, p_by uuid) returns boolean
language plpgsql volatile
as $$
begin
  perform from winemakers w
  where w.vineyard_id = p_vineyard_id and w.role = 'owner' and w.is_active
  order by w.id
  for no key update;
  perform require_works_at('winemaker', p_by, p_vineyard_id);
  return exists (select from winemakers w where w.id = p_by and w.role = 'owner');
end $$;

-- Deletes an invitation that nobody has accepted, with its link and emails, so that another vineyard can invite the address.
-- Keeps an invitation to p_except_vineyard_id. Concurrent invitations to an address wait here.
create function replace_open_invitation(p_email text, p_except_vineyard_id uuid, p_now timestamptz) returns void
language plpgsql volatile
as $$
declare
  replaced winemakers;
begin
  perform pg_advisory_xact_lock(hashtextextended('invitation ' || lower(p_email), 0));
  -- Locks links before their account, in the same order as accepting an invitation.
  perform from one_time_links l
  where l.winemaker_id = (
    select w.id from winemakers w where lower(w.email) = lower(p_email) and w.password_hash is null and w.removed_at is null
  )
  order by l.token_hash
  for update;
  delete from winemakers w
  where lower(w.email) = lower(p_email) and w.password_hash is null and w.is_active and w.removed_at is null
    and w.vineyard_id is distinct from p_except_vineyard_id
  returning w.* into replaced;
  if found then
    perform erase_emails(account_emails_to(replaced.email), p_now);
    perform note_audit('system', null, 'winemaker', replaced.id, replaced.vineyard_id, to_jsonb(replaced), null, p_now);
  end if;
end $$;

-- Returns how many invitations of a vineyard can be open at the same time.
create function most_open_invitations() returns integer
language sql immutable
return 20;

-- Invites a colleague, who has no password yet, and replaces an open invitation to another vineyard. problem: null,
-- 'not_owner', 'many' (open invitations), or the reason why the address cannot be invited: 'here' (on this team already),
-- 'disabled' (on this team, but disabled by an admin) or 'elsewhere' (an account at another vineyard).
create function invite_colleague(
  p_vineyard_id uuid, p_by uuid, p_name text, p_email text, p_role text, p_now timestamptz
) returns table (problem invitation_problem, id uuid)
language plpgsql volatile
as $$
declare
  invited winemakers;
begin
  if not lock_owners(p_vineyard_id, p_by) then
    return query select 'not_owner'::invitation_problem, null::uuid;
    return;
  end if;
  if (
    select count(*) from winemakers w
    where w.vineyard_id = p_vineyard_id and w.password_hash is null and w.is_active and w.removed_at is null
  ) >= most_open_invitations() then
    return query select 'many'::invitation_problem, null::uuid;
    return;
  end if;
  perform replace_open_invitation(p_email, p_vineyard_id, p_now);
  insert into winemakers as w (vineyard_id, name, email, role, invited_by, created_at)
  values (p_vineyard_id, p_name, p_email, p_role, p_by, p_now)
  on conflict (lower(email)) where removed_at is null do nothing
  returning w.* into invited;
  if not found then
    return query
      select case when w.vineyard_id <> p_vineyard_id then 'elsewhere'::invitation_problem when w.is_active then 'here' else 'disabled' end, null::uuid
      from winemakers w
      where lower(w.email) = lower(p_email) and w.removed_at is null;
    return;
  end if;
  perform note_audit(
    'winemaker', p_by, 'winemaker', invited.id, p_vineyard_id, null, to_jsonb(invited), p_now
  );
  return query select null::invitation_problem, invited.id;
end $$;

-- Changes the role of a colleague. With p_role null, removes the colleague, which ends their sign-ins at once, or deletes an
-- invitation that was not accepted. Returns null, 'not_owner', 'absent', or 'last_owner' (nobody else could run the team).
create function change_colleague(p_id uuid, p_role text, p_vineyard_id uuid, p_by uuid, p_now timestamptz)
returns team_problem
language plpgsql volatile
as $$
declare
  before winemakers;
  after jsonb;
begin
  if not lock_owners(p_vineyard_id, p_by) then
    return 'not_owner';
  end if;
  select w.* into before from winemakers w
  where w.id = p_id and w.vineyard_id = p_vineyard_id and w.removed_at is null
  for update;
  if not found then
    return 'absent';
  end if;
  -- Invited owners do not count, because they may never accept.
  if before.role = 'owner' and p_role is distinct from 'owner' and not exists (
    select from winemakers w
    where w.vineyard_id = p_vineyard_id and w.role = 'owner' and w.is_active and w.id <> p_id
      and (w.id = p_by or w.password_hash is not null)
  ) then
    return 'last_owner';
  end if;
  if p_role is not null then
    after := jsonb_build_object('role', p_role);
  elsif before.password_hash is not null then
    after := jsonb_build_object('is_active', false, 'removed_at', p_now);
  end if;
  -- Writes the entry before the change, because the audit log accepts no entry by an owner who has left.
  perform note_audit('winemaker', p_by, 'winemaker', p_id, p_vineyard_id, to_jsonb(before), to_jsonb(before) || after, p_now);
  if p_role is not null then
    update winemakers w set role = p_role where w.id = p_id;
  elsif before.password_hash is not null then
    delete from known_callers k where k.winemaker_id = p_id;
    update winemakers w set is_active = false, removed_at = p_now where w.id = p_id;
  else
    perform erase_emails(account_emails_to(before.email), p_now);
    delete from winemakers w where w.id = p_id;
  end if;
  return null;
end $$;

-- Returns the ids of the emails to this address that contain a link to an account.
create function account_emails_to(p_email text) returns uuid[]
language sql stable
return array(
  select m.id from emails m
  where lower(m.to_address) = lower(p_email)
    and m.email_type in ('team_invitation', 'invitation', 'claim_approved', 'password_reset')
);

-- Deletes invitations that were not accepted before their last link expired, with the emails to their addresses, and erases
-- deleted invitations from the audit log. Returns how many invitations were deleted.
create function delete_unanswered_invitations(p_now timestamptz) returns integer
language plpgsql volatile
set audit.redacting = 'yes'
as $$
declare
  addresses text[];
begin
  with unanswered as (
    delete from winemakers w
    where w.invited_by is not null and w.password_hash is null and w.removed_at is null
      and not exists (
        select from one_time_links l where l.winemaker_id = w.id and l.used_at is null and l.expires_at > p_now
      )
    returning w.email
  )
  select coalesce(array_agg(email), '{}') into addresses from unanswered;
  perform erase_emails(account_emails_to(address), p_now) from unnest(addresses) as address;
  update audit_personal p set before = null, after = null, subjects = '{}', erased_at = p_now
  from audit_events e
  where e.id = p.event_id and p.erased_at is null and e.noun = 'winemaker'
    and not exists (select from winemakers w where w.id = e.noun_id);
  return cardinality(addresses);
end $$;

-- Erases the names and addresses of colleagues p_months after they were removed. Returns how many colleagues were erased.
create function erase_removed_colleagues(p_months integer, p_now timestamptz) returns integer
language plpgsql volatile
as $$
declare
  person winemakers;
  erased integer := 0;
begin
  for person in
    select w.* from winemakers w
    where w.removed_at + make_interval(months => p_months) <= p_now and w.email not like 'erased-%@erased.invalid'
    for update
  loop
    perform redact_audit(person.email, p_now);
    update winemakers w set name = 'Erased', email = erased_address(), position = null, password_hash = null where w.id = person.id;
    erased := erased + 1;
  end loop;
  return erased;
end $$;
