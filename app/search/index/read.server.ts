import type { Queryable } from '../../platform/database.server.ts'
import type { VineyardRow } from './search-index.ts'
import { type Normaliser, createNormaliser } from './normalise.ts'

/** Stands among changed vineyards for all of them. */
const everything = '00000000-0000-0000-0000-000000000000'

/** What a process has seen of the database: a snapshot, and the start of the server that it was taken of. */
export type SeenSnapshot = { snapshot: string; server: string }

/** Where the database is, and which vineyards have changed since: null for all of them. */
export async function readCatalogueChanges(
  sql: Queryable,
  seen: SeenSnapshot,
): Promise<SeenSnapshot & { changed: string[] | null }> {
  const [news] = await sql<[SeenSnapshot & { changed: string[] }]>`
    select ${seenNow(sql)}, array(select vineyard_id from catalogue_changed_since(${seen.snapshot})) as changed`
  const isAll = news.server !== seen.server || news.changed.includes(everything)
  return { ...news, changed: isAll ? null : news.changed }
}

// Whoever comes back as another server may have lost what was seen of the first.
const seenNow = (sql: Queryable) => sql`
  pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server`

export async function readSnapshot(sql: Queryable): Promise<SeenSnapshot> {
  const [seen] = await sql<[SeenSnapshot]>`select ${seenNow(sql)}`
  return seen
}

/** A changed vineyard as it is now; `vineyard` is null for one that nobody may see any more. */
export type VineyardChange = { id: string; vineyard: VineyardRow | null; before: string | null }

/**
 * The vineyards that have changed, the last by name first, each with the one that follows it; all from one snapshot,
 * so that whoever puts them before those that follow has the order of the database. Null where it is everything.
 */
export async function readChanged(
  sql: Queryable,
  seen: SeenSnapshot,
): Promise<SeenSnapshot & { changes: VineyardChange[] | null }> {
  const rows = await sql<(SeenSnapshot & { changed_id: string; before: string | null } & VineyardRow)[]>`
    select ${seenNow(sql)}, c.vineyard_id as changed_id, ${words(sql)}, ${offers(sql)}, (
      select n.id from vineyards n
      where n.is_visible and (name_sort_key(n.name), n.id) > (name_sort_key(v.name), v.id)
      order by name_sort_key(n.name), n.id limit 1
    ) as before
    from catalogue_changed_since(${seen.snapshot}) c
      left join vineyards v on v.id = c.vineyard_id and v.is_visible
      left join lateral (
        select array_agg(e.type order by e.id) as types, string_agg(${offerBytes(sql)}, '' order by e.id) as rows
        from experiences e
          cross join lateral (
            select count(*)::int as size, string_agg(${patternBytes(sql)}, '') as rows
            from availability_patterns p where p.experience_id = e.id and p.is_active
          ) as planned
        where e.vineyard_id = v.id and e.is_active
      ) as offered on true
    order by name_sort_key(v.name) desc, v.id desc`
  const changes = rows.map(({ changed_id, before, ...vineyard }) => ({
    id: changed_id,
    vineyard: vineyard.id === null ? null : vineyard,
    before,
  }))
  const { snapshot, server } = rows[0] ?? seen
  const isAll = server !== seen.server || changes.some(({ id }) => id === everything)
  return { snapshot, server, changes: isAll ? null : changes }
}

/** So many vineyards are read at a time, so that a process that reads all of them still answers. */
const portion = 1000

/** Hands over all visible vineyards by name. */
export async function readAll(sql: Queryable, take: (vineyard: VineyardRow) => void): Promise<void> {
  await sql<VineyardRow[]>`
    with planned as (
      select p.experience_id, count(*)::int as size, string_agg(${patternBytes(sql)}, '') as rows
      from availability_patterns p where p.is_active
      group by p.experience_id
    ),
    offered as (
      select e.vineyard_id, array_agg(e.type order by e.id) as types,
        string_agg(${offerBytes(sql)}, '' order by e.id) as rows
      from experiences e left join planned on planned.experience_id = e.id
      where e.is_active
      group by e.vineyard_id
    )
    select ${words(sql)}, ${offers(sql)}
    from vineyards v left join offered on offered.vineyard_id = v.id
    where v.is_visible
    order by name_sort_key(v.name), v.id`.cursor(portion, (vineyards) => vineyards.forEach(take))
}

const words = (sql: Queryable) => sql`v.id, v.name, v.city, v.region, v.latitude, v.longitude`

const offers = (sql: Queryable) => sql`
  coalesce(offered.types, '{}') as types, coalesce(offered.rows, '') as rows`

/** An experience `e` with its patterns in the numbers of `OfferRows`. */
const offerBytes = (sql: Queryable) => sql`
  uuid_send(e.id) || int4send((e.price_per_person * 100)::int)
    || int4send(coalesce(e.duration_minutes, 60)) || int4send(e.min_group_size)
    || int4send(coalesce(e.max_group_size, -1)) || int4send(e.booking_cutoff_minutes)
    || int4send(e.booking_horizon_days) || int4send((e.host_id is not null)::int)
    || int4send(coalesce(planned.size, 0)) || coalesce(planned.rows, '')`

const patternBytes = (sql: Queryable) => sql`
  uuid_send(p.id) || int4send(extract(epoch from p.start_time)::int / 60)
    || int4send(
      (1 = any (p.days_of_week))::int + 2 * (2 = any (p.days_of_week))::int + 4 * (3 = any (p.days_of_week))::int
        + 8 * (4 = any (p.days_of_week))::int + 16 * (5 = any (p.days_of_week))::int
        + 32 * (6 = any (p.days_of_week))::int + 64 * (7 = any (p.days_of_week))::int
    )
    || int4send(p.valid_from - date '1970-01-01')
    || int4send(coalesce(p.valid_until - date '1970-01-01', 2147483647)) || int4send(p.capacity)`

/** Letters with a small and a capital form all stand below this; a test looks at those beyond. */
const lastLetter = 0x1ffff

/** The way in which the database makes capitals small: it is asked about each letter. */
export async function readNormaliser(sql: Queryable): Promise<Normaliser> {
  const [{ capitals, small }] = await sql<[{ capitals: string; small: string }]>`
    select
      coalesce(string_agg(letter, '' order by letter), '') as capitals,
      coalesce(string_agg(lower(letter), '' order by letter), '') as small
    from (
      select chr(code) collate pg_c_utf8 as letter from generate_series(1, ${lastLetter}::int) as code
      where code not between 55296 and 57343
    ) as letters
    where lower(letter) <> letter`
  return createNormaliser(capitals, small)
}
