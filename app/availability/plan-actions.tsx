import { useEffect, useState } from 'react'

import { daysOfMonth, isDay, type Month } from '../platform/days.ts'
import { type CallProblem, currentIn, problemSentence, resultOf, ifMatch } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { Difference } from '../ui/forms/edit-form.tsx'
import type { planApi } from './plan.api.ts'
import { planDifferences } from './plan.ts'
import type { unavailableReasonApi } from './unavailable-reason.api.ts'
import type { DraftStart, PlannedStart } from './plan.shapes.ts'

export const plansFor = (area: StaffArea) => apiFor<typeof planApi>(area, '/api/availability_plans')

/** A plan as an editor opened it. */
export type PlanVersion = { version: string; patterns: DraftStart[] }

/** The result of saving a plan. Keys of `fields` are position and field, such as '2.start_time'; values are sentences. */
export type PlanSaveResult = {
  saved_at: number | null
  message: string | null
  fields: Record<string, string>
  conflict: { theirs: PlanVersion; differences: Difference[] } | null
}

/** Saves all starts of an experience. If somebody else saved the plan meanwhile, returns the differences. */
export async function savePlanAt(
  area: StaffArea,
  id: string,
  opened: PlanVersion,
  patterns: DraftStart[],
): Promise<PlanSaveResult> {
  const saved = await resultOf(
    plansFor(area)[':id'].$patch({ param: { id }, json: { patterns } }, ifMatch(opened.version)),
  )
  if (saved.ok) return { saved_at: performance.now(), message: null, fields: {}, conflict: null }
  const theirs = currentIn<PlanVersion>(saved.problem)
  return {
    ...planRefusal(saved.problem),
    saved_at: null,
    conflict: theirs && {
      theirs,
      differences: planDifferences(opened.patterns, theirs.patterns, patterns),
    },
  }
}

const fieldNames: Record<string, string> = {
  start_time: 'The start',
  capacity: 'The number of places',
  valid_from: 'The first day',
  valid_until: 'The last day',
  days_of_week: 'The days',
  from: 'The first day',
  until: 'The last day',
}

/** Replaces the API's field names in a refusal with the labels of the editor. */
function planRefusal(problem: CallProblem): { message: string; fields: Record<string, string> } {
  const fieldErrors = problem.kind === 'refused' ? problem.fields : {}
  const fields = Object.fromEntries(
    Object.entries(fieldErrors).map(([path, sentence]) => {
      const field = path.replace(/^patterns\./, '')
      const name = field.split('.').at(-1) ?? field
      return [field, sentence.replace(path, fieldNames[name] ?? name).replace('valid_from', 'the first day')]
    }),
  )
  return { message: Object.values(fields)[0] ?? problemSentence(problem), fields }
}

/** Milliseconds to wait after the last key press before a preview is requested. */
const typingPause = 250

export type PlanPreview = {
  /** The starts of the plan; null until the server has answered for the first time. */
  starts: PlannedStart[] | null
  /** The bookings, guests and held places outside the plan, and the number of places sold beyond its capacity. */
  left: { bookings: number; guests: number; held: number; groups: string[]; over: number }
  refusal: { message: string; fields: Record<string, string> } | null
}

const noPreview: PlanPreview = {
  starts: null,
  left: { bookings: 0, guests: 0, held: 0, groups: [], over: 0 },
  refusal: null,
}

/**
 * Returns the starts that a plan, saved or not, gives in a month. If the server refuses the plan, returns the previous
 * preview and the refusal. A new `refreshKey` requests the preview again.
 */
export function usePlanPreview(
  area: StaffArea,
  id: string,
  patterns: DraftStart[],
  month: Month,
  refreshKey: unknown,
): PlanPreview {
  const [preview, setPreview] = useState(noPreview)
  useEffect(() => {
    let isCurrent = true
    const days = daysOfMonth(month)
    const json = { patterns, from: days[0] ?? '', until: days.at(-1) ?? '' }
    const timer = setTimeout(async () => {
      const result = await resultOf(plansFor(area)[':id'].preview.$post({ param: { id }, json }))
      if (!isCurrent) return
      if (result.ok) {
        const { starts, ...left } = result.value
        setPreview({ starts, left, refusal: null })
      } else setPreview((last) => ({ ...last, refusal: planRefusal(result.problem) }))
    }, typingPause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [area, id, patterns, month, refreshKey])
  return preview
}

/** The day, start and party size in the URL of a page that explains why such a visit cannot be booked. */
export type UnavailableQuery = { day: string | null; time: string; guests: string }

export function readUnavailableQuery(search: URLSearchParams): UnavailableQuery {
  const day = search.get('day')
  const [time, guests] = [search.get('time') ?? '', search.get('guests') ?? '']
  return { day: day !== null && isDay(day) ? day : null, time, guests }
}

/** Returns why a day cannot be booked. */
export function fetchUnavailableReasons(
  area: StaffArea,
  experience_id: string,
  day: string,
  { time, guests }: UnavailableQuery,
) {
  const query = { experience_id, day, ...(time && { start_time: time }), ...(guests && { guests }) }
  return resultOf(apiFor<typeof unavailableReasonApi>(area, '/api/unavailable_reasons').index.$get({ query }))
}
