-- Pages no longer depend on data. The tables page_changes and page_changes_pruned, and the functions
-- pages_changed_since, prune_page_changes and note_page_changes of older databases, stay for processes of version 0.1.0;
-- the next release drops them.
do $$
declare
  noting record;
begin
  for noting in
    select t.tgname, t.tgrelid::regclass as noted from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname ~ '^note_pages_of_' and p.pronamespace = current_schema::regnamespace
  loop
    execute format('drop trigger %I on %s', noting.tgname, noting.noted);
  end loop;
end $$;

-- Raised after each change by staff, so that all processes drop their pages.
create table page_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
) with (fillfactor = 50);
insert into page_version default values;
