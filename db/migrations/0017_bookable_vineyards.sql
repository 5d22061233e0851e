-- The search index knows which vineyards have slots, so closures and legacy slots are noted there, and pages follow.
do $$
declare
  change text;
  suffix text;
begin
  foreach change in array array['insert new', 'delete old', 'update new', 'update old'] loop
    suffix := replace(change, ' ', '_');
    execute format('drop trigger %I on availability_exceptions', 'availability_exceptions_on_pages_' || suffix);
    execute format(
      'create trigger %I after %s on availability_exceptions referencing %s table as changed '
        'for each statement execute function note_changed_exceptions()',
      'exceptions_noted_on_' || suffix, split_part(change, ' ', 1), split_part(change, ' ', 2)
    );
    execute format('alter table availability_exceptions enable always trigger %I', 'exceptions_noted_on_' || suffix);
  end loop;
end $$;

drop trigger availability_exceptions_on_pages_truncate on availability_exceptions;
create trigger exceptions_noted_on_truncate after truncate on availability_exceptions
  for each statement execute function note_catalogue_emptied();
alter table availability_exceptions enable always trigger exceptions_noted_on_truncate;

create trigger slots_noted_on_insert after insert on availability referencing new table as changed
  for each statement execute function note_changed_slots();
alter table availability enable always trigger slots_noted_on_insert;
create trigger slots_noted_on_delete after delete on availability referencing old table as changed
  for each statement execute function note_changed_slots();
alter table availability enable always trigger slots_noted_on_delete;
create trigger slots_noted_on_update after update on availability referencing old table as was new table as became
  for each statement execute function note_changed_slots();
alter table availability enable always trigger slots_noted_on_update;
create trigger slots_noted_on_truncate after truncate on availability
  for each statement execute function note_catalogue_emptied();
alter table availability enable always trigger slots_noted_on_truncate;
