import type postgres from 'postgres'

import { type Actor, vineyardScope } from '../accounts/actor.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Vineyard } from './vineyard.ts'
import { nameHolds } from './vineyard.server.ts'

export const vineyardNoun: Noun = { table: 'vineyards', noun: 'vineyard', of_vineyard: 'id' }

/** A vineyard as the API gives it: what visitors see of it, and what its staff want to know. */
export type VineyardEntry = Vineyard & {
  is_featured: boolean
  /** How many it offers to visitors. */
  active_experiences: number
  created_at: Date
  updated_at: Date
  version: string
}

export type VineyardFilters = {
  search?: string | undefined
  region?: string | undefined
  is_visible?: boolean | undefined
  is_verified?: boolean | undefined
  is_featured?: boolean | undefined
  has_experiences?: boolean | undefined
}

const columns = (sql: Queryable) => sql`
  v.id, v.name, v.city, v.region, v.address, v.postcode, v.description, v.phone, v.email, v.website, v.latitude,
  v.longitude, v.cover_image_url, v.logo_url, v.is_visible, v.is_verified, v.is_demo, v.facebook_url, v.instagram_url,
  v.twitter_url, v.linkedin_url, v.youtube_url, v.tiktok_url, v.featured_at is not null as is_featured,
  (select o.active_experiences from vineyard_offers o where o.vineyard_id = v.id) as active_experiences,
  v.created_at, v.updated_at, version_of(to_jsonb(v)) as version`

/** Whom a hidden vineyard `v` is there for: its own staff, and admins. */
export function mayBeSeen(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`true`
  return sql`(v.is_visible or v.id = ${vineyardScope(by).vineyard_id})`
}

/** One page of the vineyards that somebody may see. */
export async function pageOfVineyards(
  sql: Queryable,
  {
    search,
    region,
    is_visible,
    is_verified,
    is_featured,
    has_experiences,
    ...asked
  }: Listing & VineyardFilters,
  { by }: { by: Actor },
): Promise<Page<VineyardEntry>> {
  // The order is found among a few columns; what is dear to make is made for one page only.
  const { items: found, ...page } = await readListPage<{ id: string }>(
    sql,
    asked,
    sql`
      select v.id, name_sort_key(v.name) as name, v.region, v.created_at, v.updated_at from vineyards v
      where ${mayBeSeen(sql, by)}
        and ${nameHolds(sql, search ?? '')}
        and ${region === undefined ? sql`true` : sql`v.region = ${region}`}
        and ${where(sql, is_visible, sql`v.is_visible`)}
        and ${where(sql, is_verified, sql`v.is_verified`)}
        and ${where(sql, is_featured, sql`v.featured_at is not null`)}
        and ${has_experiences === undefined ? sql`true` : has_experiences ? sql`not exists ${noOffer(sql)}` : sql`exists ${noOffer(sql)}`}`,
    { never_null: ['name', 'created_at', 'updated_at'], id_follows: true },
  )
  const items = await sql<VineyardEntry[]>`
    select ${columns(sql)}
    from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place)
      join vineyards v on v.id = asked.id
    order by asked.place`
  return { ...page, items: [...items] }
}

/** A vineyard `v` has nothing on offer. These are few, or at least never more than those that have. */
const noOffer = (sql: Queryable) =>
  sql`(select from vineyard_offers o where o.vineyard_id = v.id and o.active_experiences = 0)`

/** As text, not as a value: a statement that is planned once for both would go past the index of the few. */
function where(sql: Queryable, wanted: boolean | undefined, is: postgres.Fragment) {
  if (wanted === undefined) return sql`true`
  return wanted ? is : sql`not (${is})`
}

/** One vineyard that somebody may see. */
export async function findVineyard(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
): Promise<VineyardEntry | undefined> {
  const [vineyard] = await sql<VineyardEntry[]>`
    select ${columns(sql)} from vineyards v where v.id = ${id} and ${mayBeSeen(sql, by)}`
  return vineyard
}

/** The first few whose name, city or region holds the term, those it begins first. For admins: hidden ones too. */
export async function vineyardsHolding(
  sql: Queryable,
  term: string,
  most: number,
): Promise<Pick<Vineyard, 'id' | 'name' | 'city' | 'region' | 'is_visible'>[]> {
  return sql`
    select v.id, v.name, v.city, v.region, v.is_visible from vineyards v
    where ${nameHolds(sql, term)}
    order by lower(v.name) like prefix_pattern(${term}) desc, name_sort_key(v.name), v.id
    limit ${most}`
}

/** Where vineyards are, hidden ones too, by name of the region. */
export async function listRegions(sql: Queryable): Promise<{ region: string; vineyards: number }[]> {
  return sql`
    select v.region, count(*) as vineyards from vineyards v
    where v.region is not null
    group by v.region
    order by v.region`
}
