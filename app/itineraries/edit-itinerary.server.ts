import type { Sql, Transaction } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { StopDetails, StopDraft, ItineraryEditProblem } from './editing.ts'
import type { Itinerary, Stop } from './itinerary.ts'

/** A stop as the rules of editing see it: what was cancelled binds it no longer. */
export function draftOf({ vineyard, experience, booked, booking, ...stop }: Stop): StopDraft {
  const { id, day, name, note, start_time, minutes, latitude, longitude } = stop
  return {
    id,
    day,
    name,
    note,
    start_time,
    minutes,
    latitude,
    longitude,
    vineyard_id: vineyard?.id ?? null,
    experience_id: experience?.id ?? null,
    booking_id: booked ? (booking?.id ?? null) : null,
  }
}

/**
 * Writes details and stops down as they are to be, if nobody changed the itinerary since that version was read; all or
 * nothing. 'changed' where somebody did. Only the maker gets this far: `key_hash` is checked once more.
 */
export async function writeItinerary(
  sql: Sql,
  { id, version }: Pick<Itinerary, 'id' | 'version'>,
  key_hash: Buffer,
  details: StopDetails,
  stops: StopDraft[],
): Promise<Result<undefined, ItineraryEditProblem | 'changed'>> {
  return sql.begin(async (one) => {
    const { title, summary, visit_date, party, begins_at } = details
    const mine = await one`
      update itineraries i
      set title = ${title}, summary = ${summary}, visit_date = ${visit_date}, party = ${party},
        begins_at = ${begins_at}, version = version + 1
      where id = ${id} and version = ${version} and may_change_itinerary(i, ${key_hash})`
    if (mine.count === 0) return refused('changed' as const)
    await writeStops(one, id, stops)
    return ok(undefined)
  })
}

/** Puts the stops of an itinerary as they are to be: those with an id stay what they are, those left out go. */
export async function writeStops(one: Transaction, id: string, stops: StopDraft[]): Promise<void> {
  await one`set constraints all deferred`
  const kept = stops.flatMap((stop) => (stop.id === null ? [] : [stop.id]))
  await one`delete from itinerary_stops where itinerary_id = ${id} and id <> all (${kept}::uuid[])`
  await one`
      insert into itinerary_stops as s (
        id, itinerary_id, place, day, vineyard_id, experience_id, name, note, start_time, minutes, latitude,
        longitude, booking_id
      )
      select
        coalesce(t.id, gen_random_uuid()), ${id}, t.place, t.day, t.vineyard_id, t.experience_id, t.name, t.note,
        t.start_time, t.minutes, t.latitude, t.longitude, t.booking_id
      from jsonb_to_recordset(${one.json(stops.map((stop, n) => ({ ...stop, place: n + 1 })))}) as t (
        id uuid, place smallint, day smallint, vineyard_id uuid, experience_id uuid, name text, note text,
        start_time time, minutes smallint, latitude double precision, longitude double precision, booking_id uuid
      )
      on conflict (id) do update set
        place = excluded.place, day = excluded.day, experience_id = excluded.experience_id, note = excluded.note,
        start_time = excluded.start_time, minutes = excluded.minutes
      where s.itinerary_id = ${id}`
}
