import { type CallProblem, isStale, problemSentence, resultOf, ifMatch } from '../../staff-client/call.ts'
import { ok, type Result } from '../../platform/result.ts'
import type { Difference } from '../../ui/forms/edit-form.tsx'
import { differencesIn } from '../../catalogue/save-result.ts'
import { estimateLegs } from './drive.ts'
import { editStops, type StopDraft } from './editing.ts'
import {
  type ItineraryEditProblem,
  editSentences,
  readDetails,
  type ItineraryDetails,
  type ItineraryRefusal,
  editRefusal,
  formRefusal,
} from './edit-form.ts'
import { daysOf, positionOf, type Stop, timeDay, type TimedDay } from './itinerary.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import type { experienceApi } from '../../catalogue/experiences/experience.api.ts'
import type { suggestionApi } from '../search/suggestion.api.ts'
import type { vineyardApi } from '../../catalogue/vineyards/vineyard.api.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'
import type { ExperienceChoice } from './edit-itinerary.server.ts'
import { isTravel, type Travel, waysToTravel } from './means-of-travel.ts'
import type { itineraryApi } from './itinerary.api.ts'

/** The result of an action in the editor; `problem` is null on success. */
type CuratedAction = {
  problem: string | null
  message: string | null
  call: CallProblem | null
  /** Another admin's changes to the details since the form was opened. */
  conflict?: { version: string; differences: Difference[] }
  /** The refused form, to be shown again. */
  refusal?: ItineraryRefusal
}

const changedMeanwhile =
  'Somebody else has changed this in the meantime. The latest version is shown below; please make your change again.'

const failure = (problem: string, call: CallProblem | null = null): CuratedAction => ({
  problem,
  message: null,
  call,
})
const refusal = (problem: ItineraryEditProblem, form: FormData): CuratedAction => ({
  ...failure(editSentences[problem]),
  refusal: editRefusal(form, problem),
})

/** Runs the action that the form names, unless the itinerary has changed since the form was shown. */
export async function runCuratedAction(id: string, form: FormData): Promise<CuratedAction> {
  const current = await readCurated(id)
  if (!current.ok) return failure(problemSentence(current.problem), current.problem)
  const over = form.get('over')
  const intent = over === null ? String(form.get('intent')) : 'details'
  if (intent === 'details') {
    // Only the details are compared: changed stops do not conflict with them.
    const mine = Object.fromEntries(form) as Record<string, unknown> as CuratedDetails
    const differences = differencesIn(labels, textOf, { opened: openedIn(form), theirs: current.value, mine })
    if (differences.length > 0 && over !== current.value.version)
      return { ...failure(changedMeanwhile), conflict: { version: current.value.version, differences } }
  } else if (Number(form.get('version')) !== current.value.edition) {
    return { ...failure(changedMeanwhile), refusal: formRefusal(form, changedMeanwhile) }
  }
  const [itinerary, param, headers] = [curated()[':id'], { id }, ifMatch(current.value.version)]
  const settle = (result: Result<unknown, CallProblem>, message: string | null = null) =>
    result.ok
      ? { problem: null, message, call: null }
      : failure(isStale(result.problem) ? changedMeanwhile : problemSentence(result.problem), result.problem)

  if (intent === 'publish' || intent === 'withdraw') {
    const is_published = intent === 'publish'
    const changed = await resultOf(itinerary.$patch({ param, json: { is_published } }, headers))
    return settle(changed, is_published ? 'It’s now public.' : 'It’s now visible to admins only.')
  }
  if (intent === 'details') {
    const details = readDetails(form, { visit_date: null }, false)
    if (!details.ok) return refusal(details.problem, form)
    const { visit_date: _any, ...typed } = details.value
    const travel = String(form.get('travel'))
    const edited = { ...typed, travel: isTravel(travel) ? travel : current.value.travel }
    const opened = openedIn(form)
    const changed = fields.filter((field) => textOf(opened, field) !== textOf(edited, field))
    const json = Object.fromEntries(changed.map((field) => [field, edited[field]]))
    return settle(await resultOf(itinerary.$patch({ param, json }, headers)), 'Saved.')
  }
  // The same rules as for visitors' edits apply.
  const stops = await editStops<CallProblem>(current.value, draftsOf(current.value), form, {
    experiences: () => choicesOf(current.value),
    // The API itself refuses unknown vineyards, so this check always passes.
    hasVineyard: () => Promise.resolve(true),
    position: async (near) => (near === '' ? ok(null) : positionFor(near)),
    legs: async (positions) => estimateLegs(positions),
  })
  if (!stops) throw new Error(`The editor has no action ${intent}`)
  if (!stops.ok) {
    const { problem } = stops
    return typeof problem === 'string' ? refusal(problem, form) : failure(problemSentence(problem), problem)
  }
  return settle(await resultOf(itinerary.stops.$put({ param, json: { stops: stops.value } }, headers)))
}

function draftsOf({ stops }: Curated): StopDraft[] {
  return stops.map(({ place: _place, vineyard, experience: _experience, ...stop }) => ({
    ...stop,
    name: vineyard ? null : stop.name,
  }))
}

/** Returns the stops of an itinerary as new stops, without ids. */
export function newStopsOf(itinerary: Curated): StopDraft[] {
  return draftsOf(itinerary).map((stop) => ({ ...stop, id: null }))
}

export const curated = () => apiFor<typeof itineraryApi>('admin', '/api/itineraries')

export function readCurated(id: string) {
  return resultOf(curated()[':id'].$get({ param: { id } }))
}
export type Curated = Extract<Awaited<ReturnType<typeof readCurated>>, { ok: true }>['value']

/** Returns the days with the times of their stops. Driving times are estimated from distances. */
export function curatedDays(itinerary: Curated): TimedDay[] {
  return daysOf<Stop>(itinerary.stops).map((day) =>
    timeDay(day, estimateLegs(day.stops.map(positionOf)), itinerary.begins_at),
  )
}

/** Returns the active experiences of the stops' vineyards. Vineyards whose request fails are left out. */
export async function choicesOf({ stops }: Curated): Promise<ExperienceChoice[]> {
  const ids = [...new Set(stops.flatMap(({ vineyard_id }) => vineyard_id ?? []))]
  const experiences = apiFor<typeof experienceApi>('admin', '/api/experiences').index
  const lists = await Promise.all(
    ids.map((vineyard_id) =>
      resultOf(experiences.$get({ query: { vineyard_id, is_active: 'true', limit: '100' } })),
    ),
  )
  return lists.flatMap((list) => (list.ok ? list.value.items : []))
}

/** Returns the visible vineyards that match a search. */
export function vineyardsFor(search: string) {
  const vineyards = apiFor<typeof vineyardApi>('admin', '/api/vineyards').index
  return resultOf(vineyards.$get({ query: { search, is_visible: 'true', limit: '8' } }))
}

/** Returns the position of a town or postcode; null when it is unknown. */
async function positionFor(search: string): Promise<Result<Position | null, CallProblem>> {
  const suggestions = apiFor<typeof suggestionApi>('admin', '/api/suggestions').index
  const answer = await resultOf(suggestions.$get({ query: { search } }))
  if (!answer.ok) return answer
  const location = answer.value.suggestions.find((suggestion) => 'latitude' in suggestion)
  return ok(location ?? null)
}

/** The fields of a curated itinerary that admins edit, apart from its stops. */
type CuratedDetails = Omit<ItineraryDetails, 'visit_date'> & { travel: Travel }

const labels: Record<keyof CuratedDetails, string> = {
  title: 'Name',
  summary: 'What the plan is about',
  party: 'Guests',
  begins_at: 'Start of the day',
  travel: 'How people travel',
}
const fields = Object.keys(labels) as (keyof CuratedDetails)[]

/** Returns a field as text: a time as 'HH:mm', the travel by its label. */
function textOf(details: CuratedDetails, field: keyof CuratedDetails): string {
  if (field === 'travel') return waysToTravel[details.travel]
  const text = String(details[field] ?? '')
  return field === 'begins_at' ? text.slice(0, 5) : text
}

/** Returns the details as they were when the form was opened. */
const openedIn = (form: FormData): CuratedDetails => JSON.parse(String(form.get('seen')))
