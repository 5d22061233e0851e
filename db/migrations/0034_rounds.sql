-- What the worker looks for on its rounds, and whom it writes to.

create index bookings_under_way on bookings (ends_at) where status in ('pending', 'confirmed');
create index bookings_visited on bookings (ends_at) where status = 'completed';

-- Who reads a vineyard's mail: its staff, or the address on its page where it has none. Nobody reads a made-up estate's.
create function vineyard_mailboxes(p_vineyard_id uuid) returns table (address text, state text)
language sql stable
begin atomic
  select w.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v join winemakers w on w.vineyard_id = v.id and w.is_active
  where v.id = p_vineyard_id
  union
  select v.email, case when v.is_demo then 'kept' else 'waiting' end
  from vineyards v
  where v.id = p_vineyard_id and v.email is not null
    and not exists (select from winemakers w where w.vineyard_id = v.id and w.is_active);
end;

-- The people who run the marketplace.
create function admin_mailboxes() returns table (address text, state text)
language sql stable
begin atomic
  select a.email, case when a.is_demo then 'kept' else 'waiting' end from admins a where a.is_active;
end;
