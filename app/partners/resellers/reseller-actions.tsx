import type { holdApi } from '../../bookings/new-bookings/hold.api.ts'
import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { ifMatch, resultOf } from '../../staff-client/call.ts'
import { load } from '../../staff-client/load.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { resellerApi } from './reseller.api.ts'

const resellersFor = (area: StaffArea) => apiFor<typeof resellerApi>(area, '/api/resellers')

/** The result of an action. `id` is the reseller's id, or empty for a new reseller. */
export type ResellerResult = ActionResult & { intent: string; id: string }

/** Loads all resellers, for admins. */
export async function loadResellers(request: Request) {
  return (await load(request, resellersFor('admin').index.$get())).items
}

/** Loads the resellers that a vineyard allows, or may allow, to sell its experiences. */
export async function loadOptIns(request: Request, vineyard_id: string) {
  const { opt_ins } = resellersFor(staffAreaOf(request.url))
  return (await load(request, opt_ins.$get({ query: { vineyard_id } }))).items
}

/** Allows a reseller to sell a vineyard's experiences, or withdraws this permission. */
export async function changeOptIn(request: Request, form: FormData): Promise<ResellerResult> {
  const [id, name, vineyard_id] = [
    readFormText(form, 'id'),
    readFormText(form, 'name'),
    readFormText(form, 'vineyard_id'),
  ]
  const opts_in = readFormText(form, 'to') === 'true'
  const resellers = resellersFor(staffAreaOf(request.url))
  const set = await resultOf(resellers[':id'].opt_in.$put({ param: { id }, json: { vineyard_id, opts_in } }))
  const message = opts_in ? `${name} may sell your experiences.` : `${name} no longer sells your experiences.`
  return { ...toActionResult(request, set, message), intent: 'opt_in', id }
}

/** Adds a reseller, or changes the name and contact of an existing reseller. */
export async function saveReseller(request: Request, form: FormData): Promise<ResellerResult> {
  const [id, name] = [readFormText(form, 'id'), readFormText(form, 'name')]
  const json = { name, email: readFormText(form, 'email') || null }
  const resellers = resellersFor('admin')
  const saved = await (id
    ? resultOf(resellers[':id'].$patch({ param: { id }, json }, ifMatch(readFormText(form, 'version'))))
    : resultOf(resellers.index.$post({ json })))
  const message = id ? `${name} has been saved.` : `${name} has been added. Next, make a key for it.`
  return { ...toActionResult(request, saved, message), intent: 'save_reseller', id }
}

export async function switchReseller(request: Request, form: FormData): Promise<ResellerResult> {
  const [id, name] = [readFormText(form, 'id'), readFormText(form, 'name')]
  const is_active = readFormText(form, 'to') === 'true'
  const changed = await resultOf(
    resellersFor('admin')[':id'].$patch({ param: { id }, json: { is_active } }, ifMatch('*')),
  )
  const message = is_active ? `The keys of ${name} work again.` : `The keys of ${name} no longer work.`
  return { ...toActionResult(request, changed, message), intent: 'switch_reseller', id }
}

const holdsFor = (area: StaffArea) => apiFor<typeof holdApi>(area, '/api/holds')

/** Loads the places that sellers hold at a vineyard now. */
export async function loadSellerHolds(request: Request, vineyard_id: string) {
  const { index } = holdsFor(staffAreaOf(request.url))
  return (await load(request, index.$get({ query: { vineyard_id } }))).items
}

/** Releases places that a seller holds. */
export async function releaseSellerHold(request: Request, form: FormData): Promise<ResellerResult> {
  const id = readFormText(form, 'id')
  const released = await resultOf(holdsFor(staffAreaOf(request.url))[':id'].$delete({ param: { id } }))
  return { ...toActionResult(request, released, 'The places are free again.'), intent: 'release_hold', id }
}
