-- Vineyards in the order in which they came and were changed, and how many there are to be seen, each by an index. A vineyard
-- is written seldom. Who came in together has one moment: the id tells them apart, in the same direction.
create index vineyards_newest on vineyards (created_at, id);
create index vineyards_changed on vineyards (updated_at, id);
create index vineyards_shown on vineyards (is_verified) where is_visible;
