-- A spoken name for a booking that no other has: no letters or figures that look or sound alike.
create function new_reference() returns text
language plpgsql volatile
as $$
declare
  drawn text;
begin
  loop
    select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + floor(random() * 31)::int, 1), '') into drawn
    from generate_series(1, 6);
    drawn := 'CV-' || substr(drawn, 1, 4) || '-' || substr(drawn, 5, 2);
    if not exists (select from bookings where reference = drawn) then
      return drawn;
    end if;
  end loop;
end $$;

-- The payload the specification names for a booking's mails, as things stood when it was caused.
create function email_payload(p_booking_id uuid, p_email_type text) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'bookingId', b.id,
    'guestName', b.guest_name,
    'guestEmail', b.guest_email,
    'experienceTitle', e.title,
    'vineyardName', v.name,
    'bookingDate', to_char(b.booking_date, 'FMDay, FMMonth FMDD, YYYY'),
    'bookingTime', b.booking_time,
    'numGuests', b.number_of_guests,
    'totalPrice', b.total_price,
    'vineyardAddress', v.address,
    'vineyardCity', v.city,
    'vineyardRegion', v.region,
    'vineyardPostcode', v.postcode,
    'emailType', p_email_type
  )
  from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
  where b.id = p_booking_id
$$;

-- Writes what happened and, where a mail belongs to it, the mail.
create function note_booking_event(
  p_booking_id uuid, p_kind text, p_actor text, p_actor_id uuid, p_changes jsonb, p_email_type text, p_now timestamptz
) returns void
language sql volatile
as $$
  with event as (
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    values (p_booking_id, p_kind, p_actor, p_actor_id, p_changes, p_now)
    returning id
  )
  insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
  select p_booking_id, event.id, p_email_type, b.guest_email, email_payload(p_booking_id, p_email_type), p_now
  from event, bookings b
  where b.id = p_booking_id and p_email_type is not null
$$;
