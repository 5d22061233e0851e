import { type ActionResult, readFormText, toActionResult } from '../staff-client/action-result.tsx'
import { resultOf } from '../staff-client/call.ts'
import { load } from '../staff-client/guard.tsx'
import { apiFor, type StaffArea, staffAreaOf } from '../staff-client/staff-area.ts'
import type { holdApi } from './hold.api.ts'

const holdsFor = (area: StaffArea) => apiFor<typeof holdApi>(area, '/api/holds')

/** Loads the places that sellers hold at a vineyard now. */
export async function loadSellerHolds(request: Request, vineyard_id: string) {
  const { index } = holdsFor(staffAreaOf(request.url))
  return (await load(request, index.$get({ query: { vineyard_id } }))).items
}

/** Releases places that a seller holds. */
export async function releaseSellerHold(
  request: Request,
  form: FormData,
): Promise<ActionResult & { intent: string; id: string }> {
  const id = readFormText(form, 'id')
  const released = await resultOf(holdsFor(staffAreaOf(request.url))[':id'].$delete({ param: { id } }))
  return { ...toActionResult(request, released, 'The places are free again.'), intent: 'release_hold', id }
}
