import type { Queryable } from '../../platform/database.server.ts'
import type { VineyardRow } from './catalogue.ts'
import { type Fold, foldOf } from './fold.ts'

/** Stands among changed vineyards for all of them. */
const everything = '00000000-0000-0000-0000-000000000000'

/** What a process has seen of the database: a snapshot, and the start of the server that it was taken of. */
export type Seen = { snapshot: string; server: string }

/** Where the database is, and which vineyards have changed since: null for all of them. */
export async function readChanges(sql: Queryable, seen: Seen): Promise<Seen & { changed: string[] | null }> {
  const [news] = await sql<[Seen & { changed: string[] }]>`
    select ${seenNow(sql)}, array(select vineyard_id from catalogue_changed_since(${seen.snapshot})) as changed`
  return { ...news, changed: isAnother(news, seen) ? null : news.changed }
}

function isAnother(news: Seen & { changed: string[] }, seen: Seen): boolean {
  return news.server !== seen.server || news.changed.includes(everything)
}

// Whoever comes back as another server may have lost what was seen of the first.
const seenNow = (sql: Queryable) => sql`
  pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server`

export async function readSeen(sql: Queryable): Promise<Seen> {
  const [seen] = await sql<[Seen]>`select ${seenNow(sql)}`
  return seen
}

/** A changed vineyard as it is now; `vineyard` is null for one that nobody may see any more. */
export type Change = { id: string; vineyard: VineyardRow | null; before: string | null }

/**
 * The vineyards that have changed, the last by name first, each with the one that follows it; all from one snapshot,
 * so that whoever puts them before those that follow has the order of the database.
 */
export async function readChanged(sql: Queryable, seen: Seen): Promise<Seen & { changes: Change[] }> {
  const rows = await sql<(Seen & { changed_id: string; before: string | null } & VineyardRow)[]>`
    select ${seenNow(sql)}, c.vineyard_id as changed_id, ${facts(sql)}, (
      select n.id from vineyards n
      where n.is_visible and (n.name, n.id) > (v.name, v.id)
      order by n.name, n.id limit 1
    ) as before
    from catalogue_changed_since(${seen.snapshot}) c
      left join vineyards v on v.id = c.vineyard_id and v.is_visible
    order by v.name desc, v.id desc`
  const changes = rows.map(({ changed_id, before, ...vineyard }) => ({
    id: changed_id,
    vineyard: vineyard.id === null ? null : vineyard,
    before,
  }))
  const { snapshot, server } = rows[0] ?? seen
  return { snapshot, server, changes }
}

/** The ids of all visible vineyards by name. */
export async function readOrder(sql: Queryable): Promise<string[]> {
  const [{ ids }] = await sql<[{ ids: string[] }]>`
    select array(select id::text from vineyards where is_visible order by name, id) as ids`
  return ids
}

/** These vineyards, in the order of the ids. */
export async function readVineyards(sql: Queryable, ids: string[]): Promise<VineyardRow[]> {
  return sql<VineyardRow[]>`
    select ${facts(sql)}
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place) join vineyards v on v.id = asked.id
    order by asked.place`
}

/** What the catalogue holds of a vineyard `v`; the lists in the order of `OfferRow` and `PatternRow`. */
const facts = (sql: Queryable) => sql`
  v.id, v.name, v.city, v.region, v.latitude, v.longitude, (
    select json_agg(json_build_array(
      e.id, e.type, e.price_per_person, e.duration_minutes, e.min_group_size, e.max_group_size,
      e.booking_cutoff_minutes, e.booking_horizon_days, e.host_id is not null, (
        select json_agg(json_build_array(
          p.id, extract(epoch from p.start_time)::int / 60, p.days_of_week, p.valid_from - date '1970-01-01',
          p.valid_until - date '1970-01-01', p.capacity
        ))
        from availability_patterns p where p.experience_id = e.id and p.is_active
      )
    ))
    from experiences e where e.vineyard_id = v.id and e.is_active
  ) as offers`

/** Letters with a small and a capital form all stand below this; a test looks at those beyond. */
const lastLetter = 0x1ffff

/** The way in which the database makes capitals small: it is asked about each letter. */
export async function readFold(sql: Queryable): Promise<Fold> {
  const [{ capitals, small }] = await sql<[{ capitals: string; small: string }]>`
    select
      coalesce(string_agg(letter, '' order by letter), '') as capitals,
      coalesce(string_agg(lower(letter), '' order by letter), '') as small
    from (
      select chr(code) collate pg_c_utf8 as letter from generate_series(1, ${lastLetter}::int) as code
      where code not between 55296 and 57343
    ) as letters
    where lower(letter) <> letter`
  return foldOf(capitals, small)
}
