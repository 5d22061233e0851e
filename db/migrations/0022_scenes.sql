-- The drawn scene that staff chose for an experience without a picture. Without it, the site chooses one.
alter table experiences add column scene text
  constraint experiences_scene_is_known check (scene in (
    'tasting', 'walk', 'cellar', 'board', 'picnic', 'harvest', 'supper', 'tractor', 'fireside', 'gate'
  ));
