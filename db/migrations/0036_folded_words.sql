-- Returns a text as searches compare it: in lower case without accents, in any locale. 'Rosé' is 'rose'.
create function fold_accents(p_text text) returns text
language sql immutable strict parallel safe
return regexp_replace(lower(normalize(p_text, nfd) collate pg_c_utf8), '[\u0300-\u036f]', '', 'g');

-- Processes of the last release still use the indexes without fold_accents.
create index vineyards_by_folded_words on vineyards
  using gin (fold_accents(vineyard_words(name, city, region)) gin_trgm_ops);
create index experiences_by_folded_words on experiences using gin (fold_accents(experience_words(title)) gin_trgm_ops);
create index winemakers_by_folded_words on winemakers using gin (fold_accents(staff_words(name, email)) gin_trgm_ops);
create index messages_by_folded_words on contact_messages
  using gin (fold_accents(message_words(name, email, subject)) gin_trgm_ops);
