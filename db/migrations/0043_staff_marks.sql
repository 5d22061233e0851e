-- What a vineyard's staff keep beside a booking: whether the party came, and a note that no guest sees.
alter table bookings
  add column attendance text check (attendance in ('arrived', 'no_show')),
  add column staff_notes prose not null default '',
  add constraint erased_has_no_notes check (erased_at is null or staff_notes = '');

-- Forgetting a guest takes the note along, whoever does it.
create function forget_staff_notes() returns trigger
language plpgsql as $$
begin
  new.staff_notes := '';
  return new;
end $$;
create trigger bookings_notes_forgotten before update of erased_at on bookings
  for each row when (new.erased_at is not null) execute function forget_staff_notes();

-- As before; the note about a guest says something about a person too.
create or replace function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'booking' then array['guest_name', 'guest_email', 'guest_phone', 'special_requests', 'customer_notes', 'staff_notes']
  when 'contact_message' then array['name', 'email', 'subject', 'message']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message']
  when 'customer_note' then array['email', 'note']
  when 'user' then array['email']
  else '{}'
end;
