import { type CallProblem, currentIn, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiAt, type Desk } from '../staff-client/staff-area.ts'
import type { Difference } from '../ui/conflict.tsx'
import type { experienceApi } from './experience.api.ts'
import {
  changesFrom,
  fields,
  inWords,
  labels,
  readWritten,
  showField,
  type Written,
} from './experience-form.ts'
import type { hostApi } from './host.api.ts'

/** An experience as an editor opened it. */
export type Seen = Written & { id: string; version: string }

type Theirs = Seen & { vineyard_id: string }

/** What came of saving: nothing to say, why not, or what somebody else saved first. */
export type Outcome = {
  problem: CallProblem | null
  /** By `performance.now()`; null where nothing was saved. */
  saved_at: number | null
  said: string | null
  fields: Record<string, string>
  conflict: { version: string; theirs: Written; differences: Difference[] } | null
}

export const experiencesAt = (desk: Desk) => apiAt<typeof experienceApi>(desk, '/api/experiences')
export const hostsAt = (desk: Desk) => apiAt<typeof hostApi>(desk, '/api/hosts')

/** All hosts of a vineyard; a hundred are more than any has. */
export function hostsOf(desk: Desk, vineyard_id: string) {
  return resultOf(hostsAt(desk).index.$get({ query: { vineyard_id, sort: 'name', limit: '100' } }))
}

/**
 * Saves what a form changed, and only that: so two people who change different fields overwrite nothing. It is refused
 * when somebody saved since; `over` then names the version that was shown beside one's own.
 */
export async function saveExperience(
  desk: Desk,
  seen: Seen,
  form: FormData,
  over: string | null,
): Promise<Outcome> {
  const written = readWritten(form)
  const changes = changesFrom(seen, written)
  const saved = await resultOf(
    experiencesAt(desk)[':id'].$patch(
      { param: { id: seen.id }, json: changes },
      seenAs(over ?? seen.version),
    ),
  )
  if (saved.ok) return { problem: null, saved_at: performance.now(), said: null, fields: {}, conflict: null }
  const outcome = refusalOf(saved.problem)
  const theirs = currentIn<Theirs>(saved.problem)
  return theirs ? { ...outcome, conflict: await conflictOf(desk, seen, theirs, written) } : outcome
}

export function refusalOf(problem: CallProblem): Outcome {
  const named = problem.kind === 'refused' ? inWords(problem.fields) : {}
  const said = Object.values(named)[0] ?? problemSentence(problem)
  return { problem, saved_at: null, said, fields: named, conflict: null }
}

async function conflictOf(
  desk: Desk,
  seen: Seen,
  theirs: Theirs,
  mine: Written,
): Promise<Outcome['conflict']> {
  const hosts = await hostsOf(desk, theirs.vineyard_id)
  const named = hosts.ok ? hosts.value.items : []
  const differences = fields.flatMap((field) => {
    const [before, saved, own] = [seen, theirs, mine].map((one) => showField(field, one, named)) as [
      string,
      string,
      string,
    ]
    return before === saved ? [] : [{ label: labels[field], before, theirs: saved, mine: own }]
  })
  return { version: theirs.version, theirs, differences }
}
