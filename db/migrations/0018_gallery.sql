-- The pictures that come with the site may be in a vineyard's gallery.
alter table pictures drop constraint pictures_address_check;
alter table pictures add constraint pictures_address_check check (
  address ~ '^(/media/[0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}|/pictures/[a-z0-9][a-z0-9-]*-960)\.webp$'
);
