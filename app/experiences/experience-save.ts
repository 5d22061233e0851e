import { type CallProblem, currentIn, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { Difference } from '../ui/conflict.tsx'
import type { experienceApi } from './experience.api.ts'
import {
  experienceChangesFrom,
  experienceFields,
  experienceFieldMessages,
  experienceLabels,
  readExperienceDraft,
  formatExperienceField,
  type ExperienceDraft,
} from './experience-form.ts'
import type { hostApi } from './host.api.ts'

/** An experience as an editor opened it. */
export type ExperienceVersion = ExperienceDraft & { id: string; version: string }

type Theirs = ExperienceVersion & { vineyard_id: string }

/** What came of saving: nothing to say, why not, or what somebody else saved first. */
export type ExperienceSaveResult = {
  problem: CallProblem | null
  /** By `performance.now()`; null where nothing was saved. */
  saved_at: number | null
  said: string | null
  fields: Record<string, string>
  conflict: { version: string; theirs: ExperienceDraft; differences: Difference[] } | null
}

export const experiencesAt = (area: StaffArea) => apiFor<typeof experienceApi>(area, '/api/experiences')
export const hostsAt = (area: StaffArea) => apiFor<typeof hostApi>(area, '/api/hosts')

/** All hosts of a vineyard; a hundred are more than any has. */
export function hostsOf(area: StaffArea, vineyard_id: string) {
  return resultOf(hostsAt(area).index.$get({ query: { vineyard_id, sort: 'name', limit: '100' } }))
}

/**
 * Saves what a form changed, and only that: so two people who change different fields overwrite nothing. It is refused
 * when somebody saved since; `over` then names the version that was shown beside one's own.
 */
export async function saveExperience(
  area: StaffArea,
  seen: ExperienceVersion,
  form: FormData,
  over: string | null,
): Promise<ExperienceSaveResult> {
  const written = readExperienceDraft(form)
  const changes = experienceChangesFrom(seen, written)
  const saved = await resultOf(
    experiencesAt(area)[':id'].$patch(
      { param: { id: seen.id }, json: changes },
      seenAs(over ?? seen.version),
    ),
  )
  if (saved.ok) return { problem: null, saved_at: performance.now(), said: null, fields: {}, conflict: null }
  const outcome = experienceRefusal(saved.problem)
  const theirs = currentIn<Theirs>(saved.problem)
  return theirs ? { ...outcome, conflict: await conflictOf(area, seen, theirs, written) } : outcome
}

export function experienceRefusal(problem: CallProblem): ExperienceSaveResult {
  const fieldErrors = problem.kind === 'refused' ? experienceFieldMessages(problem.fields) : {}
  const said = Object.values(fieldErrors)[0] ?? problemSentence(problem)
  return { problem, saved_at: null, said, fields: fieldErrors, conflict: null }
}

async function conflictOf(
  area: StaffArea,
  seen: ExperienceVersion,
  theirs: Theirs,
  mine: ExperienceDraft,
): Promise<ExperienceSaveResult['conflict']> {
  const hosts = await hostsOf(area, theirs.vineyard_id)
  const fieldErrors = hosts.ok ? hosts.value.items : []
  const differences = experienceFields.flatMap((field) => {
    const [before, saved, own] = [seen, theirs, mine].map((one) =>
      formatExperienceField(field, one, fieldErrors),
    ) as [string, string, string]
    return before === saved ? [] : [{ label: experienceLabels[field], before, theirs: saved, mine: own }]
  })
  return { version: theirs.version, theirs, differences }
}
