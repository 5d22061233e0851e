import type { Queryable } from '../../platform/database.server.ts'
import { suitsVisitor } from '../../experiences/visit-facts.server.ts'
import { visitFactNames } from '../../experiences/visit-facts.ts'
import { factBit, missing } from './experience-table.ts'
import type { VineyardChange, VineyardRow } from './search-index.ts'

/** In `catalogue_changes` this id means all vineyards. */
const allVineyards = '00000000-0000-0000-0000-000000000000'

/** A version of the database: a snapshot, and when its server started. A restored or failed-over server starts anew. */
export type SnapshotVersion = { snapshot: string; server: string }

const versionNow = (sql: Queryable) => sql`
  pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server`

export async function readSnapshotVersion(sql: Queryable): Promise<SnapshotVersion> {
  const [version] = await sql<[SnapshotVersion]>`select ${versionNow(sql)}`
  return version
}

/** The current version, and the ids of the vineyards that changed since the given one: null for all. */
export async function readChangedIds(
  sql: Queryable,
  since: SnapshotVersion,
): Promise<SnapshotVersion & { changed: string[] | null }> {
  const [version] = await sql<[SnapshotVersion & { changed: string[] }]>`
    select ${versionNow(sql)}, array(select vineyard_id from catalogue_changed_since(${since.snapshot})) as changed`
  const isAll = version.server !== since.server || version.changed.includes(allVineyards)
  return { ...version, changed: isAll ? null : version.changed }
}

/**
 * The vineyards that changed since a version, last by name first and from one snapshot: inserting each before the one that
 * follows it keeps the database's order. `changes` is null if everything changed.
 */
export async function readChangedVineyards(
  sql: Queryable,
  since: SnapshotVersion,
): Promise<SnapshotVersion & { changes: VineyardChange[] | null }> {
  const rows = await sql<(SnapshotVersion & { changed_id: string; before: string | null } & VineyardRow)[]>`
    select ${versionNow(sql)}, c.vineyard_id as changed_id, ${vineyardColumns(sql)}, (
      select n.id from vineyards n
      where n.is_visible and (name_sort_key(n.name), n.id) > (name_sort_key(v.name), v.id)
      order by name_sort_key(n.name), n.id limit 1
    ) as before
    from catalogue_changed_since(${since.snapshot}) c
      left join vineyards v on v.id = c.vineyard_id and v.is_visible
      left join lateral (
        select array_agg(e.type order by e.id) as types, string_agg(${experienceBytes(sql)}, '' order by e.id) as rows
        from experiences e
          cross join lateral (
            select count(*)::int as size, string_agg(${patternBytes(sql)}, '') as rows
            from ${patternSeasons(sql)} where p.experience_id = e.id and p.is_active
          ) as planned
        where e.vineyard_id = v.id and e.is_active
      ) as offered on true
    order by name_sort_key(v.name) desc, v.id desc`
  const changes = rows.map(({ changed_id, before, ...vineyard }) => ({
    id: changed_id,
    vineyard: vineyard.id === null ? null : vineyard,
    before,
  }))
  const { snapshot, server } = rows[0] ?? since
  const isAll = server !== since.server || changes.some(({ id }) => id === allVineyards)
  return { snapshot, server, changes: isAll ? null : changes }
}

/** Vineyards are read in batches, so that the process can answer requests in between. */
const batchSize = 1000

/** Passes every visible vineyard to `put`, by name. */
export async function readAll(sql: Queryable, put: (vineyard: VineyardRow) => void): Promise<void> {
  await sql<VineyardRow[]>`
    with planned as (
      select p.experience_id, count(*)::int as size, string_agg(${patternBytes(sql)}, '') as rows
      from ${patternSeasons(sql)} where p.is_active
      group by p.experience_id
    ),
    offered as (
      select e.vineyard_id, array_agg(e.type order by e.id) as types,
        string_agg(${experienceBytes(sql)}, '' order by e.id) as rows
      from experiences e left join planned on planned.experience_id = e.id
      where e.is_active
      group by e.vineyard_id
    )
    select ${vineyardColumns(sql)}
    from vineyards v left join offered on offered.vineyard_id = v.id
    where v.is_visible
    order by name_sort_key(v.name), v.id`.cursor(batchSize, (vineyards) => vineyards.forEach(put))
}

const vineyardColumns = (sql: Queryable) => sql`
  v.id, v.name, v.city, v.region, v.latitude, v.longitude,
  coalesce(offered.types, '{}') as types, coalesce(offered.rows, '') as rows,
  (
    select json_agg(json_build_object(
      'experience', x.experience_id, 'pattern', x.pattern_id, 'capacity', x.capacity,
      'hours', case when x.from_time is not null then json_build_array(
        date_part('epoch', x.from_time), date_part('epoch', x.until_time)
      ) end,
      'first_day', x.starts_on - date '1970-01-01', 'last_day', x.ends_on - date '1970-01-01'
    ))
    from availability_exceptions x where x.vineyard_id = v.id and x.capacity is null
  ) as closures,
  (
    select json_agg(json_build_array(e.id, date_part('epoch', a.start_time)))
    from experiences e join availability a on a.experience_id = e.id
    where e.vineyard_id = v.id and e.is_active
  ) as legacy`

/** An experience `e` with its patterns as the numbers of `ExperienceRows`. */
const experienceBytes = (sql: Queryable) => sql`
  uuid_send(e.id) || int4send((e.price_per_person * 100)::int)
    || int4send(coalesce(e.duration_minutes, 60)) || int4send(e.min_group_size)
    || int4send(coalesce(e.max_group_size, ${missing}))
    || int4send(0 ${visitFactNames.map((name) => sql`+ ${suitsVisitor(sql, name)}::int * ${factBit(name)}::int`)})
    || int4send(e.booking_cutoff_minutes)
    || int4send(e.booking_horizon_days) || int4send((e.host_id is not null)::int)
    || int4send(coalesce(planned.size, 0)) || coalesce(planned.rows, '')`

/**
 * Each pattern `p` with each of its seasons, so that one that recurs has several rows: for five years, which is longer
 * than guests can book ahead and than a process runs.
 */
const patternSeasons = (sql: Queryable) => sql`
  availability_patterns p cross join lateral unnest(case
    when p.yearly_season is null then p.valid_days
    else p.valid_days * days_between(p.valid_from, greatest(p.valid_from, current_date) + 5 * 366)
  end) as season`

const patternBytes = (sql: Queryable) => sql`
  uuid_send(p.id) || int4send(extract(epoch from p.start_time)::int / 60)
    || int4send(
      (1 = any (p.days_of_week))::int + 2 * (2 = any (p.days_of_week))::int + 4 * (3 = any (p.days_of_week))::int
        + 8 * (4 = any (p.days_of_week))::int + 16 * (5 = any (p.days_of_week))::int
        + 32 * (6 = any (p.days_of_week))::int + 64 * (7 = any (p.days_of_week))::int
    )
    || int4send(lower(season) - date '1970-01-01')
    || int4send(coalesce(upper(season) - 1 - date '1970-01-01', 2147483647)) || int4send(p.capacity)`

const onlyAscii = /^\p{ASCII}*$/u

/** No letter above this code point has a lower-case form; a test checks all of them. */
const lastLetter = 0x1ffff

/** Lower-cases text character by character exactly as the database does. */
export async function readLowerCase(sql: Queryable): Promise<(text: string) => string> {
  const [{ upper, lower }] = await sql<[{ upper: string; lower: string }]>`
    select
      coalesce(string_agg(symbol, '' order by symbol), '') as upper,
      coalesce(string_agg(lower(symbol), '' order by symbol), '') as lower
    from (
      select chr(code) collate pg_c_utf8 as symbol from generate_series(1, ${lastLetter}::int) as code
      where code not between 55296 and 57343
    ) as symbols
    where lower(symbol) <> symbol`
  const lowerLetters = [...lower]
  const lowerOf = new Map([...upper].map((character, n) => [character, lowerLetters[n] ?? character]))
  return (text) => {
    if (onlyAscii.test(text)) return text.toLowerCase()
    return Array.from(text, (character) => lowerOf.get(character) ?? character).join('')
  }
}
