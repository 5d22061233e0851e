-- A winemaker acts for the vineyard they work at, and for no other from the moment on in which their move is answered. Who
-- calls is looked up when a call comes in; until its act stands, an admin may have moved or disabled them. So every act of
-- a winemaker holds their row until it is done: either a move waits for it, or it comes to nothing.

-- True where nobody else says otherwise. Raises CV002 where the winemaker works elsewhere by now, or may act no more.
-- p_vineyard_id null: wherever they work.
create function works_at(p_actor text, p_actor_id uuid, p_vineyard_id uuid) returns boolean
language plpgsql volatile
as $$
declare
  still boolean;
begin
  if p_actor <> 'winemaker' then
    return true;
  end if;
  -- Share, as a move is no change of the key.
  select w.is_active and w.vineyard_id = coalesce(p_vineyard_id, w.vineyard_id) into still
  from winemakers w where w.id = p_actor_id
  for share;
  if still is distinct from true then
    raise exception 'winemaker % works there no more', p_actor_id using errcode = 'CV002';
  end if;
  return true;
end $$;

-- Whatever leaves an entry is held by its entry. What leaves none asks `works_at` itself.
create function hold_winemaker() returns trigger
language plpgsql as $$
begin
  perform works_at(new.actor, new.actor_id, new.vineyard_id);
  return null;
end $$;
create trigger audit_by_winemaker after insert on audit_events
  for each row when (new.actor = 'winemaker') execute function hold_winemaker();

create function hold_winemaker_of_booking() returns trigger
language plpgsql as $$
begin
  perform works_at(new.actor, new.actor_id, (select b.vineyard_id from bookings b where b.id = new.booking_id));
  return null;
end $$;
create trigger act_by_winemaker after insert on booking_events
  for each row when (new.actor = 'winemaker') execute function hold_winemaker_of_booking();
