-- The day of the plan about which a friend said whether they come. If the plan moves to another day, the friend is asked again.
alter table itinerary_answers add column visit_date date;
update itinerary_answers a set visit_date = i.visit_date from itineraries i where i.id = a.itinerary_id;
