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
export async function changeKeys(request: Request, now: Date): Promise<KeyResult> {
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  const name = readFormText(form, 'name')
  if (intent === 'revoke') {
    const revoked = await resultOf(apiKeys[':id'].$delete({ param: { id: readFormText(form, 'id') } }))
    return { ...(await toActionResult(request, revoked, `The key “${name}” no longer works.`)), intent }
  }
  const chosen = form.getAll('permissions')
  const days = Number(readFormText(form, 'days'))
  const expires_at = days > 0 ? new Date(now.getTime() + days * 86_400_000).toISOString() : null
  const made = await resultOf(
    apiKeys.index.$post({
      json: {
        vineyard_id: readFormText(form, 'vineyard_id'),
        name,
        permissions: keyPermissions.filter((permission) => chosen.includes(permission)),
        expires_at,
      },
    }),
  )
  const result = await toActionResult(request, made, `The key “${name}” has been made.`)
  return { ...result, intent, ...(made.ok && { key: made.value.key }) }
}
