-- Searches read the tables, so nothing is noted for a search index. The tables catalogue_changes, catalogue_pruned and
-- host_days, and the functions note_catalogue_changes, catalogue_changed_since and prune_catalogue_changes of older
-- databases, stay for processes of version 0.1.0; the next release drops them.
do $$
declare
  noting record;
begin
  for noting in
    select t.tgname, t.tgrelid::regclass as noted from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname in (
        'note_changed_vineyards', 'note_changed_experiences', 'note_changed_patterns', 'note_changed_exceptions',
        'note_changed_slots', 'note_catalogue_emptied', 'note_host_days', 'note_days_of_led_experience'
      )
      and p.pronamespace = current_schema::regnamespace
  loop
    execute format('drop trigger %I on %s', noting.tgname, noting.noted);
  end loop;
end $$;
