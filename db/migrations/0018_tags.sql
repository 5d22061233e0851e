-- Tags mark what staff must not miss about a party: a few known ones, and staff's own words. 'allergy' and 'access' are data
-- about health, so they are deleted 30 days after the visit.
alter table bookings
  add column tags text[] not null default '{}',
  add constraint tags_are_words check (
    cardinality(tags) <= 8 and array_position(tags, null) is null and '' <> all (tags)
    and length(array_to_string(tags, '')) <= 8 * 40
  );
create index bookings_with_health_tags on bookings (booking_date) where tags && '{allergy,access}';

-- Tags of a customer. They last as long as a booking at the vineyard has the email address. Those about health are stored only
-- if the guest agreed; actor, actor_id and created_at say who recorded it, and when.
create table customer_tags (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards,
  email email_address not null check (email = lower(email)),
  tag text not null check (length(tag) between 1 and 40),
  agreed boolean not null,
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  created_at timestamptz not null,
  constraint tag_is_new unique (vineyard_id, email, tag),
  constraint guest_agreed check (agreed or tag not in ('allergy', 'access'))
);
create index customer_tags_of on customer_tags (customer_id(vineyard_id, email));
create trigger customer_tags_of_somebody before insert on customer_tags
  for each row execute function hold_customer();

create index audit_personal_tags on audit_personal (event_id) where field in ('tag', 'tags') and erased_at is null;
