-- Cancellations that the guest read on a page while staff could still undo them. An Undo then confirms the visit again.
create table cancellation_reads (
  event_id bigint primary key references booking_events (id),
  read_at timestamptz not null
);
