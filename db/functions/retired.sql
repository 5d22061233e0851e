-- Triggers of migrations that a later one drops call these functions.
create or replace function note_changed_vineyards() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_changed_experiences() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_changed_patterns() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_changed_exceptions() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_changed_slots() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_catalogue_emptied() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_host_days() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_days_of_led_experience() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_vineyard() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_experience() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_subject() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_new_counters() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_counters() returns trigger language plpgsql as 'begin return null; end';
create or replace function note_pages_of_visits() returns trigger language plpgsql as 'begin return null; end';
