-- The W3C traceparent of the request or job that caused an email or a delivery, set only while traces are exported.
alter table emails add column traceparent text;
alter table emails alter column traceparent set default nullif(current_setting('chalk.traceparent', true), '');
alter table webhook_deliveries add column traceparent text;
alter table webhook_deliveries
  alter column traceparent set default nullif(current_setting('chalk.traceparent', true), '');
