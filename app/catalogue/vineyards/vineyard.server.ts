import type { StatedFact } from '../facts/stated-fact.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Poster, Vineyard, VineyardSummary } from './vineyard.ts'
import type postgres from 'postgres'
import type { z } from 'zod'
import { type Actor, seesVineyard } from '../../people/sign-in/actor.ts'
import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import { flag, line } from '../../platform/api/fields.server.ts'
import { containsTerm, listing, type Page, readListPage } from '../../platform/api/listing.server.ts'

/** The length of descriptions in lists, in characters: more than the three lines of a card can show. */
const summaryLength = 320

const summary = (sql: Queryable) => sql`
  v.id, v.name, v.city, v.region, left(v.description, ${summaryLength}) as description, v.cover_image_url,
  v.is_verified, v.is_demo, ${posterUrl(sql)}`

/** Returns SQL for the column `poster_url`: the poster of a visible vineyard `v` without a photograph. */
export function posterUrl(sql: Queryable) {
  return sql`${posterAddress(sql)} as poster_url`
}

/** Returns SQL for the path of the poster of a visible vineyard `v` without a photograph, and null for other vineyards. */
export function posterAddress(sql: Queryable) {
  return sql`(
    select p.address from vineyard_posters p
    where p.vineyard_id = v.id and v.cover_image_url is null and v.is_visible
  )`
}

/**
 * Returns SQL for whether the name, city or region of a vineyard `v` contains the term, ignoring case in any locale. The
 * term has no wildcards. Every vineyard contains the empty term.
 */
export function nameHolds(sql: Queryable, term: string) {
  if (term === '') return sql`true`
  return containsTerm(sql, sql`vineyard_words(v.name, v.city, v.region)`, term)
}

/** Returns the visible vineyards among these ids, in the given order. */
export async function listVineyards(sql: Queryable, ids: string[]): Promise<VineyardSummary[]> {
  return sql<VineyardSummary[]>`
    select ${summary(sql)}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join vineyards v on v.id = wanted.id
    where v.is_visible
    order by wanted.position`
}

export async function findVisibleVineyard(sql: Queryable, id: string) {
  const [vineyard] = await sql<(Vineyard & Poster)[]>`
    select
      id, name, city, region, address, postcode, description, phone, email, website, latitude, longitude,
      cover_image_url, logo_url, is_visible, is_verified, is_demo,
      facebook_url, instagram_url, twitter_url, linkedin_url, youtube_url, tiktok_url, taxis, ${posterUrl(sql)}
    from vineyards v
    where id = ${id} and is_visible`
  return vineyard
}

export const vineyardNoun: Noun = { table: 'vineyards', noun: 'vineyard', of_vineyard: 'id' }

/** A vineyard as the API returns it. */
type VineyardEntry = Vineyard &
  Poster & {
    is_featured: boolean
    facts: StatedFact[]
    active_experiences: number
    created_at: Date
    updated_at: Date
    version: string
  }

export const vineyardListing = listing(['name', 'region', 'created_at', 'updated_at'], {
  search: line(200).optional(),
  region: line(200).optional(),
  is_visible: flag.optional(),
  is_verified: flag.optional(),
  is_featured: flag.optional(),
  has_experiences: flag.optional(),
})

const columns = (sql: Queryable) => sql`
  v.id, v.name, v.city, v.region, v.address, v.postcode, v.description, v.phone, v.email, v.website, v.latitude,
  v.longitude, v.cover_image_url, v.logo_url, v.is_visible, v.is_verified, v.is_demo, v.facebook_url, v.instagram_url,
  v.twitter_url, v.linkedin_url, v.youtube_url, v.tiktok_url, v.taxis, v.featured_at is not null as is_featured,
  facts_of(v.id, null) as facts,
  (select count(*)::int from experiences e where e.vineyard_id = v.id and e.is_active) as active_experiences,
  v.created_at, v.updated_at, version_of(to_jsonb(v)) as version, ${posterUrl(sql)}`

/** Returns one page of the vineyards that the actor may see. */
export async function pageOfVineyards(
  sql: Queryable,
  { page, limit, sort, ...filters }: z.output<typeof vineyardListing>,
  { by }: { by: Actor },
): Promise<Page<VineyardEntry>> {
  const hasActiveExperience = sql`exists (select from experiences e where e.vineyard_id = v.id and e.is_active)`
  const isAs = (wanted: boolean | undefined, is: postgres.Fragment) =>
    wanted === undefined ? sql`true` : sql`(${is}) = ${wanted}`
  return readListPage(
    sql,
    { page, limit, sort },
    sql`
      select ${columns(sql)} from vineyards v
      where ${seesVineyard(sql, by)}
        and ${nameHolds(sql, filters.search ?? '')}
        and ${filters.region === undefined ? sql`true` : sql`v.region = ${filters.region}`}
        and ${isAs(filters.is_visible, sql`v.is_visible`)}
        and ${isAs(filters.is_verified, sql`v.is_verified`)}
        and ${isAs(filters.is_featured, sql`v.featured_at is not null`)}
        and ${isAs(filters.has_experiences, hasActiveExperience)}`,
    { names: ['name'], never_null: ['name', 'created_at', 'updated_at'], id_follows: true },
  )
}

/** Returns the vineyard if the actor may see it, otherwise undefined. */
export async function findVineyard(sql: Queryable, id: string, { by }: { by: Actor }) {
  const [vineyard] = await sql<VineyardEntry[]>`
    select ${columns(sql)} from vineyards v where v.id = ${id} and ${seesVineyard(sql, by)}`
  return vineyard
}

/** Returns the first matching vineyards for admins, including hidden ones. Names that begin with the term come first. */
export async function searchAllVineyards(
  sql: Queryable,
  term: string,
  limit: number,
): Promise<Pick<Vineyard, 'id' | 'name' | 'city' | 'region' | 'is_visible'>[]> {
  return sql`
    select v.id, v.name, v.city, v.region, v.is_visible from vineyards v
    where ${nameHolds(sql, term)} and not v.is_sandbox
    order by
      starts_with(fold_guest_text(v.name), fold_guest_text(${term})) desc,
      name_sort_key(v.name), v.id
    limit ${limit}`
}

/** Returns all regions by name, with their number of vineyards including hidden vineyards. */
export async function listRegions(sql: Queryable): Promise<{ region: string; vineyards: number }[]> {
  return sql`
    select v.region, count(*) as vineyards from vineyards v
    where v.region is not null
    group by v.region
    order by v.region`
}
