import { type StatedFact, type StatedFactName, statedFactNames } from './stated-fact.ts'
import type { z } from 'zod'

import { type CallProblem, currentIn, ifMatch, problemSentence, resultOf } from '../../staff-client/call.ts'
import { apiFor, type StaffArea } from '../../staff-client/staff-area.ts'
import type { Difference, EditRefused } from '../../ui/forms/edit-form.tsx'
import type { factApi } from './fact.api.ts'
import type { vineyardFactsShape } from './fact.shapes.ts'
import { factList, wordsOfFact } from './facts.ts'

export const factsAt = (area: StaffArea) => apiFor<typeof factApi>(area, '/api/vineyards')

type AllFacts = Pick<z.infer<typeof vineyardFactsShape>, 'facts' | 'version'>

/** An answer on the form. An empty choice means "not stated" or, for one experience, "as for all". */
type Answer = { choice: string; detail: string | null }
type FactDraft = Record<StatedFactName, Answer>

/** The answers when the form was opened. `experience_id` is null for the answers for all experiences. */
export type OpenedFacts = {
  vineyard_id: string
  experience_id: string | null
  answers: FactDraft
  version: string
}

/** The result of saving answers. `saved_at` is a time by `performance.now()`, or null if nothing was saved. */
export type FactSaveResult = EditRefused & {
  saved_at: number | null
  /** The saved answers, with which the next save is compared. */
  saved: OpenedFacts | null
  /** Whether the saved answers include somebody else's changes, which the fields do not show yet. */
  is_merged: boolean
  fields: Record<string, string>
}

/** Returns the answers for all experiences, or an experience's own answers. A missing answer is empty. */
export function factDraftOf({ facts }: Pick<AllFacts, 'facts'>, experienceId: string | null): FactDraft {
  const own = facts.filter(({ experience_id }) => experience_id === experienceId)
  return draftFrom((name) => {
    const { choice = '', detail = null } = own.find(({ fact }) => fact === name) ?? {}
    return { choice, detail }
  })
}

/** Returns the answers of the form. */
export function readFactDraft(form: FormData): FactDraft {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return draftFrom((name) => ({ choice: text(name), detail: text(`${name}_detail`) || null }))
}

function draftFrom(answerOf: (name: StatedFactName) => Answer): FactDraft {
  return Object.fromEntries(statedFactNames.map((name) => [name, answerOf(name)])) as FactDraft
}

/** Returns the answers of a draft as facts that are stated on this day. */
export function statedIn(draft: FactDraft, stated_on: string): StatedFact[] {
  return statedFactNames.flatMap((fact) => (draft[fact].choice ? [{ fact, ...draft[fact], stated_on }] : []))
}

/**
 * Saves the changed answers or, if staff confirm all answers, saves all of them as stated today. Refuses if somebody else
 * saved after the form was opened, unless `over` is the version to overwrite.
 */
export async function saveFacts(
  area: StaffArea,
  opened: OpenedFacts,
  form: FormData,
): Promise<FactSaveResult> {
  const draft = readFactDraft(form)
  const wordsAlone = statedFactNames.filter(
    (name) => draft[name].choice === '' && draft[name].detail !== null,
  )
  if (wordsAlone.length > 0) {
    const message = 'Please choose an answer to go with your words.'
    return {
      saved_at: null,
      saved: null,
      is_merged: false,
      message,
      conflict: null,
      fields: Object.fromEntries(wordsAlone.map((name) => [name, message])),
    }
  }
  const isRestated = form.get('restate') !== null
  const changed = statedFactNames.filter(
    (name) => words(name, draft) !== words(name, opened.answers) || (isRestated && draft[name].choice !== ''),
  )
  const facts = Object.fromEntries(
    changed.map((name) => [name, draft[name].choice === '' ? null : draft[name]]),
  )
  const { vineyard_id: id, experience_id } = opened
  const over = form.get('over')
  const saved = await resultOf(
    factsAt(area)[':id'].facts.$patch(
      { param: { id }, json: { experience_id, facts } },
      ifMatch(over === null ? opened.version : String(over)),
    ),
  )
  if (saved.ok) {
    const merged = over === null ? null : await resultOf(factsAt(area)[':id'].facts.$get({ param: { id } }))
    const is_merged = merged?.ok ?? false
    const answers = merged?.ok ? factDraftOf(merged.value, experience_id) : draft
    const { version } = merged?.ok ? merged.value : saved.value
    const now = { ...opened, answers, version }
    return { saved_at: performance.now(), saved: now, is_merged, message: null, conflict: null, fields: {} }
  }
  return {
    saved_at: null,
    saved: null,
    is_merged: false,
    message: problemSentence(saved.problem),
    fields: {},
    conflict: conflictOf(opened, saved.problem, draft),
  }
}

function conflictOf(opened: OpenedFacts, problem: CallProblem, mine: FactDraft): EditRefused['conflict'] {
  const current = currentIn<AllFacts>(problem)
  if (!current) return null
  const theirs = factDraftOf(current, opened.experience_id)
  const differences = statedFactNames.flatMap((name): Difference[] => {
    const [before, saved] = [words(name, opened.answers), words(name, theirs)]
    return before === saved
      ? []
      : [{ label: factList[name].label, before, theirs: saved, mine: words(name, mine) }]
  })
  return { version: current.version, differences }
}

function words(fact: StatedFactName, draft: FactDraft): string {
  return wordsOfFact({ fact, ...draft[fact] })
}
