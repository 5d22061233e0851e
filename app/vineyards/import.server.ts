import type { Queryable } from '../platform/database.server.ts'
import type { ImportEntry, Refusal } from './import.ts'
import { type Filling, type KnownVineyard, type NewVineyard, planImport } from './import-plan.ts'

/** Counts of vineyards; `refusals` are rows of the list that speak of the same vineyard twice. */
type ImportOutcome = { loaded: number; filled: number; unchanged: number; refusals: Refusal[] }

const rowsAtOnce = 2000

/**
 * Puts a list into the directory: new vineyards visible and unverified, known ones by the rule of `import-plan.ts`.
 * Many rows a statement; call it inside a transaction, where it waits for any other import. `report` is told how far
 * it is after each statement.
 */
export async function importVineyards(
  sql: Queryable,
  entries: ImportEntry[],
  report: (line: string) => void = () => {},
): Promise<ImportOutcome> {
  await sql`select pg_advisory_xact_lock(hashtext('vineyards import'))`
  const plan = planImport(await knownVineyards(sql), entries)
  const outcome = { loaded: 0, filled: 0, unchanged: plan.unchanged, refusals: plan.refusals }
  for (const part of inParts(plan.inserts)) {
    outcome.loaded += await insertVineyards(sql, part)
    if (plan.inserts.length > rowsAtOnce) report(`${outcome.loaded} of ${plan.inserts.length} vineyards`)
  }
  for (const part of inParts(plan.fillings)) outcome.filled += await fillVineyards(sql, part)
  return outcome
}

/** Every vineyard, demonstration estates apart: a real one may bear a made-up one's name. */
async function knownVineyards(sql: Queryable): Promise<KnownVineyard[]> {
  return sql<KnownVineyard[]>`
    select
      id, name, city, region, address, postcode, description, phone, email, website, latitude, longitude,
      facebook_url, instagram_url, twitter_url, linkedin_url, youtube_url, tiktok_url, source_key,
      source_key is not null and not is_verified and updated_at = created_at as untouched
    from vineyards
    where not is_demo
    order by created_at, id`
}

async function insertVineyards(sql: Queryable, rows: NewVineyard[]): Promise<number> {
  const result = await sql`
    insert into vineyards (
      name, city, region, address, postcode, description, phone, email, website, latitude, longitude,
      facebook_url, instagram_url, twitter_url, linkedin_url, youtube_url, tiktok_url, source, source_key,
      is_visible, is_verified
    )
    select
      name, city, region, address, postcode, description, phone, email, website, latitude, longitude,
      facebook_url, instagram_url, twitter_url, linkedin_url, youtube_url, tiktok_url, source, source_key,
      true, false
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as row (
      name text, city text, region text, address text, postcode text, description text, phone text, email text,
      website text, latitude numeric, longitude numeric, facebook_url text, instagram_url text, twitter_url text,
      linkedin_url text, youtube_url text, tiktok_url text, source text, source_key text
    )
    on conflict (source_key) do nothing`
  return result.count
}

// The condition is asked again where the row is written: somebody may have edited it since it was read.
async function fillVineyards(sql: Queryable, rows: Filling[]): Promise<number> {
  const result = await sql`
    update vineyards v set
      city = coalesce(v.city, r.city),
      region = coalesce(v.region, r.region),
      address = coalesce(v.address, r.address),
      postcode = coalesce(v.postcode, r.postcode),
      description = coalesce(v.description, r.description),
      phone = coalesce(v.phone, r.phone),
      email = coalesce(v.email, r.email),
      website = coalesce(v.website, r.website),
      latitude = coalesce(v.latitude, r.latitude),
      longitude = coalesce(v.longitude, r.longitude),
      facebook_url = coalesce(v.facebook_url, r.facebook_url),
      instagram_url = coalesce(v.instagram_url, r.instagram_url),
      twitter_url = coalesce(v.twitter_url, r.twitter_url),
      linkedin_url = coalesce(v.linkedin_url, r.linkedin_url),
      youtube_url = coalesce(v.youtube_url, r.youtube_url),
      tiktok_url = coalesce(v.tiktok_url, r.tiktok_url)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
      id uuid, city text, region text, address text, postcode text, description text, phone text, email text,
      website text, latitude numeric, longitude numeric, facebook_url text, instagram_url text, twitter_url text,
      linkedin_url text, youtube_url text, tiktok_url text
    )
    where v.id = r.id and not v.is_verified and v.updated_at = v.created_at`
  return result.count
}

function inParts<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, i) =>
    rows.slice(i * rowsAtOnce, (i + 1) * rowsAtOnce),
  )
}
