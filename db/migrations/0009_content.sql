create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title one_line not null,
  summary prose,
  author one_line,
  cover_image_url picture_address,
  tags text[] not null default '{}',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  body jsonb not null default '{"type": "doc", "content": []}',
  constraint body_is_a_document check (
    jsonb_typeof(body) = 'object' and body ->> 'type' = 'doc' and jsonb_typeof(body -> 'content') = 'array'
    and octet_length(body::text) <= 1000000
  ),
  constraint tags_are_words check (
    cardinality(tags) <= 8 and array_position(tags, null) is null and '' <> all (tags)
    and octet_length(array_to_string(tags, '')) <= 8 * 40
  )
);
create index blog_posts_published on blog_posts (published_at desc) where published_at is not null;
create index blog_posts_by_tag on blog_posts using gin (tags) where published_at is not null;
create trigger blog_posts_touched before update on blog_posts for each row execute function touch_updated_at();

create function message_words(p_name text, p_email text, p_subject text) returns text
language sql immutable parallel safe
return lower((p_name || e'\n' || p_email || e'\n' || p_subject) collate pg_c_utf8);

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name one_line not null,
  email email_address not null,
  subject one_line not null,
  message prose not null check (message <> ''),
  state text not null default 'new' check (state in ('new', 'read', 'answered')),
  -- A form that is submitted twice makes one message.
  form_key uuid not null unique,
  created_at timestamptz not null default now(),
  assigned_to uuid references admins on delete set null,
  answer prose,
  answered_by uuid references admins on delete set null,
  answered_at timestamptz
);
create index contact_messages_newest on contact_messages (created_at desc);
create index contact_messages_open on contact_messages (created_at) where state <> 'answered';
create index messages_by_words on contact_messages using gin (message_words(name, email, subject) gin_trgm_ops);
create index messages_in_state on contact_messages (state, created_at);
