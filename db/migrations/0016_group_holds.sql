-- Places kept for a group for days: who the group is and until when. Its places are a hold in each of its sessions, so a group
-- hold lives as long as one of them does.
create table group_holds (
  -- The caller chooses the id, so that repeating a request makes one hold.
  id uuid primary key,
  vineyard_id uuid not null references vineyards,
  -- The group and its contact. Emptied 30 days after the hold ended.
  name one_line not null,
  guest_email text,
  guest_phone one_line,
  note text not null default '',
  number_of_guests integer not null check (number_of_guests between 1 and 10000),
  actor text not null check (actor in ('winemaker', 'admin')),
  actor_id uuid not null,
  -- 6 PM of the day until which the vineyard keeps the places. The hold in each session ends at its start at the latest.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  erased_at timestamptz,
  constraint kept_for_90_days_at_most check (
    expires_at > created_at and expires_at <= created_at + interval '92 days'
  )
);
create index group_holds_of_vineyard on group_holds (vineyard_id, expires_at);

-- The rule how long a hold lasts is silent about this kind: the check above limits the group.
alter type hold_kind add value 'group';
alter table holds
  add column group_hold_id uuid references group_holds,
  -- Held on purpose beyond the capacity of the slot or its host: the slot counts these places as overbooked, not as held.
  add column is_overbooked boolean not null default false,
  add constraint only_groups_overbook check (not is_overbooked or group_hold_id is not null);
create index holds_of_group on holds (group_hold_id) where group_hold_id is not null;
