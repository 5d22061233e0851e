-- What a seller's keys sold, at all vineyards: a reseller reads it also after a vineyard opted out.
create index bookings_by_key on bookings (api_key_id) where api_key_id is not null;
