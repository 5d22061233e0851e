import { type StatedFact, type StatedFactName, statedFactNames } from './stated-fact.ts'
import type { z } from 'zod'

import { type CallProblem, currentIn, ifMatch, problemSentence, resultOf } from '../../staff-client/call.ts'
import { apiFor, type StaffArea } from '../../staff-client/staff-area.ts'
import { differencesIn, notSaved, type SaveResult, savedAs } from '../save-result.ts'
import type { factApi } from './fact.api.ts'
import type { vineyardFactsShape } from './vineyard-facts.shapes.ts'
import { experienceLabels } from '../experiences/experience-form.ts'
import {
  type VisitColumns,
  type VisitFactName,
  visitFactNames,
  visitFactText,
} from '../experiences/experience-facts.ts'
import { factList, wordsOfFact } from './facts.ts'

export const factsAt = (area: StaffArea) => apiFor<typeof factApi>(area, '/api/vineyards')

type AllFacts = Pick<z.infer<typeof vineyardFactsShape>, 'facts' | 'experiences' | 'version'>

/** An answer on the form. An empty choice means "not stated" or, for one experience, "as for all". */
type Answer = { choice: string; detail: string | null }
type FactDraft = Record<StatedFactName, Answer>
/** All answers of the form. `visit` has the experience's visit facts, or is null if the answers are for all experiences. */
type Draft = { answers: FactDraft; visit: VisitColumns | null }

/** The answers when the form was opened. `experience_id` is null for the answers for all experiences. */
export type OpenedFacts = Draft & { vineyard_id: string; experience_id: string | null; version: string }

export type FactSaveResult = SaveResult<OpenedFacts>

/** Returns the answers for all experiences, or an experience's own answers. A missing answer is empty. */
export function factDraftOf(
  { facts, experiences }: Pick<AllFacts, 'facts' | 'experiences'>,
  experienceId: string | null,
): Draft {
  const own = facts.filter(({ experience_id }) => experience_id === experienceId)
  const answers = draftFrom((name) => {
    const { choice = '', detail = null } = own.find(({ fact }) => fact === name) ?? {}
    return { choice, detail }
  })
  return { answers, visit: experiences.find(({ id }) => id === experienceId) ?? null }
}

/** Returns the answers of the form. */
export function readFactDraft(form: FormData): Draft {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const answers = draftFrom((name) => ({ choice: text(name), detail: text(`${name}_detail`) || null }))
  const visit = visitFactNames.map((name) => [name, text(name) || null])
  return { answers, visit: form.has('parking') ? Object.fromEntries(visit) : null }
}

function draftFrom(answerOf: (name: StatedFactName) => Answer): FactDraft {
  return Object.fromEntries(statedFactNames.map((name) => [name, answerOf(name)])) as FactDraft
}

/** Returns the answers of a draft as facts that are stated on this day. */
export function statedIn({ answers }: Pick<Draft, 'answers'>, stated_on: string): StatedFact[] {
  return statedFactNames.flatMap((fact) =>
    answers[fact].choice ? [{ fact, ...answers[fact], stated_on }] : [],
  )
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
    (name) => draft.answers[name].choice === '' && draft.answers[name].detail !== null,
  )
  if (wordsAlone.length > 0) {
    const message = 'Please choose an answer to go with your words.'
    return notSaved(message, Object.fromEntries(wordsAlone.map((name) => [name, message])))
  }
  const isRestated = form.get('restate') !== null
  const changed = statedFactNames.filter(
    (name) => words(draft, name) !== words(opened, name) || (isRestated && draft.answers[name].choice !== ''),
  )
  const facts = Object.fromEntries(
    changed.map((name) => [name, draft.answers[name].choice === '' ? null : draft.answers[name]]),
  )
  const visit = Object.fromEntries(
    visitFactNames.flatMap((name) => {
      const value = draft.visit?.[name] ?? null
      return value !== (opened.visit?.[name] ?? null) || (isRestated && value !== null) ? [[name, value]] : []
    }),
  )
  const { vineyard_id: id, experience_id } = opened
  const over = form.get('over') as string | null
  const saved = await resultOf(
    factsAt(area)[':id'].facts.$patch(
      { param: { id }, json: { experience_id, facts, visit } },
      ifMatch(over ?? opened.version),
    ),
  )
  if (saved.ok) {
    const merged = over === null ? null : await resultOf(factsAt(area)[':id'].facts.$get({ param: { id } }))
    const own = { ...opened, ...draft, version: saved.value.version }
    if (!merged?.ok) return savedAs(own, null)
    const { version } = merged.value
    return savedAs(own, { ...opened, ...factDraftOf(merged.value, experience_id), version })
  }
  return notSaved(problemSentence(saved.problem), {}, conflictOf(opened, saved.problem, draft))
}

function conflictOf(opened: OpenedFacts, problem: CallProblem, mine: Draft) {
  const current = currentIn<AllFacts>(problem)
  if (!current) return null
  const theirs = factDraftOf(current, opened.experience_id)
  const stated = Object.fromEntries(statedFactNames.map((name) => [name, factList[name].label]))
  const columns = Object.fromEntries(visitFactNames.map((name) => [name, experienceLabels[name]]))
  const differences = [
    ...differencesIn(columns as Record<VisitFactName, string>, textInColumn, { opened, theirs, mine }),
    ...differencesIn(stated as Record<StatedFactName, string>, words, { opened, theirs, mine }),
  ]
  return { version: current.version, differences }
}

function words({ answers }: Draft, fact: StatedFactName): string {
  return wordsOfFact({ fact, ...answers[fact] })
}

function textInColumn({ visit }: Draft, name: VisitFactName): string {
  return (visit && visitFactText(visit, name)) ?? ''
}
