-- Functions of one expression that Postgres can put in the place where they are called, instead of running each as a query
-- of its own for every row that is checked, derived or offered. A strict function whose expression is not strict itself
-- cannot be: so they are not declared strict any more. What they give, for null too, is what they gave.

create or replace function london_instant(day date, at time) returns timestamptz
language sql immutable parallel safe
return case
  when ((day + at - interval '1 hour') at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at - interval '1 hour') at time zone 'UTC'
  when ((day + at) at time zone 'UTC') at time zone 'Europe/London' = day + at
    then (day + at) at time zone 'UTC'
end;

create or replace function display_time(at time) returns text
language sql immutable parallel safe
return
  ((extract(hour from at)::int + 11) % 12 + 1)::text || ':' || lpad(extract(minute from at)::int::text, 2, '0')
  || case when extract(hour from at) < 12 then ' AM' else ' PM' end;

create or replace function customer_id(p_vineyard_id uuid, p_email text) returns uuid
language sql immutable parallel safe
return overlay(
  overlay(md5(p_vineyard_id::text || ' ' || lower(p_email)) placing '8' from 13 for 1) placing 'a' from 17 for 1
)::uuid;

-- A spoken reference that no booking has: six letters and figures without look-alikes are drawn without a query.
create or replace function new_reference() returns text
language plpgsql volatile
as $$
declare
  signs constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  drawn text;
begin
  loop
    drawn := 'CV-'
      || substr(signs, 1 + floor(random() * 31)::int, 1) || substr(signs, 1 + floor(random() * 31)::int, 1)
      || substr(signs, 1 + floor(random() * 31)::int, 1) || substr(signs, 1 + floor(random() * 31)::int, 1)
      || '-' || substr(signs, 1 + floor(random() * 31)::int, 1) || substr(signs, 1 + floor(random() * 31)::int, 1);
    if not exists (select from bookings where reference = drawn) then
      return drawn;
    end if;
  end loop;
end $$;
