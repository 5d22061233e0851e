-- What staff changed, apart from bookings: who, when, before and after. Append-only, and kept when the vineyard goes.
create table audit_events (
  id bigint generated always as identity primary key,
  actor text not null check (actor in ('winemaker', 'admin', 'system')),
  actor_id uuid,
  noun text not null,
  noun_id uuid not null,
  vineyard_id uuid,
  before jsonb,
  after jsonb,
  happened_at timestamptz not null
);
create index audit_of_noun on audit_events (noun, noun_id, id);
create index audit_newest on audit_events (happened_at, id);
create index audit_of_nouns on audit_events (noun, happened_at, id);
create index audit_at on audit_events (vineyard_id, happened_at, id);
create index audit_by on audit_events (actor_id, happened_at, id);
create trigger audit_events_stand before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_stay before truncate on audit_events
  for each statement execute function refuse_change();
create trigger audit_by_winemaker after insert on audit_events
  for each row when (new.actor = 'winemaker') execute function hold_winemaker();

-- The personal values of an audit event. They can be erased; the event stays and still names the fields.
create table audit_personal (
  event_id bigint not null references audit_events,
  field text not null,
  before jsonb,
  after jsonb,
  -- The email addresses, in lower case, of the person before and after the change.
  subjects text[] not null,
  erased_at timestamptz,
  primary key (event_id, field),
  constraint erased_is_empty check (erased_at is null or num_nonnulls(before, after) = 0 and subjects = '{}')
);
create index audit_personal_of on audit_personal using gin (subjects);
create trigger audit_personal_stands before update or delete on audit_personal
  for each row execute function guard_audit_personal();
create trigger audit_personal_stays before truncate on audit_personal
  for each statement execute function refuse_change();

-- The booking events that staff caused, with their vineyard: the audit log reads them in order by index.
create table staff_acts (
  event_id bigint primary key references booking_events,
  vineyard_id uuid not null,
  actor_id uuid,
  happened_at timestamptz not null
);
create index staff_acts_newest on staff_acts (happened_at, event_id);
create index staff_acts_at on staff_acts (vineyard_id, happened_at, event_id);
create index staff_acts_by on staff_acts (actor_id, happened_at, event_id);
