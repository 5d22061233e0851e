-- The drawn scene that staff chose for an experience without a picture. Without it, the site chooses one.
alter table experiences add column scene text
  constraint experiences_scene_is_known check (scene in (
    'tasting', 'walk', 'cellar', 'board', 'picnic', 'harvest', 'supper', 'tractor', 'fireside', 'gate'
  ));

-- Visitors see the photograph and the words of a host only if staff tick is_shown, and only of a person.
alter table hosts
  add column introduction one_line,
  add column is_shown boolean not null default false;

-- The photograph of a host is the latest of its pictures that is not removed.
alter table pictures
  add column host_id uuid references hosts on delete set null,
  -- The API checks what a picture is shown as: the rule of the last release does not know hosts.
  drop constraint pictures_shown_as_check;
create index pictures_of_host on pictures (host_id, created_at) where host_id is not null;
