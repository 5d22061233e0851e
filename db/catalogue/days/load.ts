import type { Transaction } from '../../../app/platform/database.server.ts'
import { starterDays } from './days.ts'

/**
 * Puts in the itineraries the site begins with, as long as there is no curated one at all: what an editor took away stays
 * away. Returns how many were put in.
 */
export async function loadStarterDays(sql: Transaction): Promise<number> {
  const [{ begun }] = await sql<[{ begun: boolean }]>`
    select exists (select from itineraries where is_curated) as begun`
  if (begun) return 0
  for (const { stops, ...day } of starterDays) {
    await sql`insert into itineraries ${sql({ ...day, is_curated: true })}`
    const rows = stops.map((stop, n) => ({ ...stop, place: n + 1 }))
    await sql`
      insert into itinerary_stops (
        itinerary_id, place, day, vineyard_id, experience_id, name, note, start_time, minutes, latitude, longitude
      )
      select
        ${day.id}, s.place, s.day, s.vineyard_id, s.experience_id, s.name, s.note, s.start_time, s.minutes,
        s.latitude, s.longitude
      from jsonb_populate_recordset(null::itinerary_stops, ${JSON.stringify(rows)}::text::jsonb) s
      order by s.place`
  }
  return starterDays.length
}
