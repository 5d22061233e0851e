import { type CallProblem, resultOf, seenAs } from '../staff-client/call.ts'
import type { StaffArea } from '../staff-client/staff-area.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { ExperienceDraft } from './experience-form.ts'
import { experiencesAt, type ExperienceSaveResult, experienceRefusal } from './experience-save.ts'

/** Adds an experience to a vineyard. */
export async function addExperience(
  area: StaffArea,
  vineyard_id: string,
  written: ExperienceDraft,
): Promise<Result<{ id: string }, ExperienceSaveResult>> {
  const added = await resultOf(experiencesAt(area).index.$post({ json: { vineyard_id, ...written } }))
  return added.ok ? ok(added.value) : refused(experienceRefusal(added.problem))
}

/** Offers it, or takes it off the site. */
export function setOffered(
  area: StaffArea,
  id: string,
  is_active: boolean,
): Promise<Result<unknown, CallProblem>> {
  return resultOf(experiencesAt(area)[':id'].$patch({ param: { id }, json: { is_active } }, seenAs('*')))
}

/** Makes another one like it, switched off. */
export function copyOf(area: StaffArea, id: string): Promise<Result<{ id: string }, CallProblem>> {
  return resultOf(experiencesAt(area)[':id'].copy.$post({ param: { id } }))
}
