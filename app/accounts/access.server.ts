import type { Context, MiddlewareHandler, Next } from 'hono'
import { describeRoute } from 'hono-openapi'

import { problem } from '../platform/http/problem.ts'
import type { ApiVariables } from '../platform/app-dependencies.ts'
import { type Actor, type AdminActor, type GuestActor, nobody, type SignedInWinemaker } from './actor.ts'
import { admits, type Policy, type Who } from './policy.ts'
import { findActor } from './session.server.ts'

/** What every endpoint receives; `actor` is the caller. */
export type ApiEnv = { Variables: ApiVariables & { actor: Actor } }

type Visitor = GuestActor & { actor_id: string }
type By = {
  visitor: Visitor
  owner: SignedInWinemaker
  manager: SignedInWinemaker
  gate: SignedInWinemaker
  admin: AdminActor
}

/** Identifies the caller. An invalid or expired token is always refused with 401, so that its owner notices. */
export const knowActor: MiddlewareHandler<ApiEnv> = (c, next) => {
  const authorization = c.req.header('Authorization')
  if (authorization !== undefined) return enterAs(authorization, c, next)
  c.set('actor', nobody)
  return next()
}

async function enterAs(authorization: string, c: Context<ApiEnv>, next: Next) {
  const actor = await findActor(c.var.sql, authorization, c.var.now())
  if (actor === 'invalid') return unauthorized(c, 'This session has ended. Please sign in again.')
  c.set('actor', actor)
  return next()
}

/** Admits the callers that a policy names and sets `c.var.by`. Answers 401 without a session and 403 without the right. */
export function only<Allowed extends Who>(
  policy: Policy<Allowed>,
): MiddlewareHandler<{ Variables: ApiEnv['Variables'] & { by: By[Allowed] } }> {
  const check: MiddlewareHandler<{ Variables: ApiEnv['Variables'] & { by: By[Allowed] } }> = async (
    c,
    next,
  ) => {
    const { actor } = c.var
    const who = whoIs(actor)
    if (who === undefined) return unauthorized(c, 'Please sign in.')
    if (!admits(policy, who)) return problem(c, 403, policy.rule)
    c.set('by', actor as By[Allowed])
    return next()
  }
  // The OpenAPI document takes the rule from the endpoint.
  return Object.assign(check, describeRoute({ description: policy.rule, security: [{ bearer: [] }] }))
}

/** Admits everybody by a link and the staff that a policy names, for endpoints that work without a session. */
export function guestsAnd(policy: Policy): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { actor } = c.var
    const who = whoIs(actor)
    if (actor.actor !== 'guest' && who !== undefined && !admits(policy, who))
      return problem(c, 403, policy.rule)
    return next()
  }
}

function whoIs(actor: Actor): Who | undefined {
  if (actor.actor === 'winemaker') return actor.role
  if (actor.actor === 'admin') return 'admin'
  return actor.actor_id === nobody.actor_id ? undefined : 'visitor'
}

/** Answers 401 to a winemaker who was moved or disabled during the request, so that they sign in again. */
export function refuseLeaver(c: Context) {
  return unauthorized(
    c,
    'Your account has been moved or disabled, so nothing was changed. Please sign in again.',
  )
}

function unauthorized(c: Context, sentence: string) {
  c.header('WWW-Authenticate', 'Bearer')
  return problem(c, 401, sentence)
}
