import type { Context, MiddlewareHandler, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import { describeRoute } from 'hono-openapi'

import { problem } from '../../platform/http/problem.ts'
import type { ApiVariables } from '../../platform/app-dependencies.ts'
import {
  type AdminActor,
  type GuestActor,
  type KeyActor,
  nobody,
  type Person,
  type SignedInWinemaker,
} from './actor.ts'
import { admits, roleRefusal, type KeyPermission, type Policy, type Who } from './policy.ts'
import { findActor, isKeyHeader } from './session.server.ts'

/**
 * The variables that every endpoint receives. `actor` is the caller. If the caller has an API key, `key` is the caller and
 * `actor` is nobody; `keysToo` then sets `actor` to the key as well.
 */
export type ApiEnv = { Variables: ApiVariables & { actor: Person; key?: KeyActor } }

type Visitor = GuestActor & { actor_id: string }
type By = {
  visitor: Visitor
  owner: SignedInWinemaker
  manager: SignedInWinemaker
  gate: SignedInWinemaker
  admin: AdminActor
}

/** Identifies the caller. Always answers 401 to an invalid or expired token, so that its owner notices. */
export const knowActor: MiddlewareHandler<ApiEnv> = (c, next) => {
  const authorization = c.req.header('Authorization')
  if (authorization !== undefined) return enterAs(authorization, c, next)
  c.set('actor', nobody)
  return next()
}

async function enterAs(authorization: string, c: Context<ApiEnv>, next: Next) {
  const actor = await findActor(c.var.sql, authorization, c.var.now())
  const isKey = isKeyHeader(authorization)
  // Marks the request, so that the limit on wrong keys counts it.
  if (isKey) c.set('is_wrong_key', actor === 'invalid')
  if (actor === 'invalid') {
    return unauthorized(
      c,
      isKey ? 'This API key does not work.' : 'Your sign-in has ended. Please sign in again.',
    )
  }
  if (actor.actor !== 'key') {
    c.set('actor', actor)
    return next()
  }
  c.set('actor', nobody)
  c.set('key', actor)
  return matchedRoutes(c).some(({ handler }) => keyPermission in handler)
    ? next()
    : problem(c, 403, keysRefused)
}

const keysRefused = 'API keys cannot be used here.'

/** The property in which a middleware stores the permission that its endpoint requires of API keys. */
const keyPermission = Symbol('keyPermission')

/** Returns why a key may not call an endpoint with this required permission, or null if the key may call it. */
function refuseKey({ permissions }: KeyActor, needed: KeyPermission | undefined): string | null {
  if (needed === undefined) return keysRefused
  return permissions.includes(needed) ? null : `This API key lacks the permission ${needed}.`
}

/**
 * Admits the callers that a policy names, and API keys with the permission `key`, and sets `c.var.by`. Answers 401 to
 * callers who are not signed in, and 403 to callers without the right.
 */
export function only<Allowed extends Who, Key extends KeyPermission | undefined = undefined>(
  policy: Policy<Allowed>,
  key?: Key,
): MiddlewareHandler<{
  Variables: ApiEnv['Variables'] & { by: By[Allowed] | (Key extends KeyPermission ? KeyActor : never) }
}> {
  const check: ReturnType<typeof only<Allowed, Key>> = async (c, next) => {
    const { actor, key: caller } = c.var
    if (caller) {
      const refusal = refuseKey(caller, key)
      if (refusal !== null) return problem(c, 403, refusal)
      c.set('by', caller as never)
      return next()
    }
    const who = whoIs(actor)
    if (who === undefined) return unauthorized(c, 'Please sign in.')
    if (!admits(policy, who)) return problem(c, 403, roleRefusal(policy))
    c.set('by', actor as By[Allowed])
    return next()
  }
  // The OpenAPI document reads this rule from the middleware.
  const description = key === undefined ? policy.rule : `${policy.rule} ${keyRule(key)}`
  return Object.assign(
    check,
    describeRoute({
      description,
      security: [{ bearer: [] }, ...(key === undefined ? [] : [{ apiKey: [] }])],
    }),
    key !== undefined && { [keyPermission]: key },
  )
}

/** Lets API keys with this permission use an endpoint that is otherwise open to everybody. */
export function keysToo(key: KeyPermission): MiddlewareHandler<ApiEnv> {
  const admit: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const { key: caller } = c.var
    if (!caller) return next()
    const refusal = refuseKey(caller, key)
    if (refusal !== null) return problem(c, 403, refusal)
    // The functions behind these endpoints accept actors of every kind.
    c.set('actor', caller as never)
    return next()
  }
  return Object.assign(
    admit,
    describeRoute({ description: keyRule(key), security: [{}, { bearer: [] }, { apiKey: [] }] }),
    { [keyPermission]: key },
  )
}

const keyRule = (key: KeyPermission) => `API keys need the permission \`${key}\`.`

/** Admits guests, who need only the link of a booking, and the staff that a policy names. All other staff are refused. */
export function guestsAnd(policy: Policy): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { actor } = c.var
    const who = whoIs(actor)
    if (actor.actor !== 'guest' && who !== undefined && !admits(policy, who))
      return problem(c, 403, roleRefusal(policy))
    return next()
  }
}

function whoIs(actor: Person): Who | undefined {
  if (actor.actor === 'winemaker') return actor.role
  if (actor.actor === 'admin') return 'admin'
  return actor.actor_id === nobody.actor_id ? undefined : 'visitor'
}

/**
 * Answers 401 to a winemaker who was moved or disabled during the request, and to a key that stopped working meanwhile.
 */
export function refuseLeaver(c: Context<ApiEnv>) {
  return unauthorized(
    c,
    c.var.key
      ? 'This API key no longer works here, so nothing was changed.'
      : 'Your account has been moved or disabled, so nothing was changed. Please sign in again.',
  )
}

function unauthorized(c: Context, sentence: string) {
  c.header('WWW-Authenticate', 'Bearer')
  return problem(c, 401, sentence)
}
