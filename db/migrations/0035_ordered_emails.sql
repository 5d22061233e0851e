-- The ids rise in the order of the inserts. Emails of the same millisecond are sent in this order.
alter table emails alter column id set default uuidv7();
