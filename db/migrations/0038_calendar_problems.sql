-- Two new problems: large_entries and complex. A check that knows them waits for the next release, because no rule of a table may
-- change while the last release runs. Only import-calendar.server.ts writes problems, and its type lists them.
alter table calendar_sources drop constraint calendar_sources_problem_check;
