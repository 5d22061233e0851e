-- A share link may end: the last day, in London, on which it opens its itinerary.
alter table itineraries
  add column share_until date,
  add constraint only_a_link_ends check (share_until is null or share_id is not null);
