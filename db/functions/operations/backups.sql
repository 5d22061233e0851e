-- Records a good backup that was made outside the worker. p_folders has the names of all backups that still exist.
create function record_outside_backup(p_folder text, p_bytes bigint, p_folders text[]) returns void
language sql volatile
as $$
  update backups b set deleted_at = now()
  where b.is_outside and b.deleted_at is null and b.folder <> all (p_folders);

  insert into backups (is_outside, requested_at, finished_at, checked_at, folder, bytes)
  values (true, now(), now(), now(), p_folder, p_bytes);
$$;
