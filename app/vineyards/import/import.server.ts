import type { AdminActor } from '../../accounts/actor.ts'
import type { Queryable } from '../../platform/database.server.ts'
import type { ImportEntry, RefusedRow } from './import.ts'
import {
  type Filling,
  type ImportPlan,
  type KnownVineyard,
  type NewVineyard,
  planImport,
} from './import-plan.ts'

/** Counts of vineyards; `refusals` are rows of the list that speak of the same vineyard twice. */
type Imported = { loaded: number; filled: number; unchanged: number; refusals: RefusedRow[] }
/** On whose behalf and when: what an admin brings in stands in the audit. */
type Admitted = { by: AdminActor; now: Date }

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
): Promise<Imported> {
  await takeTurn(sql)
  const plan = await planFor(sql, entries)
  const done = await carryOut(sql, plan, null, report)
  const unchanged = plan.outcomes.filter(({ outcome }) => outcome === 'unchanged').length
  return { loaded: done.ids.size, filled: done.filled, unchanged, refusals: plan.refusals }
}

/** Waits until no other import is under way; for the length of the transaction none begins. */
export async function takeTurn(sql: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('vineyards import'))`
}

/** What these entries would change. */
export async function planFor(sql: Queryable, entries: ImportEntry[]): Promise<ImportPlan> {
  return planImport(await knownVineyards(sql), entries)
}

/** Does what was planned. `ids` are those of the new vineyards by their keys. */
export async function carryOut(
  sql: Queryable,
  plan: ImportPlan,
  admitted: Admitted | null,
  report: (line: string) => void = () => {},
): Promise<{ ids: Map<string, string>; filled: number }> {
  const ids = new Map<string, string>()
  let filled = 0
  for (const part of inParts(plan.inserts)) {
    const made = await insertVineyards(sql, part, admitted)
    for (const { id, source_key } of made) ids.set(source_key, id)
    if (plan.inserts.length > rowsAtOnce) report(`${ids.size} of ${plan.inserts.length} vineyards`)
  }
  for (const part of inParts(plan.fillings)) filled += await fillVineyards(sql, part, admitted)
  return { ids, filled }
}

/** Writes the rows of `changed`, which have an id, a before and an after, into the audit. */
function noted(sql: Queryable, admitted: Admitted | null) {
  if (admitted === null) return sql`null`
  const { by, now } = admitted
  return sql`note_audit(${by.actor}, ${by.actor_id}, 'vineyard', changed.id, changed.id, changed.before, changed.after, ${now})::text`
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

async function insertVineyards(sql: Queryable, rows: NewVineyard[], admitted: Admitted | null) {
  return sql<{ id: string; source_key: string }[]>`
    with changed as (
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
    on conflict (source_key) do nothing
    returning id, source_key, null::jsonb as before, to_jsonb(vineyards) as after
    )
    select changed.id, changed.source_key, ${noted(sql, admitted)} as noted from changed`
}

// The condition is asked again where the row is written: somebody may have edited it since it was read.
async function fillVineyards(sql: Queryable, rows: Filling[], admitted: Admitted | null): Promise<number> {
  const result = await sql`
    with changed as (
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
    where v.id = r.id and not v.is_verified and v.updated_at = v.created_at
    returning v.id, to_jsonb(old) as before, to_jsonb(new) as after
    )
    select ${noted(sql, admitted)} as noted from changed`
  return result.count
}

function inParts<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, i) =>
    rows.slice(i * rowsAtOnce, (i + 1) * rowsAtOnce),
  )
}
