-- What friends say to a shared itinerary: whether they come, what they need, and which of two plans they prefer. An answer is
-- changed by the key that its browser holds; there is no account and no address.
create table itinerary_answers (
  id uuid primary key default gen_random_uuid(),
  itinerary_id uuid not null references itineraries on delete cascade,
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- Both are null if the friend has only voted.
  name one_line,
  is_coming boolean,
  -- Diet and access, for the maker alone.
  needs prose not null default '',
  vote text check (vote in ('this', 'other')),
  created_at timestamptz not null,
  answered_at timestamptz not null,
  constraint answers_are_named check ((name is null) = (is_coming is null)),
  constraint answers_say_something check (num_nonnulls(is_coming, vote) > 0),
  constraint needs_belong_to_an_answer check (needs = '' or is_coming is not null)
);
create index answers_of_itinerary on itinerary_answers (itinerary_id, created_at, id);
create index answers_by_time on itinerary_answers (answered_at);

-- The plan between which and this one friends choose.
alter table itineraries add column other_plan_id uuid references itineraries on delete set null;
create index itineraries_with_other_plan on itineraries (other_plan_id) where other_plan_id is not null;
