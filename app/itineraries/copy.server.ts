import { hashToken } from '../accounts/token.server.ts'
import type { Sql } from '../platform/database.server.ts'
import { type CopyResult, type CopyRequest, copyStops } from './copying.ts'
import type { Itinerary, Stop } from './itinerary.ts'
import { addStops, beginItinerary } from './itinerary.server.ts'
import { readOpenings } from './opening.server.ts'

/** Makes an itinerary of one's own out of one that is shown, for another day and party; sent again it stays the one copy. */
export async function copyItinerary(
  sql: Sql,
  { title, summary, begins_at, stops }: Pick<Itinerary, 'title' | 'summary' | 'begins_at' | 'stops'>,
  { id, key, visit_date, party }: CopyRequest,
  now: Date,
): Promise<CopyResult> {
  // What its maker has booked is no longer wanted at that time in particular: whoever copies it books their own.
  const wanted = stops.map((stop): Stop => {
    const start_time = stop.booked?.start_time ?? stop.start_time
    return { ...stop, start_time, booked: null, booking: null }
  })
  const openings = await readOpenings(sql, { visit_date, party, stops: wanted }, now)
  const copy = copyStops(wanted, openings)
  await sql.begin(async (one) => {
    const itinerary = { id, title, summary, visit_date, party, begins_at, key_hash: hashToken(key) }
    if (await beginItinerary(one, itinerary, now)) await addStops(one, id, copy.stops)
  })
  return copy.copied
}
