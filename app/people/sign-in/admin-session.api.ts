import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { id, instant, typed } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import type { ApiEnv } from './access.server.ts'
import { endAdminSession, refreshAdminSession, signAdminIn } from './admin-session.server.ts'
import { callerOf } from './known-caller.server.ts'
import { twoStepOffer } from './two-step.server.ts'
import { signInSentences } from '../../staff-client/sign-in-sentences.ts'
import { logProof, logSecurityEvent } from '../../platform/security-events.server.ts'
import { attemptResponses, outcomeOf, refuseAttempt } from './attempt-limit.server.ts'

const text = z.string().max(1000)
const credentials = z.strictObject({ email: typed(1000), password: text, code: text.trim().nullish() })
const refresh = z.strictObject({ refresh_token: text })

const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: instant,
  user: z.object({ id, name: z.string(), email: z.string(), two_step: z.boolean() }),
})
const needs = z.union([z.object({ needs: z.literal('code') }), twoStepOffer])

/** /api/admin_sessions: signs admins in and out and refreshes their tokens. */
export const adminSessionApi = new Hono<ApiEnv>()
  .post(
    '/',
    describe(
      'Sign in as an admin',
      { 200: z.union([session.extend({ recovery_codes: z.array(z.string()).optional() }), needs]) },
      'Returns a sign-in. If a second step is needed, returns `needs` instead: send the same request again with the code ' +
        'of the app or a recovery code. The headers `Browser-Token` and `Former-Session` work as for `authenticate_winemaker`.',
      { 401: 'Email, password or code is wrong.', ...attemptResponses },
    ),
    body(credentials),
    async (c) => {
      const { code = null, ...credentials } = c.req.valid('json')
      const { sql, config, now, log } = c.var
      const request = { ...credentials, code, ...callerOf(c, config) }
      const signedIn = await signAdminIn(sql, config, request, now())
      const session = signedIn.ok && 'user' in signedIn.value ? signedIn.value : undefined
      logProof(log, 'sign_in', {
        actor: 'admin',
        with: code === null ? ['password'] : ['password', 'code'],
        outcome: signedIn.ok && !session ? 'code_needed' : outcomeOf(signedIn),
        account: session?.user.id,
      })
      if (signedIn.ok) return c.json(signedIn.value)
      if (signedIn.problem.kind === 'wrong') return problem(c, 401, signInSentences.wrong)
      if (signedIn.problem.kind === 'wrong_code') return problem(c, 401, signInSentences.wrong_code)
      return refuseAttempt(c, signedIn.problem)
    },
  )
  .post(
    '/refresh',
    describe(
      'Refresh the tokens',
      { 200: session },
      'The refresh token can be used once. If it is used again within ten seconds, it returns the same new pair. Later ' +
        'reuse ends the sign-in, because somebody may have copied the token.',
      { 401: 'The sign-in has ended.' },
    ),
    body(refresh),
    async (c) => {
      const { sql, config, now, log } = c.var
      const next = await refreshAdminSession(sql, c.req.valid('json').refresh_token, config, now())
      if (next.ok) return c.json(next.value)
      if (next.problem === 'reused') logSecurityEvent(log, 'refresh_token_reused', { actor: 'admin' })
      return problem(c, 401, signInSentences.ended)
    },
  )
  .post('/end', describe('End a sign-in', { 204: null }), body(refresh), async (c) => {
    await endAdminSession(c.var.sql, c.req.valid('json').refresh_token, c.var.now())
    logSecurityEvent(c.var.log, 'sign_out', { actor: 'admin' })
    return c.body(null, 204)
  })
