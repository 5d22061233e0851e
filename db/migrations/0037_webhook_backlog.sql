-- The oldest deliveries of a webhook, so that a claim does not read and sort the whole backlog.
create index deliveries_by_position on webhook_deliveries (webhook_id, position) where state = 'waiting';
