import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { editStops, type StopDraft } from './editing.ts'
import { type ItineraryDetails, type ItineraryEditProblem, readDetails } from './edit-form.ts'
import type { Itinerary, Stop } from './itinerary.ts'
import { isId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.server.ts'
import type { MeasureRoads } from '../../catalogue/stations/station.server.ts'
import { findStay, readDayLegs } from './travel.server.ts'

/** Returns a stop as a draft. A cancelled booking no longer restricts how the stop may be changed. */
export function draftOf({ vineyard, experience, booked, booking, ...stop }: Stop) {
  return {
    ...stop,
    vineyard_id: vineyard?.id ?? null,
    experience_id: experience?.id ?? null,
    booking_id: booked ? (booking?.id ?? null) : null,
  }
}

/** Writes the details and stops, all or nothing. Refuses with 'changed' if the version or the key no longer match. */
export async function writeItinerary(
  sql: Sql,
  { id, version }: Pick<Itinerary, 'id' | 'version'>,
  key_hash: Buffer,
  details: ItineraryDetails,
  stops: StopDraft[],
): Promise<Result<undefined, ItineraryEditProblem | 'changed'>> {
  return inTransaction(sql, async (tx) => {
    const { title, summary, visit_date, party, begins_at } = details
    const updated = await tx`
      update itineraries i
      set title = ${title}, summary = ${summary}, visit_date = ${visit_date}, party = ${party},
        begins_at = ${begins_at}, version = version + 1
      where id = ${id} and version = ${version} and may_change_itinerary(i, ${key_hash})`
    if (updated.count === 0) return refused('changed' as const)
    await writeStops(tx, id, stops)
    return ok(undefined)
  })
}

/**
 * Replaces the stops of an itinerary: updates the stops with an id, inserts the stops without one, and deletes all others.
 * Fields that a stop lacks become null.
 */
export async function writeStops(tx: Queryable, id: string, stops: StopDraft[]): Promise<void> {
  await tx`set constraints all deferred`
  const ids = stops.flatMap((stop) => stop.id ?? [])
  await tx`delete from itinerary_stops where itinerary_id = ${id} and id <> all (${ids}::uuid[])`
  await tx`
      insert into itinerary_stops as s (
        id, itinerary_id, place, day, vineyard_id, experience_id, name, note, start_time, minutes, latitude,
        longitude, booking_id
      )
      select
        coalesce(t.id, gen_random_uuid()), ${id}, t.place, t.day, t.vineyard_id, t.experience_id, t.name, t.note,
        t.start_time, t.minutes, t.latitude, t.longitude, t.booking_id
      from jsonb_to_recordset(${tx.json(stops.map((stop, n) => ({ ...stop, place: n + 1 })))}) as t (
        id uuid, place smallint, day smallint, vineyard_id uuid, experience_id uuid, name text, note text,
        start_time time, minutes smallint, latitude double precision, longitude double precision, booking_id uuid
      )
      on conflict (id) do update set
        place = excluded.place, day = excluded.day, experience_id = excluded.experience_id, note = excluded.note,
        start_time = excluded.start_time, minutes = excluded.minutes
      where s.itinerary_id = ${id}`
}

/** An experience that can be chosen for a stop */
export type ExperienceChoice = { id: string; vineyard_id: string; title: string }

/** Returns the active experiences of the stops' vineyards, cheapest first. */
export async function listChoices(sql: Sql, stops: Stop[]): Promise<ExperienceChoice[]> {
  const vineyardIds = stops.flatMap(({ vineyard }) => vineyard?.id ?? [])
  return sql<ExperienceChoice[]>`
    select id, vineyard_id, title from experiences
    where vineyard_id = any (${vineyardIds}::uuid[]) and is_active
    order by price_per_person, id`
}

/** Changes an itinerary as the form requests; undefined for an unknown form. Refuses as `writeItinerary` does. */
export async function editItinerary(
  sql: Sql,
  log: Log,
  measure: MeasureRoads,
  itinerary: Itinerary,
  key_hash: Buffer,
  form: FormData,
): Promise<Result<undefined, ItineraryEditProblem | 'changed'> | undefined> {
  const drafts = itinerary.stops.map(draftOf)
  if (form.get('intent') === 'details') {
    const fixed = drafts.some(({ booking_id }) => booking_id)
    const details = readDetails(form, itinerary, fixed)
    return details.ok ? writeItinerary(sql, itinerary, key_hash, details.value, drafts) : details
  }
  const stops = await editStops<never>(itinerary, drafts, form, {
    experiences: () => listChoices(sql, itinerary.stops),
    hasVineyard: async (id) =>
      isId(id) && (await sql`select from vineyards where id = ${id} and is_visible`).count > 0,
    position: async (near) => ok((await findStay(sql, log, near)).near),
    legs: async (positions) => (await readDayLegs(sql, measure, itinerary, positions)).legs,
  })
  return stops?.ok ? writeItinerary(sql, itinerary, key_hash, itinerary, stops.value) : stops
}
