import { type CallProblem, resultOf, seenAs } from '../staff-client/call.ts'
import type { Desk } from '../staff-client/staff-area.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Written } from './experience-form.ts'
import { experiencesAt, type Outcome, refusalOf } from './experience-save.ts'

/** Adds an experience to a vineyard. */
export async function addExperience(
  desk: Desk,
  vineyard_id: string,
  written: Written,
): Promise<Result<{ id: string }, Outcome>> {
  const added = await resultOf(experiencesAt(desk).index.$post({ json: { vineyard_id, ...written } }))
  return added.ok ? ok(added.value) : refused(refusalOf(added.problem))
}

/** Offers it, or takes it off the site. */
export function setOffered(
  desk: Desk,
  id: string,
  is_active: boolean,
): Promise<Result<unknown, CallProblem>> {
  return resultOf(experiencesAt(desk)[':id'].$patch({ param: { id }, json: { is_active } }, seenAs('*')))
}

/** Makes another one like it, switched off. */
export function copyOf(desk: Desk, id: string): Promise<Result<{ id: string }, CallProblem>> {
  return resultOf(experiencesAt(desk)[':id'].copy.$post({ param: { id } }))
}
