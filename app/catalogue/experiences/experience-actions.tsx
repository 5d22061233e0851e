import { data } from 'react-router'

import type { experienceApi } from './experience.api.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type CallProblem, currentIn, problemSentence, resultOf, ifMatch } from '../../staff-client/call.ts'
import { load, vineyardAt } from '../../staff-client/load.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { EditRefused } from '../../ui/forms/edit-form.tsx'
import { differencesIn, notSaved, type SaveResult, savedAs } from '../save-result.ts'
import {
  type ExperienceDraft,
  experienceChangesFrom,
  experienceFieldMessages,
  type ExperienceField,
  experienceLabels,
  formatExperienceField,
  readExperienceDraft,
} from './experience-form.ts'
import { readHosts } from '../hosts/host-actions.tsx'

export const experiencesFor = (area: StaffArea) => apiFor<typeof experienceApi>(area, '/api/experiences')

/** Loads the experiences of a vineyard, sorted by title. */
export async function loadExperiences(request: Request, vineyard_id: string, only?: { is_active: 'true' }) {
  const query = { vineyard_id, ...only, sort: 'title', limit: '100' } as const
  return (await load(request, experiencesFor(staffAreaOf(request.url)).index.$get({ query }))).items
}

/** Loads the active experiences of a vineyard, sorted by title. */
export const loadActiveExperiences = (request: Request, vineyard_id: string) =>
  loadExperiences(request, vineyard_id, { is_active: 'true' })

/** Loads an experience for a staff screen. Throws 404 if a winemaker asks for an experience of another vineyard. */
export async function loadOwnExperience(request: Pick<Request, 'url'>, id: string) {
  const area = staffAreaOf(request.url)
  const [experience, own] = await Promise.all([
    load(request, experiencesFor(area)[':id'].$get({ param: { id } })),
    area === 'admin' ? null : vineyardAt(request),
  ])
  // The API returns any experience that visitors may read, so the vineyard is checked here.
  if (own !== null && own !== experience.vineyard_id)
    throw data({ message: 'This experience does not belong to your vineyard.' }, { status: 404 })
  return experience
}

/** The version of an experience that an editor opened. */
export type ExperienceVersion = ExperienceDraft & { id: string; version: string }

type CurrentExperience = ExperienceVersion & { vineyard_id: string }

export type ExperienceSaveResult = SaveResult<null>

export async function addExperience(
  area: StaffArea,
  vineyard_id: string,
  draft: ExperienceDraft,
): Promise<Result<{ id: string }, ExperienceSaveResult>> {
  const added = await resultOf(experiencesFor(area).index.$post({ json: { vineyard_id, ...draft } }))
  return added.ok ? ok(added.value) : refused(experienceRefusal(added.problem))
}

/** Puts an experience on sale, or takes it off sale. */
export function setOnSale(area: StaffArea, id: string, is_active: boolean) {
  return resultOf(experiencesFor(area)[':id'].$patch({ param: { id }, json: { is_active } }, ifMatch('*')))
}

/**
 * Saves only the fields that a form changed, so that two people can change different fields. Refuses to save if somebody
 * else saved after the form was opened, unless the field `over` of the form has the version to overwrite.
 */
export async function saveExperience(
  area: StaffArea,
  opened: ExperienceVersion,
  form: FormData,
): Promise<ExperienceSaveResult> {
  const over = form.get('over') as string | null
  const draft = readExperienceDraft(form)
  const saved = await resultOf(
    experiencesFor(area)[':id'].$patch(
      { param: { id: opened.id }, json: experienceChangesFrom(opened, draft, form.has('restate')) },
      ifMatch(over ?? opened.version),
    ),
  )
  if (saved.ok) return savedAs(null, null)
  const result = experienceRefusal(saved.problem)
  const theirs = currentIn<CurrentExperience>(saved.problem)
  return theirs ? { ...result, conflict: await conflictOf(area, opened, theirs, draft) } : result
}

export function experienceRefusal(problem: CallProblem): ExperienceSaveResult {
  const fields = problem.kind === 'refused' ? experienceFieldMessages(problem.fields) : {}
  return notSaved(Object.values(fields)[0] ?? problemSentence(problem), fields)
}

async function conflictOf(
  area: StaffArea,
  opened: ExperienceVersion,
  theirs: CurrentExperience,
  mine: ExperienceDraft,
): Promise<EditRefused['conflict']> {
  const found = await readHosts(area, theirs.vineyard_id)
  const hosts = found.ok ? found.value.items : []
  const textOf = (draft: ExperienceDraft, field: ExperienceField) =>
    formatExperienceField(field, draft, hosts)
  const differences = differencesIn(experienceLabels, textOf, { opened, theirs, mine })
  return { version: theirs.version, differences }
}
