-- Triggers of earlier migrations call these functions until 0044 drops the triggers.
create or replace function note_pages_of_vineyard() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_experience() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_subject() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_new_counters() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_counters() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_visits() returns trigger language plpgsql as 'begin return null; end';
