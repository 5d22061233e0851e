-- Who decided on a claim, when, and why it was refused.
alter table vineyard_claims
  add column decided_by uuid references admins on delete set null,
  add column decided_at timestamptz,
  add column refusal prose;

-- As before; why a claim was refused says something about who made it.
create or replace function personal_fields(p_noun text) returns text[]
language sql immutable
return case p_noun
  when 'vineyard' then array['phone', 'email']
  when 'winemaker' then array['name', 'email', 'position']
  when 'admin' then array['name', 'email']
  when 'booking' then array['guest_name', 'guest_email', 'guest_phone', 'special_requests', 'customer_notes', 'staff_notes']
  when 'contact_message' then array['name', 'email', 'subject', 'message']
  when 'vineyard_claim' then array['name', 'email', 'role', 'message', 'refusal']
  when 'customer_note' then array['email', 'note']
  when 'user' then array['email']
  else '{}'
end;
