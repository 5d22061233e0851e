-- A guest who mistyped the address puts it right by the booking's link.
alter table booking_events
  drop constraint booking_events_kind_check,
  add constraint booking_events_kind_check
    check (kind in ('created', 'status', 'moved', 'overbooked', 'marked', 'readdressed'));

-- Gives a booking's guest another address: what was still to be sent goes there, what was sent or given up is written
-- once more, and the earlier address gets nothing further. Only so often for one booking, or the link would mail anybody.
-- problem null: done. 'absent', 'final' (cancelled, completed or forgotten), 'same', 'often'.
create function correct_guest_email(p_booking_id uuid, p_email text, p_most integer, p_now timestamptz)
returns table (problem text)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  before bookings;
  corrected integer;
  kind constant jsonb := '{"pending": "received", "confirmed": "confirmed"}';
  letter text;
begin
  select b.* into before from bookings b where b.id = p_booking_id for update;
  if not found then
    return query select 'absent';
    return;
  end if;
  -- Whoever was forgotten is not remembered by a mistyped address.
  if before.status not in ('pending', 'confirmed') or before.erased_at is not null then
    return query select 'final';
    return;
  end if;
  if lower(before.guest_email) = lower(p_email) then
    return query select 'same';
    return;
  end if;
  select count(*) into corrected from booking_events e where e.booking_id = p_booking_id and e.kind = 'readdressed';
  if corrected >= p_most then
    return query select 'often';
    return;
  end if;

  update bookings b set guest_email = p_email where b.id = p_booking_id;
  insert into booking_events (booking_id, kind, actor, changes, happened_at)
  values (p_booking_id, 'readdressed', 'guest', '{}', p_now);

  -- An attempt under way loses its claim, and sends nothing unless the whole of it has gone already.
  letter := kind ->> before.status;
  with redirected as (
    update emails m set
      to_address = case when m.unanswered = 0 then p_email else m.to_address end,
      payload = m.payload || jsonb_build_object('guestEmail', p_email),
      state = case when m.unanswered > 0 then 'dead' when m.state = 'sending' then 'failed' else m.state end,
      last_error = case when m.unanswered > 0 then 'The address was corrected.' else m.last_error end,
      claim = null, claimed_at = null
    where m.booking_id = p_booking_id and m.to_address = before.guest_email and m.state in ('waiting', 'sending', 'failed')
    returning m.email_type, m.state
  )
  insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
  select p_booking_id, format('readdressed %s %s', p_booking_id, corrected + 1), letter, p_email,
    email_payload(p_booking_id, letter), p_now
  where not exists (select from redirected r where r.email_type = letter and r.state <> 'dead');
  return query select null::text;
end $$;
