-- Merges the customer of p_other_id into the customer of p_main_id, whose main contact stays. Locks the vineyard, so that
-- merges and erasures there run one after the other, and no main contact is itself merged into another contact.
create function merge_customers(
  p_main_id uuid, p_other_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
) returns table (problem customer_merge_problem, merge_id uuid)
language plpgsql volatile
as $$
declare
  v_merge_id constant uuid := gen_random_uuid();
  v_vineyard_id uuid;
  main uuid;
  other uuid;
begin
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  select b.vineyard_id into v_vineyard_id from bookings b
  where b.contact_id = p_main_id and (p_vineyard_id is null or b.vineyard_id = p_vineyard_id)
    and exists (select from bookings o where o.contact_id = p_other_id and o.vineyard_id = b.vineyard_id)
  limit 1;
  perform from vineyards where id = v_vineyard_id for no key update;
  main := main_contact(p_main_id);
  other := main_contact(p_other_id);
  if v_vineyard_id is null or not hold_contact(least(main, other)) or not hold_contact(greatest(main, other)) then
    problem := 'absent';
  elsif main = other then
    problem := 'same';
  else
    update customer_merges m set main_id = main, merge_id = v_merge_id, came_with = other where m.main_id = other;
    insert into customer_merges (contact_id, vineyard_id, main_id, merge_id, actor, actor_id, merged_at)
    values (other, v_vineyard_id, main, v_merge_id, p_actor, p_actor_id, p_now);
    perform note_audit(
      p_actor, p_actor_id, 'customer_merge', v_merge_id, v_vineyard_id, null, merge_record(other, main), p_now
    );
    merge_id := v_merge_id;
  end if;
  return next;
end $$;

-- Removes a contact from the customer into which staff merged it. With p_merge_id instead of a contact, undoes a merge that
-- staff may still undo, so that the merged customer is a customer of its own again. Returns null, 'absent' or 'late'.
create function separate_customer(
  p_contact_id uuid, p_merge_id uuid, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
) returns customer_separation_problem
language plpgsql volatile
as $$
declare
  merged customer_merges;
begin
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  -- Reads the merge a second time after locking the vineyard, when no other merge or erasure there is under way.
  for i in 1..2 loop
    select m.* into merged from customer_merges m
    where (m.contact_id = p_contact_id or m.merge_id = p_merge_id and m.came_with is null)
      and (p_vineyard_id is null or m.vineyard_id = p_vineyard_id);
    perform from vineyards where id = merged.vineyard_id for no key update;
  end loop;
  if merged is null then
    return 'absent';
  elsif p_merge_id is not null and merged.merged_at + undo_time() <= p_now then
    return 'late';
  end if;
  delete from customer_merges where contact_id = merged.contact_id;
  update customer_merges set main_id = merged.contact_id, merge_id = gen_random_uuid(), came_with = null
  where merge_id = p_merge_id;
  perform note_audit(
    p_actor, p_actor_id, 'customer_merge', merged.merge_id, merged.vineyard_id,
    merge_record(merged.contact_id, merged.main_id), '{}', p_now
  );
  return null;
end $$;

-- Returns the contacts of a merge for the audit log, which keeps them until they are erased.
create function merge_record(p_contact_id uuid, p_main_id uuid) returns jsonb
language sql stable
return jsonb_build_object(
  'contact', (select contact_text(guest_email, guest_phone) from bookings where contact_id = p_contact_id limit 1),
  'main_contact', (select contact_text(guest_email, guest_phone) from bookings where contact_id = p_main_id limit 1)
);

-- Removes a contact without bookings from its customer. If the guest corrected the contact, p_successor replaces the
-- contact and keeps the contacts that were merged with it. Returns the contact that gets the vineyard's notes, tags
-- and requests, or null.
create function replace_contact(p_contact_id uuid, p_successor uuid) returns uuid
language plpgsql volatile
as $$
declare
  main constant uuid := main_contact(p_contact_id);
  heir constant uuid := coalesce(p_successor, (
    select c.id from unnest(contacts_of_customer(p_contact_id)) as c (id)
    where c.id <> p_contact_id and exists (select from bookings b where b.contact_id = c.id and b.erased_at is null)
    order by c.id <> main, c.id limit 1
  ));
  new_main constant uuid := case
    when main <> p_contact_id then main
    when main_contact(heir) = p_contact_id then heir
    else main_contact(heir)
  end;
  members constant uuid[] := contacts_of_customer(p_contact_id) || contacts_of_customer(p_successor);
  merged customer_merges;
begin
  select m.* into merged from customer_merges m
  where p_contact_id in (m.contact_id, m.main_id)
  order by m.contact_id <> p_contact_id, m.contact_id limit 1;
  if not found then
    return heir;
  end if;
  delete from customer_merges where contact_id in (p_contact_id, heir, new_main) or heir is null and main_id = p_contact_id;
  if heir is not null then
    insert into customer_merges (contact_id, vineyard_id, main_id, merge_id, actor, actor_id, merged_at)
    select c.id, merged.vineyard_id, new_main, gen_random_uuid(), merged.actor, merged.actor_id, merged.merged_at
    from (select distinct unnest(members) as id) c
    where c.id not in (p_contact_id, new_main)
    on conflict (contact_id) do update set main_id = excluded.main_id;
  end if;
  return heir;
end $$;
