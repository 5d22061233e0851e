import { type CallProblem, currentIn, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { Difference } from '../ui/conflict.tsx'
import { type DraftStart, planDifferences } from './plan.ts'
import type { planApi } from './plan.api.ts'

export const plansAt = (area: StaffArea) => apiFor<typeof planApi>(area, '/api/availability_plans')

/** A plan as an editor opened it. */
export type SeenPlan = { version: string; patterns: DraftStart[] }

/** What came of saving a plan: when, or why not. `fields` are sentences by place and field: '2.start_time'. */
export type PlanOutcome = {
  saved_at: number | null
  said: string | null
  fields: Record<string, string>
  conflict: { theirs: SeenPlan; differences: Difference[] } | null
}

/** Saves all starts of an experience. Where somebody else saved since, it says what they changed. */
export async function savePlanAt(
  area: StaffArea,
  id: string,
  seen: SeenPlan,
  patterns: DraftStart[],
): Promise<PlanOutcome> {
  const saved = await resultOf(
    plansAt(area)[':id'].$patch({ param: { id }, json: { patterns } }, seenAs(seen.version)),
  )
  if (saved.ok) return { saved_at: performance.now(), said: null, fields: {}, conflict: null }
  const outcome = { ...planRefusal(saved.problem), saved_at: null, conflict: null }
  const now = currentIn<SeenPlan>(saved.problem)
  if (!now) return outcome
  const { version, patterns: theirs } = now
  return {
    ...outcome,
    conflict: {
      theirs: { version, patterns: theirs },
      differences: planDifferences(seen.patterns, theirs, patterns),
    },
  }
}

const words: Record<string, string> = {
  start_time: 'The start',
  capacity: 'The number of places',
  valid_from: 'The first day',
  valid_until: 'The last day',
  days_of_week: 'The days',
}

/** A refusal in the words of the editor. */
export function planRefusal(problem: CallProblem): { said: string; fields: Record<string, string> } {
  const fieldErrors = problem.kind === 'refused' ? problem.fields : {}
  const fields = Object.fromEntries(
    Object.entries(fieldErrors).map(([path, sentence]) => {
      const field = path.replace(/^patterns\./, '')
      const name = field.replace(/^\d+\./, '')
      return [field, sentence.replace(path, words[name] ?? name).replace('valid_from', 'the first day')]
    }),
  )
  return { said: Object.values(fields)[0] ?? problemSentence(problem), fields }
}
