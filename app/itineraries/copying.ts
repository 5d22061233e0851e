import { type Day, isDay } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { NewStop } from './itinerary.server.ts'
import type { Stop } from './itinerary.ts'
import type { Opening } from './opening.ts'

/** What somebody says who makes a copy: for when and how many, and the id and key that it is to have. */
export type CopyRequest = { id: string; key: string; visit_date: Day | null; party: number }

/** How many starts were taken off a copy because they can not be booked, and how many stops are no longer listed. */
export type CopyResult = { untimed: number; left_out: number }

export const copySentences = {
  stale: 'This page is too old for that. Below it is anew; please press once more.',
  date: 'That is not a day in the calendar.',
  past: 'That day has passed. Please choose another, or none.',
  party: 'Please say how many of you are coming, from 1 to 100.',
  failed: 'The copy could not be made just now. Please try again.',
} as const

export function readCopyRequest(form: FormData, today: Day): Result<CopyRequest, keyof typeof copySentences> {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const [id, key, date, party] = [said('id'), said('key'), said('visit_date'), Number(said('party'))]
  if (!isId(id) || !/^[\w-]{43}$/.test(key)) return refused('stale')
  if (date !== '' && !isDay(date)) return refused('date')
  if (date !== '' && date < today) return refused('past')
  if (!Number.isInteger(party) || party < 1 || party > 100) return refused('party')
  return ok({ id, key, visit_date: date === '' ? null : date, party })
}

/**
 * The stops of a copy: every one that is still listed, with the start it was planned for unless that can not be booked.
 * Of bookings nothing is copied but when they begin.
 */
export function copyStops(
  stops: Stop[],
  openings: ReadonlyMap<string, Opening>,
): { stops: NewStop[]; copied: CopyResult } {
  const listed = stops.filter(({ vineyard }) => vineyard === null || vineyard.is_visible)
  const lost = (stop: Stop) => stop.start_time !== null && (openings.get(stop.id)?.kind ?? 'free') !== 'free'
  return {
    copied: { untimed: listed.filter(lost).length, left_out: stops.length - listed.length },
    stops: listed.map((stop) => ({
      day: stop.day,
      name: stop.name,
      note: stop.note,
      start_time: lost(stop) ? null : stop.start_time,
      minutes: stop.minutes,
      latitude: stop.latitude,
      longitude: stop.longitude,
      ...(stop.vineyard && { vineyard_id: stop.vineyard.id }),
      ...(stop.experience && { experience_id: stop.experience.id }),
    })),
  }
}

/** As the copy's address tells its page what became of it. */
export function writeCopyResult({ untimed, left_out }: CopyResult): string {
  return `${untimed}-${left_out}`
}

export function readCopyResult(params: URLSearchParams): CopyResult | null {
  const [, untimed, left_out] = /^(\d{1,3})-(\d{1,3})$/.exec(params.get('copied') ?? '') ?? []
  return untimed === undefined ? null : { untimed: Number(untimed), left_out: Number(left_out) }
}
