import type { Queryable, Sql } from '../../../platform/database/database.server.ts'
import { addDays, dayOf, type Time } from '../../../platform/days.ts'
import { isId } from '../../../platform/ids.ts'
import { ok, type Result, refused } from '../../../platform/result.ts'
import { readProse } from '../../../platform/text/text.ts'
import { roughPositionOf } from '../../../catalogue/vineyards/rough-position.ts'
import { hasPosition } from '../../../catalogue/vineyards/position.ts'
import type { MeasureRoads } from '../../../catalogue/stations/station.server.ts'
import { noFilters } from '../../search/filters.ts'
import { searchVineyards } from '../../search/search.server.ts'
import { minutesOf, usualStay } from '../day-times.ts'
import { draftOf, writeItinerary } from '../edit-itinerary.server.ts'
import { type ItineraryEditProblem, readMinutes, readTime } from '../edit-form.ts'
import { fitsInstead } from './fit.ts'
import { daysOf, type Itinerary, nameOf, positionOf, type Stop, timed } from '../itinerary.ts'
import type { StopTaken } from '../itinerary.shapes.ts'
import type { ProposedVisit } from '../plan-day.ts'
import { chooseOptions, readVisitOptions } from '../proposal.server.ts'
import { readDayLegs } from '../travel.server.ts'
import { withUnreachable } from '../travel.ts'

/** How far other vineyards may be from the stop, in kilometres, and how many of them are offered */
const nearby = { kilometres: 25, most: 5 }
/** The largest number of start times that are offered for one visit */
const mostTimes = 6

/** A visit that fits into the day in place of a stop, with the starts that have places and can be reached */
export type SwapOption = Pick<ProposedVisit, 'vineyard' | 'experience'> & { starts: Time[] }

/** The visits for which a stop can be swapped: its own visit at other times, and visits to other vineyards nearby */
export type SwapOffer = { stop: string; own: SwapOption | null; others: SwapOption[] }

/** Returns the ids of the stops that the maker may swap: visits that are not booked, on days that have not passed. */
export function swappableStops({ stops, visit_date }: Itinerary, now: Date): string[] {
  return stops
    .filter(
      ({ vineyard, booked, day }) =>
        vineyard && !booked && visit_date !== null && addDays(visit_date, day) >= dayOf(now),
    )
    .map(({ id }) => id)
}

/** Returns the visits for which a stop can be swapped; null if it cannot be swapped. */
export async function offerSwap(
  sql: Sql,
  measure: MeasureRoads,
  itinerary: Itinerary,
  stop_id: string,
  now: Date,
): Promise<SwapOffer | null> {
  const { visit_date, party, stops, begins_at, travel } = itinerary
  const stop = stops.find(({ id }) => id === stop_id)
  if (!stop?.vineyard || visit_date === null || !swappableStops(itinerary, now).includes(stop_id)) return null
  const here = stop.vineyard.id
  const day = daysOf(stops).find((other) => other.day === stop.day)?.stops ?? []
  const at = day.indexOf(stop)
  const near = await listNear(sql, stop, visit_date, party, now)
  const taken = new Set(stops.map(({ vineyard }) => vineyard?.id))
  const free = near.filter((id) => !taken.has(id))
  const read = await readVisitOptions(sql, [here, ...free], addDays(visit_date, stop.day), party, now)
  const own = read.filter(({ experience }) => experience.id === stop.experience?.id)
  const others = chooseOptions(
    read.filter(({ vineyard }) => vineyard.id !== here),
    free,
  ).filter(({ vineyard }) => hasPosition(vineyard))

  const options = [...own, ...others]
  const positions = [...day.map(positionOf), ...options.map(({ vineyard }) => roughPositionOf(vineyard))]
  const { legs: known, ends } = await readDayLegs(sql, measure, itinerary, positions)
  const legs = travel === 'no_car' ? withUnreachable(known) : known
  const fitting = options.map((option, n): SwapOption & { isOwn: boolean } => {
    const isOwn = n < own.length
    const row = isOwn ? at : day.length + n
    // The first and the last stop of a day must also be reachable from where the day begins and ends.
    const isCutOff = ends !== null && (at === 0 || at === day.length - 1) && !ends[row]
    const order = day.map((_, m) => (m === at ? row : m))
    const then = order.map((from) => order.map((to) => legs[from]?.[to] ?? null))
    const lasts = (isOwn ? stop.minutes : null) ?? option.experience.duration_minutes ?? usualStay
    const starts = option.slots
      .map(({ start_time }) => start_time)
      .filter((start_time) => !isOwn || minutesOf(start_time) !== timed(stop).start)
      .filter((start_time) => {
        const instead = { start: minutesOf(start_time), lasts }
        return fitsInstead(day.map(timed), at, instead, { now: legs, then }, minutesOf(begins_at))
      })
    return {
      vineyard: option.vineyard,
      experience: option.experience,
      isOwn,
      starts: isCutOff ? [] : starts.slice(0, mostTimes),
    }
  })
  const shown = fitting.filter(({ starts }) => starts.length > 0)
  return {
    stop: stop.id,
    own: shown.find(({ isOwn }) => isOwn) ?? null,
    others: shown.filter(({ isOwn }) => !isOwn).slice(0, nearby.most),
  }
}

/** Returns the ids of vineyards near a stop, nearest first; none if the stop's position is unknown. */
async function listNear(sql: Sql, stop: Stop, date: string, guests: number, now: Date): Promise<string[]> {
  const position = positionOf(stop)
  if (!position) return []
  const near = { ...position, label: nameOf(stop) }
  const filters = { ...noFilters, date: addDays(date, stop.day), guests }
  const { hits } = await searchVineyards(sql, { search: '', filters, page: 1, near }, now)
  return hits.flatMap(({ id, distance }) => (distance !== null && distance <= nearby.kilometres ? [id] : []))
}

/** The fields of a stop that a swap changes. Their old values are stored, so that the swap can be undone. */
type Swapped = Pick<StopTaken, 'experience_id' | 'start_time' | 'minutes' | 'note'> & { vineyard_id: string }

/** The id of a stop after a swap, its fields before the swap, and whether the swap took back an earlier one. */
export type SwapDone = { stop: string; before: Swapped; isBack: boolean }

/** Swaps the stop that the form names for one of the offered visits, or takes a swap back. */
export async function swapVisit(
  sql: Sql,
  measure: MeasureRoads,
  itinerary: Itinerary,
  key_hash: Buffer,
  form: FormData,
  now: Date,
): Promise<Result<SwapDone, ItineraryEditProblem | 'changed' | 'lost'>> {
  const stop = itinerary.stops.find(({ id }) => id === form.get('stop'))
  if (!stop) return refused('gone')
  const draft = draftOf(stop)
  if (draft.booking_id !== null || draft.vineyard_id === null) return refused('booked')
  const isBack = form.get('intent') === 'swap_back'
  const wanted = isBack
    ? await readSwapped(sql, form)
    : await chosenIn(await offerSwap(sql, measure, itinerary, stop.id, now), draft, form)
  if (!wanted) return refused('lost')
  // A swap to another vineyard makes a new stop, which inherits nothing of the old stop, such as its link to a booking.
  const id = wanted.vineyard_id === draft.vineyard_id ? stop.id : crypto.randomUUID()
  const stops = itinerary.stops.map((other) =>
    other === stop ? { ...draft, ...wanted, id } : draftOf(other),
  )
  const written = await writeItinerary(sql, itinerary, key_hash, itinerary, stops)
  if (!written.ok) return written
  const { experience_id, start_time, minutes, note } = draft
  return ok({
    stop: id,
    before: { vineyard_id: draft.vineyard_id, experience_id, start_time, minutes, note },
    isBack,
  })
}

/** Returns the stop's new fields; null if the form's choice is not offered. */
async function chosenIn(
  offer: SwapOffer | null,
  draft: ReturnType<typeof draftOf>,
  form: FormData,
): Promise<Swapped | null> {
  const [experience_id, start_time] = String(form.get('choice') ?? '').split('|')
  const chosen = [offer?.own, ...(offer?.others ?? [])].find(
    (option) =>
      option?.experience.id === experience_id && option?.starts.some((start) => start === start_time),
  )
  if (!chosen || !experience_id || !start_time) return null
  const isOwn = chosen.vineyard.id === draft.vineyard_id
  const kept = isOwn ? { minutes: draft.minutes, note: draft.note } : { minutes: null, note: null }
  return { vineyard_id: chosen.vineyard.id, experience_id, start_time, ...kept }
}

/**
 * Returns the fields of a stop that a swap replaced; null if they are malformed, their vineyard is hidden or
 * the experience is gone.
 */
async function readSwapped(sql: Queryable, form: FormData): Promise<Swapped | null> {
  const text = (name: string) => String(form.get(name) ?? '')
  const [vineyard_id, experience_id] = [text('vineyard_id'), text('experience_id') || null]
  const [start_time, minutes] = [readTime(text('start_time')), readMinutes(text('minutes'))]
  const note = readProse(text('note'), 1000)
  if (!isId(vineyard_id) || (experience_id !== null && !isId(experience_id))) return null
  if (start_time === undefined || minutes === undefined || !note.ok) return null
  const [known] = await sql`
    select from vineyards v
    where v.id = ${vineyard_id} and v.is_visible and (
      ${experience_id}::uuid is null
      or exists (select from experiences e where e.id = ${experience_id} and e.vineyard_id = v.id)
    )`
  return known ? { vineyard_id, experience_id, start_time, minutes, note: note.value || null } : null
}
