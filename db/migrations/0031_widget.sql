-- The booking widget on a vineyard's own website: the colour of its buttons, and the sites that may show it.
alter table vineyards
  add column accent_colour text check (accent_colour ~ '^#[0-9a-f]{6}$'),
  -- Sources of the directive frame-ancestors. Empty: any https site.
  add column widget_sites text[] not null default '{}' check (
    cardinality(widget_sites) <= 20
      and array_position(widget_sites, null) is null
      and array_to_string(widget_sites, ' ') ~ '^(https?://[a-z0-9*.-]+(:[0-9]{1,5})?( |$))*$'
  );
