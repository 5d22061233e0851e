-- Long lists of the marketplace's staff: each order, and each filter that finds few, is read by an index.

create index winemakers_by_address on winemakers (email, id);
create index winemakers_disabled on winemakers (name, id) where not is_active;

create index vineyards_hidden on vineyards (name, id) where not is_visible;
create index vineyards_featured on vineyards (name, id) where featured_at is not null;
create index vineyards_from_region on vineyards (region, id);
create index vineyards_to_region on vineyards (region desc nulls last, id);
create index experiences_on_offer on experiences (vineyard_id) where is_active;

-- A mail is entered in one more: kinds that come up once in a million are found among all of them.
create index emails_of_kind on emails (email_type, created_at desc, id);
