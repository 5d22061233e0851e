-- What guests write after their visit: one review for each booking. The guest's name and the month come from the booking.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references bookings,
  vineyard_id uuid not null references vineyards,
  stars integer not null check (stars between 1 and 5),
  words prose not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  answer prose not null default '',
  answered_at timestamptz,
  -- The number of the written rule by which an admin hid the review.
  hidden_by_rule integer check (hidden_by_rule between 1 and 20),
  erased_at timestamptz,
  constraint review_has_words check ((words = '') = (erased_at is not null)),
  constraint answer_has_time check ((answer = '') = (answered_at is null)),
  constraint erased_review_is_empty check (erased_at is null or answer = '')
);
create index reviews_of_vineyard on reviews (vineyard_id, created_at desc, id) where erased_at is null;
create index reviews_by_time on reviews (created_at desc, id) where erased_at is null;

-- Photographs of a visit. Visitors see a picture once an admin has seen it.
create table review_pictures (
  id uuid primary key,
  review_id uuid not null references reviews,
  address text not null unique check (address ~ '^/media/review-[0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}\.webp$'),
  bytes integer not null check (bytes >= 0),
  created_at timestamptz not null,
  shown_at timestamptz,
  -- The files are deleted a day later.
  removed_at timestamptz
);
create index pictures_of_review on review_pictures (review_id);
create index review_pictures_to_see on review_pictures (created_at) where shown_at is null and removed_at is null;

-- How often visitors reported a review by each rule. Nothing is stored about who reported it.
create table review_reports (
  review_id uuid not null references reviews,
  rule integer not null check (rule between 1 and 20),
  times integer not null default 1 check (times > 0),
  reported_at timestamptz not null,
  primary key (review_id, rule)
);

-- The number of shown reviews of a vineyard and the sum of their stars. Not in the vineyard's row, because a review would
-- change the version that staff edit.
create table vineyard_ratings (
  vineyard_id uuid primary key references vineyards on delete cascade,
  reviews integer not null default 0,
  stars integer not null default 0,
  constraint ratings_add_up check (stars between reviews and 5 * reviews)
);

create trigger reviews_counted after insert or update on reviews
  for each row execute function count_review();
