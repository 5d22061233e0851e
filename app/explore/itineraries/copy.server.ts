import { hashToken, isToken } from '../../people/sign-in/session.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import type { Itinerary, Stop } from './itinerary.ts'
import { draftOf, writeStops } from './edit-itinerary.server.ts'
import { createItinerary } from './itinerary.server.ts'
import { readOpenings } from './open-itinerary.server.ts'
import { type Day, isDay } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { ok, type Result, refused } from '../../platform/result.ts'

/**
 * Copies an itinerary for another day and party, without the location where its maker stays. Sending the same request
 * again does not make a second copy.
 */
export async function copyItinerary(
  sql: Sql,
  original: Pick<Itinerary, 'title' | 'summary' | 'begins_at' | 'travel' | 'stops'>,
  { id, key, visit_date, party }: CopyRequest,
  now: Date,
): Promise<CopyResult> {
  const { title, summary, begins_at, travel, stops } = original
  // The original's bookings are not copied: the copy has their times as planned times.
  const unbooked = stops.map((stop): Stop => {
    const start_time = stop.booked?.start_time ?? stop.start_time
    return { ...stop, start_time, booked: null, booking: null }
  })
  const openings = await readOpenings(sql, { visit_date, party, stops: unbooked }, now)
  const listed = unbooked.filter(({ vineyard }) => vineyard === null || vineyard.is_visible)
  // A planned time that cannot be booked is dropped.
  const isLost = ({ id: stop, start_time }: Stop) =>
    start_time !== null && (openings.get(stop)?.kind ?? 'free') !== 'free'
  const drafts = listed.map((stop) => ({
    ...draftOf(stop),
    id: null,
    ...(isLost(stop) && { start_time: null }),
  }))
  await inTransaction(sql, async (tx) => {
    const itinerary = { id, title, summary, visit_date, party, begins_at, travel, key_hash: hashToken(key) }
    if (await createItinerary(tx, itinerary, now)) await writeStops(tx, id, drafts)
  })
  return { untimed: listed.filter(isLost).length, left_out: stops.length - listed.length }
}

type CopyRequest = { id: string; key: string; visit_date: Day | null; party: number }

/** How many stops lost a time that cannot be booked, and how many stops were left out because their vineyard is hidden */
export type CopyResult = { untimed: number; left_out: number }

export const copySentences = {
  stale: 'This page was out of date. Here it is again; please try once more.',
  date: 'That isn’t a valid date.',
  past: 'That day has passed. Please choose another day, or leave the field blank.',
  party: 'Please enter the number of guests, from 1 to 100.',
  failed: 'We couldn’t make the copy just now. Please try again.',
} as const

export function readCopyRequest(form: FormData, today: Day): Result<CopyRequest, keyof typeof copySentences> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [id, key, date, party] = [text('id'), text('key'), text('visit_date'), Number(text('party'))]
  if (!isId(id) || !isToken(key)) return refused('stale')
  if (date !== '' && !isDay(date)) return refused('date')
  if (date !== '' && date < today) return refused('past')
  if (!Number.isInteger(party) || party < 1 || party > 100) return refused('party')
  return ok({ id, key, visit_date: date === '' ? null : date, party })
}

/** Returns the `copied` parameter of the copy's address. */
export function writeCopyResult({ untimed, left_out }: CopyResult): string {
  return `${untimed}-${left_out}`
}

export function readCopyResult(params: URLSearchParams): CopyResult | null {
  const [, untimed, left_out] = /^(\d{1,3})-(\d{1,3})$/.exec(params.get('copied') ?? '') ?? []
  return untimed === undefined ? null : { untimed: Number(untimed), left_out: Number(left_out) }
}
