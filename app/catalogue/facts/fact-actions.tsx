import { type StatedFact, type StatedFactName, statedFactNames } from './stated-fact.ts'
import type { z } from 'zod'

import { type CallProblem, currentIn, ifMatch, problemSentence, resultOf } from '../../staff-client/call.ts'
import { apiFor, type StaffArea } from '../../staff-client/staff-area.ts'
import { differencesIn, notSaved, type SaveResult, savedAs } from '../save-result.ts'
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

export type FactSaveResult = SaveResult<OpenedFacts>

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
 * saved after the form was opened, unless the field `over` of the form has the version to overwrite.
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
    return notSaved(message, Object.fromEntries(wordsAlone.map((name) => [name, message])))
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
    const own = { ...opened, answers: draft, version: saved.value.version }
    if (!merged?.ok) return savedAs(own, null)
    const { version } = merged.value
    return savedAs(own, { ...opened, answers: factDraftOf(merged.value, experience_id), version })
  }
  return notSaved(problemSentence(saved.problem), {}, conflictOf(opened, saved.problem, draft))
}

function conflictOf(opened: OpenedFacts, problem: CallProblem, mine: FactDraft) {
  const current = currentIn<AllFacts>(problem)
  if (!current) return null
  const theirs = factDraftOf(current, opened.experience_id)
  const labels = Object.fromEntries(statedFactNames.map((name) => [name, factList[name].label]))
  const textOf = (draft: FactDraft, name: string) => words(name as StatedFactName, draft)
  const differences = differencesIn(labels, textOf, { opened: opened.answers, theirs, mine })
  return { version: current.version, differences }
}

function words(fact: StatedFactName, draft: FactDraft): string {
  return wordsOfFact({ fact, ...draft[fact] })
}
