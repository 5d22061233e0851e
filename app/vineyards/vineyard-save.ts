import { type CallProblem, currentIn, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { Difference } from '../ui/edit-form.tsx'
import type { vineyardApi } from './vineyard.api.ts'
import type { pictureApi } from './vineyard-picture.api.ts'
import { halfSentence, lackingIn } from './position.ts'
import {
  vineyardChangesFrom,
  vineyardFields,
  vineyardFieldMessages,
  vineyardLabels,
  readVineyardDraft,
  type VineyardDraft,
} from './vineyard-form.ts'

/** A vineyard as an editor opened it. */
export type VineyardVersion = VineyardDraft & { id: string; version: string }

/** What came of saving: nothing to say, why not, or what somebody else saved first. */
export type VineyardSaveResult = {
  /** By `performance.now()`; null where nothing was saved. */
  saved_at: number | null
  /** The vineyard as it was saved: what the next saving is held against. */
  seen: VineyardVersion | null
  said: string | null
  fields: Record<string, string>
  conflict: { version: string; differences: Difference[] } | null
}

export const vineyardsAt = (area: StaffArea) => apiFor<typeof vineyardApi>(area, '/api/vineyards')
export const picturesAt = (area: StaffArea) => apiFor<typeof pictureApi>(area, '/api/pictures')

/**
 * Saves what a form changed, and only that. It is refused when somebody saved since; `over` then names the version that
 * was shown beside one's own.
 */
export async function saveVineyard(
  area: StaffArea,
  seen: VineyardVersion,
  form: FormData,
  over: string | null,
): Promise<VineyardSaveResult> {
  const written = readVineyardDraft(form)
  const lacking = lackingIn(written)
  if (lacking) return refusalWith(vineyardFieldMessages({ [lacking]: halfSentence(lacking) }))
  const changes = vineyardChangesFrom(seen, written)
  const saved = await resultOf(
    vineyardsAt(area)[':id'].$patch({ param: { id: seen.id }, json: changes }, seenAs(over ?? seen.version)),
  )
  if (saved.ok) {
    const now = { ...seen, ...changes, version: saved.value.version }
    return { saved_at: performance.now(), seen: now, said: null, fields: {}, conflict: null }
  }
  const outcome = refusalOf(saved.problem)
  const theirs = currentIn<VineyardVersion>(saved.problem)
  return theirs ? { ...outcome, conflict: conflictOf(seen, theirs, written) } : outcome
}

function refusalOf(problem: CallProblem): VineyardSaveResult {
  const fields = problem.kind === 'refused' ? vineyardFieldMessages(problem.fields) : {}
  return refusalWith(fields, problemSentence(problem))
}

function refusalWith(fields: Record<string, string>, otherwise: string | null = null): VineyardSaveResult {
  const said = Object.values(fields)[0] ?? otherwise
  return { saved_at: null, seen: null, said, fields, conflict: null }
}

function conflictOf(
  seen: VineyardVersion,
  theirs: VineyardVersion,
  mine: VineyardDraft,
): VineyardSaveResult['conflict'] {
  const text = (one: VineyardDraft, field: keyof VineyardDraft) => String(one[field] ?? '')
  const differences = vineyardFields.flatMap((field) => {
    const [before, saved] = [text(seen, field), text(theirs, field)]
    return before === saved
      ? []
      : [{ label: vineyardLabels[field], before, theirs: saved, mine: text(mine, field) }]
  })
  return { version: theirs.version, differences }
}
