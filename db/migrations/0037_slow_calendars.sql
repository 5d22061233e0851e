-- A calendar may also take too long to read.
alter table calendar_sources drop constraint calendar_sources_problem_check;
alter table calendar_sources add constraint calendar_sources_problem_check check (
  problem in (
    'unknown_host', 'not_public', 'unreachable', 'slow', 'large', 'redirects', 'refused', 'unreadable', 'endless', 'exceeded'
  )
);
