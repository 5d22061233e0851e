-- A host is a person who guides, or a room. One session may have another host than its experience.
alter table hosts
  add column kind text not null default 'room' check (kind in ('person', 'room')),
  -- A person's own calendar: a link with this secret lists the sessions that the host guides. Renewing it ends the old link.
  add column feed_secret_hash bytea check (length(feed_secret_hash) = 32),
  add column feed_renewed_at timestamptz,
  add column feed_read_at timestamptz;

create index hosts_by_feed on hosts (feed_secret_hash) where feed_secret_hash is not null;

-- Empty for most slots: the host of the experience counts.
alter table slots add column host_id uuid references hosts;
create index slots_of_host on slots (host_id, starts_at) where host_id is not null;
