-- What staff must know about the last reading of a calendar: entries that could not be read, and unknown time zones. Null
-- when there is nothing to tell.
alter table calendar_sources add column read_report jsonb;
