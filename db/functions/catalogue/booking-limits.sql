-- The limits within which an experience can be booked, as its staff set them.

-- Returns the last day that visitors can book.
create function last_bookable_day(e experiences, p_now timestamptz) returns date
language sql stable
return london_today(p_now) + e.booking_horizon_days;

-- Returns the size of the largest party that an experience allows: 10 guests unless the experience sets another limit.
create function largest_party(e experiences) returns integer
language sql immutable
return coalesce(e.max_group_size, 10);

-- Returns whether an experience allows a party of this size.
create function is_party_size(e experiences, p_guests integer) returns boolean
language sql immutable
return p_guests between e.min_group_size and largest_party(e);

-- Returns whether staff may book a party of this size: within the limits of the experience or, with p_beyond, outside them.
create function is_staff_party_size(e experiences, p_guests integer, p_beyond boolean) returns boolean
language sql immutable
return is_party_size(e, p_guests) or coalesce(p_beyond, false) and p_guests between 1 and 200;
