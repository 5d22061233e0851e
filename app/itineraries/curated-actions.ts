import { type CallProblem, isStale, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Difference } from '../ui/conflict.tsx'
import { curatedChangesFrom, differencesIn, seenIn } from './curated-details.ts'
import { bestOrder } from './best-order.ts'
import { minutesOf } from './clock.ts'
import { choicesOf, type Curated, curated, positionFor, readCurated, stopsOf } from './curated-calls.ts'
import {
  addStop,
  changeStop,
  type StopDraft,
  dropStop,
  type ItineraryEditProblem,
  editSentences,
  moveStop,
  orderDay,
  readDetails,
  readPlaceStop,
  removeStop,
} from './editing.ts'
import { daysOf, positionOf, timed } from './itinerary.ts'
import { type ItineraryRefusal, editRefusal } from './refused-edit.ts'
import { estimateLegs } from './travel.ts'

/** What a press in the editor came to; `problem` is null where it was done. */
export type CuratedAction = {
  problem: string | null
  said: string | null
  call: CallProblem | null
  /** What somebody else wrote of the day itself since its form was opened. */
  conflict?: { version: string; differences: Difference[] }
  /** What was typed wrongly, for the form it stood in. */
  refusal?: ItineraryRefusal
}

export const changedMeanwhile =
  'Somebody else has changed this meanwhile. Below is how it stands now; please make your change again.'

const done = (said: string | null = null): CuratedAction => ({ problem: null, said, call: null })
const no = (problem: string, call: CallProblem | null = null): CuratedAction => ({
  problem,
  said: null,
  call,
})
const wrong = (problem: ItineraryEditProblem, form: FormData): CuratedAction => ({
  ...no(editSentences[problem]),
  refusal: editRefusal(problem, form),
})

/** Does what the sent form says, on the itinerary as it stands, unless that is no longer what was shown. */
export async function runCuratedAction(id: string, form: FormData): Promise<CuratedAction> {
  const now = await readCurated(id)
  if (!now.ok) return no(problemSentence(now.problem), now.problem)
  const over = form.get('over')
  const intent = over === null ? String(form.get('intent')) : 'details'
  if (intent === 'details') {
    // Stops that came and went meanwhile stand in nobody's way here.
    const differences = differencesIn(form, now.value)
    if (differences.length > 0 && over !== now.value.version)
      return { ...no(changedMeanwhile), conflict: { version: now.value.version, differences } }
  } else if (Number(form.get('version')) !== now.value.edition) {
    const sentence = changedMeanwhile
    return { ...no(sentence), refusal: editRefusal({ sentence }, form) }
  }
  const headers = seenAs(now.value.version)
  const settle = (result: Result<unknown, CallProblem>, said: string | null = null) =>
    result.ok
      ? done(said)
      : no(isStale(result.problem) ? changedMeanwhile : problemSentence(result.problem), result.problem)

  if (intent === 'publish' || intent === 'withdraw') {
    const is_published = intent === 'publish'
    const changed = await resultOf(
      curated()[':id'].$patch({ param: { id }, json: { is_published } }, headers),
    )
    return settle(changed, is_published ? 'Everybody sees it now.' : 'Only admins see it now.')
  }
  if (intent === 'details') {
    const details = readDetails(form, { visit_date: null }, false)
    if (!details.ok) return wrong(details.problem, form)
    const { visit_date: _any, ...written } = details.value
    const json = curatedChangesFrom(seenIn(form), written)
    return settle(await resultOf(curated()[':id'].$patch({ param: { id }, json }, headers)), 'Saved.')
  }
  const stops = await stopsAfter(now.value, intent, form)
  if (!stops.ok) {
    const { problem } = stops
    return typeof problem === 'string' ? wrong(problem, form) : no(problemSentence(problem), problem)
  }
  const json = { stops: sent(stops.value) }
  return settle(await resultOf(curated()[':id'].stops.$put({ param: { id }, json }, headers)))
}

/** The stops as a press makes them: the same rules by which visitors change theirs. */
async function stopsAfter(
  itinerary: Curated,
  intent: string,
  form: FormData,
): Promise<Result<StopDraft[], ItineraryEditProblem | CallProblem>> {
  const stops = draftsOf(itinerary)
  const id = String(form.get('stop') ?? '')
  const day = Math.min(Math.max(Number(form.get('day')) || 0, 0), 2)
  switch (intent) {
    case 'up':
      return moveStop(stops, id, -1)
    case 'down':
      return moveStop(stops, id, 1)
    case 'drop':
      return dropStop(stops, id, String(form.get('before') ?? '') || null)
    case 'remove':
      return removeStop(stops, id)
    case 'change':
      return changeStop(stops, id, form, await choicesOf(itinerary))
    case 'add_vineyard':
      return addStop(stops, { day, vineyard_id: String(form.get('vineyard')) })
    case 'add_place': {
      const near = String(form.get('near') ?? '').trim()
      const position = near === '' ? ok(null) : await positionFor(near)
      if (!position.ok) return position
      const read = readPlaceStop(form, position.value)
      return read.ok ? addStop(stops, { day, ...read.value }) : read
    }
    case 'order': {
      const there = daysOf(stopsOf(itinerary)).find((one) => one.day === day)
      if (!there) return refused('gone')
      const legs = estimateLegs(there.stops.map(positionOf))
      return ok(orderDay(stops, day, bestOrder(there.stops.map(timed), legs, minutesOf(itinerary.begins_at))))
    }
    default:
      throw new Error(`The editor has no ${intent}`)
  }
}

/** The stops as the rules of editing take them. */
function draftsOf({ stops }: Curated): StopDraft[] {
  return stops.map(
    ({ id, day, vineyard_id, experience_id, name, note, start_time, minutes, latitude, longitude }) => ({
      id,
      day,
      vineyard_id,
      experience_id,
      name: vineyard_id === null ? name : null,
      note,
      start_time,
      minutes,
      latitude,
      longitude,
      booking_id: null,
    }),
  )
}

/** The stops as the API takes them. */
function sent(stops: StopDraft[]) {
  return stops.map(({ booking_id: _none, ...stop }) => stop)
}

/** The stops of an itinerary for another that is to be like it. */
export function newStopsOf(itinerary: Curated) {
  return sent(draftsOf(itinerary)).map((stop) => ({ ...stop, id: null }))
}
