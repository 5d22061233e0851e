drop function if exists next_open_days, affects_pages;
