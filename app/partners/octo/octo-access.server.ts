import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { keyAt, type KeyActorAt } from '../../people/sign-in/actor.ts'
import type { KeyPermission } from '../../people/sign-in/policy.ts'
import { findKeyCaller } from '../../people/sign-in/session.server.ts'
import type { ApiVariables } from '../../platform/app-dependencies.ts'
import { isId } from '../../platform/ids.ts'
import type { Result } from '../../platform/result.ts'
import type { OctoRefusal } from './octo-refusal.ts'
import { findSupplier } from './octo-content.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { type Capabilities, capabilityIds, type SupplierRow } from './octo-types.ts'

/**
 * The variables of every OCTO endpoint: the key, the vineyard of the URL, and the capabilities that the caller asks
 * for. `has_left`: the key's owner has made bookings at the vineyard, but may no longer make new bookings.
 */
export type OctoEnv = {
  Variables: ApiVariables & {
    key: KeyActorAt
    has_left: boolean
    supplier: SupplierRow
    capabilities: Capabilities
  }
}

const errorsByStatus: Partial<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'INTERNAL_SERVER_ERROR',
}

/** Rewrites error responses of middleware that is not specific to OCTO as OCTO errors. */
export const answerInOcto: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
  if (c.res.status < 400 || c.res.headers.get('Content-Type') === 'application/json') return
  const text = await c.res.text()
  const { status, headers } = c.res
  let errorMessage = text || 'The request failed.'
  if (headers.get('Content-Type')?.startsWith('application/problem+json'))
    errorMessage = JSON.parse(text).title
  c.res = undefined
  c.res = octoError(c, status as ContentfulStatusCode, errorsByStatus[status] ?? 'BAD_REQUEST', errorMessage)
  const wait = headers.get('Retry-After')
  if (wait !== null) c.header('Retry-After', wait)
}

function octoError(c: Context, status: ContentfulStatusCode, error: string, errorMessage: string) {
  return c.json({ error, errorMessage }, status)
}

/** Answers 200 with the value, or 400 with the refusal, because OCTO has no finer statuses for refusals. */
export function answer(c: Context, result: Result<unknown, OctoRefusal>) {
  return result.ok ? c.json(result.value as never) : c.json(result.problem, 400)
}

const wrongVineyard = 'This API key is not valid for this vineyard.'

/** Returns whether any key of this owner has made bookings or holds at the vineyard. */
async function hasSold(
  sql: Queryable,
  { actor_id, vineyard_id }: Pick<KeyActorAt, 'actor_id' | 'vineyard_id'>,
): Promise<boolean> {
  const [sold] = await sql`
    select from octo_bookings o where is_of_owner(o, ${actor_id}) and o.vineyard_id = ${vineyard_id} limit 1`
  return sold !== undefined
}

/** Finds the caller's key, the vineyard of the URL, and the capabilities that the caller asks for. */
export const knowCaller: MiddlewareHandler<OctoEnv> = async (c, next) => {
  const asked = (c.req.header('Octo-Capabilities') ?? '').split(',').map((name) => name.trim())
  const capabilities = capabilityIds.filter((id) => asked.includes(id))
  c.set('capabilities', new Set(capabilities))
  c.header('Octo-Capabilities', capabilities.join(', '))

  const authorization = c.req.header('Authorization')
  if (authorization === undefined)
    return octoError(c, 401, 'UNAUTHORIZED', 'Send an API key: Authorization: Bearer cv_live_…')
  const { sql, now } = c.var
  const id = c.req.param('vineyard') ?? ''
  const caller = await findKeyCaller(sql, authorization, now())
  c.set('is_wrong_key', !caller)
  if (!caller || !isId(id)) return octoError(c, 403, 'FORBIDDEN', wrongVineyard)
  const reached = keyAt(caller, id)
  const hasLeft = reached === 'absent'
  const key = hasLeft ? { ...caller, vineyard_id: id } : reached
  const supplier = hasLeft && !(await hasSold(sql, key)) ? undefined : await findSupplier(sql, id)
  if (!supplier) return octoError(c, 403, 'FORBIDDEN', wrongVineyard)
  c.set('key', key)
  c.set('has_left', hasLeft)
  c.set('supplier', supplier)
  return next()
}

/**
 * Admits keys with a permission. With `alsoLeft`, also admits keys whose owner may no longer make bookings at
 * the vineyard.
 */
export function allow(
  permission: KeyPermission,
  { alsoLeft = false }: { alsoLeft?: boolean } = {},
): MiddlewareHandler<OctoEnv> {
  return async (c, next) => {
    if (c.var.has_left && !alsoLeft) return octoError(c, 403, 'FORBIDDEN', wrongVineyard)
    if (c.var.key.permissions.includes(permission)) return next()
    return octoError(c, 403, 'FORBIDDEN', `This API key lacks the permission ${permission}.`)
  }
}
