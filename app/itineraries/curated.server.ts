import type { AdminActor } from '../accounts/actor.ts'
import { changeRow, type RowEditProblem, type Noun } from '../accounts/staff-edit.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { writeStops } from './edit-itinerary.server.ts'
import type { StopDraft } from './editing.ts'

export const itineraryNoun: Noun = { table: 'itineraries', noun: 'itinerary', of_vineyard: null }

type How = { by: AdminActor; seen: string | null }
type Changes = {
  title?: string
  summary?: string | null
  party?: number
  begins_at?: string
  is_published?: boolean
}

/** Whether it is one of ours: a visitor's own is none of an admin's business. */
export async function isCurated(sql: Queryable, id: string): Promise<boolean> {
  const [one] = await sql`select from itineraries where id = ${id} and is_curated`
  return one !== undefined
}

/** Changes what is said of a curated itinerary, shows it to everybody or withdraws it. */
export async function changeItinerary(
  sql: Sql,
  id: string,
  { is_published, ...changes }: Changes,
  how: How,
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  if (!(await isCurated(sql, id))) return refused({ kind: 'absent' })
  const published_at = is_published === undefined ? undefined : is_published ? now.toISOString() : null
  return changeRow(sql, itineraryNoun, id, { ...changes, published_at }, how, now)
}

/** Puts a curated itinerary's stops as they are to be, all or none, with their entry in the audit. */
export async function changeStops(
  sql: Sql,
  id: string,
  stops: StopDraft[],
  { by, seen }: How,
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem | { kind: 'unknown' }>> {
  return sql.begin(async (one) => {
    const [held] = await one<{ version: string }[]>`
      select version_of(to_jsonb(i)) as version from itineraries i where i.id = ${id} and i.is_curated for update`
    if (!held) return refused({ kind: 'absent' as const })
    if (seen !== null && seen !== held.version) return refused({ kind: 'stale' as const })
    if (!(await areOurs(one, stops))) return refused({ kind: 'unknown' as const })
    const before = await storedStops(one, id)
    await writeStops(one, id, stops)
    const after = await storedStops(one, id)
    await one`
      select note_audit(
        'admin', ${by.actor_id}, 'itinerary', ${id}, null, ${one.json({ stops: before })}, ${one.json({ stops: after })},
        ${now}
      )`
    const [now_] = await one<[{ version: string }]>`
      update itineraries i set version = version + 1 where i.id = ${id}
      returning version_of(to_jsonb(i)) as version`
    return ok({ version: now_.version })
  })
}

/** Whether the vineyards are there, each with the experience that is named with it; they then stay so until the end. */
async function areOurs(sql: Queryable, stops: StopDraft[]): Promise<boolean> {
  const vineyards = [...new Set(stops.flatMap(({ vineyard_id }) => vineyard_id ?? []))]
  const offers = stops.flatMap(({ vineyard_id, experience_id }) =>
    experience_id === null ? [] : [{ vineyard_id, experience_id }],
  )
  const there = await sql`select from vineyards where id = any (${vineyards}::uuid[]) for key share`
  const offered = await sql<{ id: string; vineyard_id: string }[]>`
    select id, vineyard_id from experiences
    where id = any (${offers.map(({ experience_id }) => experience_id)}::uuid[]) for key share`
  return (
    there.count === vineyards.length &&
    offers.every((offer) =>
      offered.some(({ id, vineyard_id }) => id === offer.experience_id && vineyard_id === offer.vineyard_id),
    )
  )
}

async function storedStops(sql: Queryable, id: string) {
  const [{ stops }] = await sql<[{ stops: Record<string, string | number | null>[] }]>`
    select coalesce(jsonb_agg(to_jsonb(s) - 'itinerary_id' order by s.place), '[]') as stops
    from itinerary_stops s where s.itinerary_id = ${id}`
  return stops
}
