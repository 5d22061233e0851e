-- Counts what addresses do in a while, for all processes together, in the table of tries (so that they are forgotten like
-- those, and by their hash): `tries` is how often, `forget_at` the end of the while. One key at most once in a call. The
-- order of the keys keeps two processes that count the same ones from waiting for each other in a circle.
create function count_hits(p_keys bytea[], p_hits integer[], p_seconds integer[], p_now timestamptz)
returns table (key bytea, counted integer, ends_at timestamptz)
language sql as $$
  insert into attempts as a (key, tries, next_at, forget_at)
  select each.key, each.hits, '-infinity', p_now + make_interval(secs => each.seconds)
  from unnest(p_keys, p_hits, p_seconds) as each (key, hits, seconds)
  order by each.key
  on conflict (key) do update set
    tries = case
      when a.forget_at <= p_now then excluded.tries else least(a.tries::bigint + excluded.tries, 1000000000)
    end,
    forget_at = case when a.forget_at <= p_now then excluded.forget_at else a.forget_at end
  returning a.key, a.tries, a.forget_at
$$;
