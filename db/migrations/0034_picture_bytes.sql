-- The bytes of all files of a picture, so that the space of a vineyard can be limited. Earlier pictures count as none.
alter table pictures add column bytes integer not null default 0 constraint pictures_bytes_check check (bytes >= 0);
