import { type CallProblem, currentIn, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiAt, type Desk } from '../staff-client/staff-area.ts'
import type { Difference } from '../ui/conflict.tsx'
import type { vineyardApi } from './vineyard.api.ts'
import type { pictureApi } from './vineyard-picture.api.ts'
import { halfSentence, lackingIn } from './position.ts'
import { changesFrom, fields, inWords, labels, readWritten, type Written } from './vineyard-form.ts'

/** A vineyard as an editor opened it. */
export type Seen = Written & { id: string; version: string }

/** What came of saving: nothing to say, why not, or what somebody else saved first. */
export type Outcome = {
  /** By `performance.now()`; null where nothing was saved. */
  saved_at: number | null
  /** The vineyard as it was saved: what the next saving is held against. */
  seen: Seen | null
  said: string | null
  fields: Record<string, string>
  conflict: { version: string; differences: Difference[] } | null
}

export const vineyardsAt = (desk: Desk) => apiAt<typeof vineyardApi>(desk, '/api/vineyards')
export const picturesAt = (desk: Desk) => apiAt<typeof pictureApi>(desk, '/api/pictures')

/**
 * Saves what a form changed, and only that. It is refused when somebody saved since; `over` then names the version that
 * was shown beside one's own.
 */
export async function saveVineyard(
  desk: Desk,
  seen: Seen,
  form: FormData,
  over: string | null,
): Promise<Outcome> {
  const written = readWritten(form)
  const lacking = lackingIn(written)
  if (lacking) return refusalWith(inWords({ [lacking]: halfSentence(lacking) }))
  const changes = changesFrom(seen, written)
  const saved = await resultOf(
    vineyardsAt(desk)[':id'].$patch({ param: { id: seen.id }, json: changes }, seenAs(over ?? seen.version)),
  )
  if (saved.ok) {
    const now = { ...seen, ...changes, version: saved.value.version }
    return { saved_at: performance.now(), seen: now, said: null, fields: {}, conflict: null }
  }
  const outcome = refusalOf(saved.problem)
  const theirs = currentIn<Seen>(saved.problem)
  return theirs ? { ...outcome, conflict: conflictOf(seen, theirs, written) } : outcome
}

function refusalOf(problem: CallProblem): Outcome {
  const fields = problem.kind === 'refused' ? inWords(problem.fields) : {}
  return refusalWith(fields, problemSentence(problem))
}

function refusalWith(fields: Record<string, string>, otherwise: string | null = null): Outcome {
  const said = Object.values(fields)[0] ?? otherwise
  return { saved_at: null, seen: null, said, fields, conflict: null }
}

function conflictOf(seen: Seen, theirs: Seen, mine: Written): Outcome['conflict'] {
  const text = (one: Written, field: keyof Written) => String(one[field] ?? '')
  const differences = fields.flatMap((field) => {
    const [before, saved] = [text(seen, field), text(theirs, field)]
    return before === saved ? [] : [{ label: labels[field], before, theirs: saved, mine: text(mine, field) }]
  })
  return { version: theirs.version, differences }
}
