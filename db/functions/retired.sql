-- Triggers of tables that a later migration drops: only the migrations before it name these functions.
create or replace function note_changed_plan() returns trigger
language plpgsql as $$
begin
  return null;
end $$;

create or replace function note_changed_days() returns trigger
language plpgsql as $$
begin
  return null;
end $$;

create or replace function note_webhook_counters() returns trigger
language plpgsql as $$
begin
  return null;
end $$;
