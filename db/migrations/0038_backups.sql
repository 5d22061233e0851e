-- Backups that were made outside the worker, with the tools of an own server, are recorded too.
alter table backups
  add column is_outside boolean not null default false,
  drop constraint backups_folder_check,
  add constraint backups_folder_check check (folder ~ '^[0-9TZ-]+$'),
  drop constraint checked_means_counted,
  add constraint checked_means_counted check (
    checked_at is null
    or num_nulls(folder, bytes) = 0 and (is_outside or num_nulls(bookings, fault_count) = 0)
  );
