import { lookAround } from '../search/near.server.ts'
import type { Sql } from '../platform/database.server.ts'
import { isId } from '../platform/ids.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { minutesOf } from './clock.ts'
import { bestOrder } from './best-order.ts'
import { draftOf } from './edit-itinerary.server.ts'
import {
  addStop,
  changeStop,
  type StopDetails,
  type StopDraft,
  dropStop,
  type ItineraryEditProblem,
  moveStop,
  orderDay,
  readDetails,
  readPlaceStop,
  removeStop,
} from './editing.ts'
import { daysOf, type Itinerary, positionOf, timed } from './itinerary.ts'
import type { Routing } from './proposal.server.ts'

type Change = { details?: StopDetails; stops?: StopDraft[] }

/** An experience a stop may be for. */
export type ExperienceChoice = { id: string; vineyard_id: string; title: string }

/** The active experiences of these vineyards, for a stop to choose from. */
export async function listChoices(sql: Sql, vineyardIds: string[]): Promise<ExperienceChoice[]> {
  return sql<ExperienceChoice[]>`
    select id, vineyard_id, title from experiences
    where vineyard_id = any (${vineyardIds}::uuid[]) and is_active
    order by price_per_person, id`
}

/** What the sent form makes of an itinerary; nothing is written. Undefined for a form this page does not have. */
export async function readItineraryChange(
  sql: Sql,
  log: Log,
  routing: Routing,
  itinerary: Itinerary,
  form: FormData,
): Promise<Result<Change, ItineraryEditProblem> | undefined> {
  const stops = itinerary.stops.map(draftOf)
  const id = String(form.get('stop') ?? '')
  const day = Math.min(Math.max(Number(form.get('day')) || 0, 0), 2)
  const asStops = (result: Result<StopDraft[], ItineraryEditProblem>) =>
    result.ok ? ok({ stops: result.value }) : result
  switch (form.get('intent')) {
    case 'details': {
      const fixed = stops.some(({ booking_id }) => booking_id !== null)
      const details = readDetails(form, itinerary, fixed)
      return details.ok ? ok({ details: details.value }) : details
    }
    case 'up':
      return asStops(moveStop(stops, id, -1))
    case 'down':
      return asStops(moveStop(stops, id, 1))
    case 'drop':
      return asStops(dropStop(stops, id, String(form.get('before') ?? '') || null))
    case 'remove':
      return asStops(removeStop(stops, id))
    case 'change': {
      const ids = stops.flatMap(({ vineyard_id }) => vineyard_id ?? [])
      return asStops(changeStop(stops, id, form, await listChoices(sql, ids)))
    }
    case 'add_vineyard': {
      const vineyard_id = String(form.get('vineyard') ?? '')
      const known = isId(vineyard_id) && (await isShown(sql, vineyard_id))
      return known ? asStops(addStop(stops, { day, vineyard_id })) : refused('gone')
    }
    case 'add_place': {
      const params = new URLSearchParams({ near: String(form.get('near') ?? '') })
      const { place } = await lookAround(sql, log, params, '')
      const read = readPlaceStop(form, place.near)
      return read.ok ? asStops(addStop(stops, { day, ...read.value })) : read
    }
    case 'order': {
      const there = daysOf(itinerary.stops).find((one) => one.day === day)
      if (!there) return refused('gone')
      const legs = await routing(there.stops.map(positionOf))
      const order = bestOrder(there.stops.map(timed), legs, minutesOf(itinerary.begins_at))
      return ok({ stops: orderDay(stops, day, order) })
    }
    default:
      return undefined
  }
}

async function isShown(sql: Sql, id: string): Promise<boolean> {
  const [one] = await sql`select from vineyards where id = ${id} and is_visible`
  return one !== undefined
}
