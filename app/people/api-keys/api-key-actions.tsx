import { keyPermissions } from '../sign-in/policy.ts'
import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { load } from '../../staff-client/load.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { apiKeyApi } from './api-key.api.ts'

const apiKeysFor = (area: StaffArea) => apiFor<typeof apiKeyApi>(area, '/api/api_keys')

/** Loads the keys of a vineyard. Without a vineyard, loads the keys of all resellers, for admins. */
export async function loadKeys(request: Request, vineyard_id: string | undefined) {
  const query = vineyard_id === undefined ? {} : { vineyard_id }
  return (await load(request, apiKeysFor(staffAreaOf(request.url)).index.$get({ query }))).items
}

/** The result of an action. `key` is a new key for `owner`, and is shown only once. */
export type KeyResult = ActionResult & { intent: string; owner?: string; key?: string }

/** Makes a key for a vineyard or a reseller. */
export async function makeKeyFromForm(request: Request, form: FormData): Promise<KeyResult> {
  const name = readFormText(form, 'name')
  const chosen = form.getAll('permissions')
  const days = Number(readFormText(form, 'days'))
  const [vineyard_id, reseller_id] = [readFormText(form, 'vineyard_id'), readFormText(form, 'reseller_id')]
  const made = await resultOf(
    apiKeysFor(staffAreaOf(request.url)).index.$post({
      json: {
        ...(reseller_id ? { reseller_id } : { vineyard_id }),
        name,
        permissions: keyPermissions.filter((permission) => chosen.includes(permission)),
        is_test: readFormText(form, 'reach') === 'test',
        days: days > 0 ? days : null,
      },
    }),
  )
  const result = toActionResult(request, made, `The key “${name}” has been made.`)
  return {
    ...result,
    intent: 'make',
    owner: reseller_id || vineyard_id,
    ...(made.ok && { key: made.value.key }),
  }
}

/** Revokes a key. */
export async function revokeKeyFromForm(request: Request, form: FormData): Promise<KeyResult> {
  const [id, name] = [readFormText(form, 'id'), readFormText(form, 'name')]
  const revoked = await resultOf(apiKeysFor(staffAreaOf(request.url))[':id'].$delete({ param: { id } }))
  return { ...toActionResult(request, revoked, `The key “${name}” no longer works.`), intent: 'revoke' }
}
