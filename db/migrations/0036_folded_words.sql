-- Staff search all lists as they search for guests. Processes of the last release still use the indexes without fold_guest_text.
create index vineyards_by_folded_words on vineyards
  using gin (fold_guest_text(vineyard_words(name, city, region)) gin_trgm_ops);
create index experiences_by_folded_words on experiences using gin (fold_guest_text(experience_words(title)) gin_trgm_ops);
create index winemakers_by_folded_words on winemakers using gin (fold_guest_text(staff_words(name, email)) gin_trgm_ops);
create index messages_by_folded_words on contact_messages
  using gin (fold_guest_text(message_words(name, email, subject)) gin_trgm_ops);
