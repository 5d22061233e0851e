-- A post is kept as the document its editor works on, so that nothing is lost between two edits and nothing but known
-- parts is ever shown. Tags are words as readers see them.
alter table blog_posts
  drop column body,
  add column body jsonb not null default '{"type": "doc", "content": []}',
  add constraint body_is_a_document check (
    jsonb_typeof(body) = 'object' and body ->> 'type' = 'doc' and jsonb_typeof(body -> 'content') = 'array'
    and octet_length(body::text) <= 1000000
  ),
  add constraint tags_are_words check (
    cardinality(tags) <= 8 and array_position(tags, null) is null and '' <> all (tags)
    and octet_length(array_to_string(tags, '')) <= 8 * 40
  );
create index blog_posts_by_tag on blog_posts using gin (tags) where published_at is not null;
