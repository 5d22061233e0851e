import { keyPermissions } from '../accounts/policy.ts'
import { type ActionResult, readFormText, toActionResult } from '../staff-client/action-result.tsx'
import { resultOf } from '../staff-client/call.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import type { apiKeyApi } from './api-key.api.ts'

export const apiKeys = apiFor<typeof apiKeyApi>('winemaker', '/api/api_keys')

/** The result of an action; `key` is a new key, which is known only now. */
export type KeyResult = ActionResult & { intent: string; key?: string }

/** For how long keys may work, in days; 0 is without end. */
export const keyLifetimes = [90, 365, 0] as const

/** Makes a key, or revokes one. */
export async function changeKeys(request: Request): Promise<KeyResult> {
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  const name = readFormText(form, 'name')
  if (intent === 'revoke') {
    const revoked = await resultOf(apiKeys[':id'].$delete({ param: { id: readFormText(form, 'id') } }))
    return { ...toActionResult(request, revoked, `The key “${name}” no longer works.`), intent }
  }
  const chosen = form.getAll('permissions')
  const days = Number(readFormText(form, 'days'))
  const made = await resultOf(
    apiKeys.index.$post({
      json: {
        vineyard_id: readFormText(form, 'vineyard_id'),
        name,
        permissions: keyPermissions.filter((permission) => chosen.includes(permission)),
        days: days > 0 ? days : null,
      },
    }),
  )
  const result = toActionResult(request, made, `The key “${name}” has been made.`)
  return { ...result, intent, ...(made.ok && { key: made.value.key }) }
}
