import type { AdminActor, Actor } from '../../people/sign-in/actor.ts'
import { changeRow, type RowEditProblem, type Noun } from '../../people/accounts/staff-edit.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { writeStops } from './edit-itinerary.server.ts'
import type { StopDraft } from './editing.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { ItineraryDetails } from './edit-form.ts'
import type { Itinerary } from './itinerary.ts'
import { stopFields } from './itinerary.server.ts'
import type { itineraryEntry, itineraryShape } from './itinerary.shapes.ts'

export const itineraryNoun: Noun = { table: 'itineraries', noun: 'itinerary', of_vineyard: null }

type EditOptions = { by: AdminActor; seen: string | null }
type Changes = Partial<Omit<ItineraryDetails, 'visit_date'> & Pick<Itinerary, 'travel'>> & {
  is_published?: boolean
}

/** Finds a curated itinerary. Admins cannot change visitors' itineraries. */
export async function findCurated(sql: Queryable, id: string): Promise<{ has_stops: boolean } | undefined> {
  const [itinerary] = await sql<{ has_stops: boolean }[]>`
    select exists (select from itinerary_stops s where s.itinerary_id = i.id) as has_stops
    from itineraries i where i.id = ${id} and i.is_curated`
  return itinerary
}

/** Why stops are refused: a published itinerary would have none, or a vineyard or an experience does not exist. */
export const stopProblems = { none: 'without_stops', unknown: 'unknown_stops' } as const
const refusedWithoutStops = { kind: 'refused', by: stopProblems.none } as const

/** Changes the details of a curated itinerary; publishes or unpublishes it. Only an itinerary with stops can be published. */
export async function changeItinerary(
  sql: Sql,
  id: string,
  { is_published, ...changes }: Changes,
  options: EditOptions,
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const itinerary = await findCurated(sql, id)
  if (!itinerary) return refused({ kind: 'absent' })
  if (is_published && !itinerary.has_stops) return refused(refusedWithoutStops)
  const published_at = is_published === undefined ? undefined : is_published ? now.toISOString() : null
  return changeRow(sql, itineraryNoun, id, { ...changes, published_at }, options, now)
}

/**
 * Replaces the stops of a curated itinerary and records the change in the audit log, all or nothing. A published itinerary
 * keeps at least one stop.
 */
export async function changeStops(
  sql: Sql,
  id: string,
  stops: StopDraft[],
  { by, seen }: EditOptions,
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const change = inTransaction(sql, async (tx): Promise<Result<{ version: string }, RowEditProblem>> => {
    const [locked] = await tx<{ version: string; is_published: boolean }[]>`
      select version_of(to_jsonb(i)) as version, i.published_at is not null as is_published from itineraries i where i.id = ${id} and i.is_curated for update`
    if (!locked) return refused({ kind: 'absent' as const })
    if (seen !== null && seen !== locked.version) return refused({ kind: 'stale' as const })
    if (locked.is_published && stops.length === 0) return refused(refusedWithoutStops)
    const before = await storedStops(tx, id)
    await writeStops(tx, id, stops)
    const after = await storedStops(tx, id)
    await tx`
      select note_audit(
        'admin', ${by.actor_id}, 'itinerary', ${id}, null, ${tx.json({ stops: before })}, ${tx.json({ stops: after })},
        ${now}
      )`
    const [changed] = await tx<[{ version: string }]>`
      update itineraries i set version = version + 1 where i.id = ${id}
      returning version_of(to_jsonb(i)) as version`
    return ok({ version: changed.version })
  })
  return change.catch((error: { code?: string }) => {
    if (error.code !== foreignKeyViolated) throw error
    return refused({ kind: 'refused', by: stopProblems.unknown })
  })
}

const foreignKeyViolated = '23503'

async function storedStops(sql: Queryable, id: string) {
  const [{ stops }] = await sql<[{ stops: Record<string, string | number | null>[] }]>`
    select coalesce(jsonb_agg(to_jsonb(s) - 'itinerary_id' order by s.place), '[]') as stops
    from itinerary_stops s where s.itinerary_id = ${id}`
  return stops
}

type ItineraryEntry = RowOf<typeof itineraryEntry>
type WholeItinerary = RowOf<typeof itineraryShape>

/**
 * Returns the SQL condition for what the actor may read: admins read all curated itineraries, everybody reads the published
 * ones, and visitors also read their own.
 */
function isReadableBy(sql: Queryable, by: Actor, now: Date) {
  if (by.actor === 'admin') return sql`i.is_curated`
  return sql`(i.is_curated and i.published_at <= ${now} or i.user_id = ${by.actor === 'guest' ? by.actor_id : null})`
}

/** Returns one page of the itineraries that the actor may read. */
export async function pageOfItineraries(
  sql: Queryable,
  { is_curated, ...listQuery }: Listing & { is_curated?: boolean | undefined },
  { by }: { by: Actor },
  now: Date,
): Promise<Page<ItineraryEntry>> {
  return readListPage(
    sql,
    listQuery,
    sql`
      select i.id, i.title, i.summary, i.is_curated, i.published_at,
        (select count(*)::int from itinerary_stops s where s.itinerary_id = i.id) as stops
      from itineraries i
      where ${isReadableBy(sql, by, now)}
        and ${is_curated === undefined ? sql`true` : sql`i.is_curated = ${is_curated}`}`,
  )
}

/** Returns an itinerary that the actor may read, with its stops in order. */
export async function findListedItinerary(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
  now: Date,
): Promise<WholeItinerary | undefined> {
  const [itinerary] = await sql<WholeItinerary[]>`
    select i.id, i.title, i.summary, i.is_curated, i.published_at, i.party, i.begins_at, i.travel, i.version as edition,
      version_of(to_jsonb(i)) as version, coalesce((
      select jsonb_agg(
        jsonb_build_object(
          ${stopFields(sql)}, 'name', coalesce(s.name, v.name), 'place', s.place, 'vineyard_id', v.id,
          'experience_id', case when v.id is not null then s.experience_id end
        )
        order by s.place
      )
      from itinerary_stops s
        left join vineyards v on v.id = s.vineyard_id and (v.is_visible or ${by.actor === 'admin'})
        left join experiences e on e.id = s.experience_id
      where s.itinerary_id = i.id
    ), '[]') as stops
    from itineraries i
    where i.id = ${id} and ${isReadableBy(sql, by, now)}`
  return itinerary
}
