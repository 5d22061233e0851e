-- A customer is a mail address, whatever its capitals, within one vineyard. The id is made from both, so that no address
-- stands in a link; as uuids go it is one of the eighth kind.
create function customer_id(p_vineyard_id uuid, p_email text) returns uuid
language sql immutable strict parallel safe
return overlay(
  overlay(md5(concat_ws(' ', p_vineyard_id, lower(p_email))) placing '8' from 13 for 1) placing 'a' from 17 for 1
)::uuid;
