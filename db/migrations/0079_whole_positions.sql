-- A position is a latitude and a longitude, or neither. Half of one showed a number in the form of a vineyard that stood on
-- no map. What has half of one has none from now on, as visitors were shown it.
update vineyards set latitude = null, longitude = null where num_nulls(latitude, longitude) = 1;
alter table vineyards add constraint position_is_whole check (num_nulls(latitude, longitude) <> 1);
