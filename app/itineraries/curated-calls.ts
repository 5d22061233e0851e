import { type CallProblem, resultOf } from '../staff-client/call.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import { ok, type Result } from '../platform/result.ts'
import type { experienceApi } from '../experiences/experience.api.ts'
import type { suggestionApi } from '../search/suggestion.api.ts'
import type { vineyardApi } from '../vineyards/vineyard.api.ts'
import type { Position } from '../vineyards/position.ts'
import { minutesOf } from './clock.ts'
import type { ExperienceChoice } from './edit-action.server.ts'
import { daysOf, positionOf, type Stop, timed } from './itinerary.ts'
import type { itineraryApi } from './itinerary.api.ts'
import type { TimedDay } from './open-itinerary.server.ts'
import { estimateLegs } from './travel.ts'
import { passThrough } from './visiting-day.ts'

export const curated = () => apiFor<typeof itineraryApi>('admin', '/api/itineraries')

/** A curated itinerary with its stops. */
export function readCurated(id: string) {
  return resultOf(curated()[':id'].$get({ param: { id } }))
}
export type Curated = Extract<Awaited<ReturnType<typeof readCurated>>, { ok: true }>['value']

/** Its stops as every page of itineraries shows them: nothing here is booked. */
export function stopsOf({ stops }: Curated): Stop[] {
  return stops.map((stop) => ({
    ...stop,
    name: stop.vineyard ? null : stop.name,
    booked: null,
    booking: null,
  }))
}

/** Its days with the times that come of them, the ways guessed by distance. */
export function curatedDays(itinerary: Curated): TimedDay[] {
  return daysOf(stopsOf(itinerary)).map(({ day, stops }) => {
    const legs = estimateLegs(stops.map(positionOf))
    const passings = passThrough(stops.map(timed), legs, minutesOf(itinerary.begins_at))
    const points = passings.map((passing, n) => ({
      stop: stops[n] as Stop,
      passing,
      leg: legs[n - 1]?.[n] ?? null,
    }))
    return { day, points }
  })
}

/** What the stops' vineyards offer; one that can not be asked offers nothing for now. */
export async function choicesOf({ stops }: Curated): Promise<ExperienceChoice[]> {
  const ids = [...new Set(stops.flatMap(({ vineyard_id }) => vineyard_id ?? []))]
  const asked = apiFor<typeof experienceApi>('admin', '/api/experiences').index
  const found = await Promise.all(
    ids.map((vineyard_id) =>
      resultOf(asked.$get({ query: { vineyard_id, is_active: 'true', limit: '100' } })),
    ),
  )
  return found.flatMap((one) => (one.ok ? one.value.items : []))
}

/** The vineyards visitors see that somebody may mean. */
export function vineyardsFor(search: string) {
  const asked = apiFor<typeof vineyardApi>('admin', '/api/vineyards').index
  return resultOf(asked.$get({ query: { search, is_visible: 'true', limit: '8' } }))
}

/** Where a town or a postcode is; null where we know none of that name. */
export async function positionFor(search: string): Promise<Result<Position | null, CallProblem>> {
  const asked = apiFor<typeof suggestionApi>('admin', '/api/suggestions').index
  const answer = await resultOf(asked.$get({ query: { search } }))
  if (!answer.ok) return answer
  const place = answer.value.suggestions.find((one) => 'latitude' in one)
  return ok(place ?? null)
}
