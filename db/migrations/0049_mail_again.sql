-- When a mail is tried next the queue knows; the row need not. What is forgotten of a mail stays as it was.
create or replace function erase_emails(p_ids uuid[], p_now timestamptz) returns integer
language sql volatile
as $$
  with emptied as (
    update emails set
      to_address = 'erased@erased.invalid', payload = '{}', last_error = null, once_key = null,
      claim = null, claimed_at = null, state = case when state in ('sent', 'dead') then state else 'kept' end,
      erased_at = p_now
    where id = any (p_ids) and event_id is not null and erased_at is null
    returning id
  ),
  removed as (
    delete from emails where id = any (p_ids) and event_id is null returning id
  )
  select (select count(*) from emptied)::int + (select count(*) from removed)::int
$$;
alter table emails drop column next_try_at;

create index emails_newest on emails (created_at desc, id);
create index emails_to on emails (lower(to_address) text_pattern_ops);

-- Has a mail that came to nothing, or was only kept, sent after all. problem: 'absent', 'under_way' (it waits, is sent or is
-- tried again by itself), 'late' (nobody can use it any more).
create function send_again(p_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz) returns text
language plpgsql volatile
as $$
declare
  m emails;
begin
  select e.* into m from emails e where e.id = p_id and e.erased_at is null for update;
  if not found then
    return 'absent';
  elsif m.state not in ('dead', 'kept') then
    return 'under_way';
  elsif m.deliver_by <= p_now then
    return 'late';
  end if;
  update emails e set state = 'waiting', queued_at = null, unanswered = 0, attempts = 0, last_error = null where e.id = p_id;
  perform note_audit(
    p_actor, p_actor_id, 'email', p_id, null, jsonb_build_object('state', m.state), jsonb_build_object('state', 'waiting'), p_now
  );
  return null;
end $$;
