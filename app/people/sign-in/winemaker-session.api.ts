import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { id, typed } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { type ApiEnv, only } from './access.server.ts'
import { peoplePolicy } from './policy.ts'
import { callerOf, formerSessionRule } from './known-caller.server.ts'
import { outcomeOf, refuseAttempt } from './attempt-limit.server.ts'
import { logProof, logSecurityEvent } from '../../platform/security-events.server.ts'
import {
  authenticateWinemaker,
  logoutWinemaker,
  testWinemakerData,
  validateWinemakerSession,
} from './winemaker-session.server.ts'

const text = z.string().max(1000)
const credentials = z.strictObject({ email_param: typed(1000), password_param: text })
const session = z.strictObject({ session_token_param: text })
const account = z.strictObject({ email_param: typed(1000) })

const winemaker = {
  winemaker_id: id,
  vineyard_id: id,
  name: z.string(),
  email: z.string(),
  position: z.string().nullable(),
}

/** The specification's functions for winemakers' sign-ins, with the specification's names and parameters. */
export const winemakerRpc = new Hono<ApiEnv>()
  .post(
    '/authenticate_winemaker',
    describe(
      'Sign in as a winemaker',
      { 200: z.array(z.object({ ...winemaker, session_token: z.string() })) },
      'Returns no row for a wrong email address or password. A browser has its own allowance of attempts if it sends the ' +
        `\`Browser-Token\` header (43 characters of base64url) with which it signed in before. ${formerSessionRule}`,
    ),
    body(credentials, 'An email and a password are needed.'),
    async (c) => {
      const { email_param: email, password_param: password } = c.req.valid('json')
      const { sql, config, now } = c.var
      const credentials = { email, password, ...callerOf(c, config) }
      const signedIn = await authenticateWinemaker(sql, config, credentials, now())
      logProof(c.var.log, 'sign_in', {
        actor: 'winemaker',
        with: ['password'],
        outcome: outcomeOf(signedIn),
        account: signedIn.ok ? signedIn.value.winemaker_id : undefined,
      })
      if (signedIn.ok) return c.json([signedIn.value])
      return signedIn.problem.kind === 'wrong' ? c.json([]) : refuseAttempt(c, signedIn.problem)
    },
  )
  .post(
    '/validate_winemaker_session',
    describe('Find the winemaker of a sign-in', { 200: z.array(z.object(winemaker)) }),
    body(session, 'A session token is needed.'),
    async (c) => {
      const { session_token_param } = c.req.valid('json')
      const found = await validateWinemakerSession(c.var.sql, session_token_param, c.var.now())
      return c.json(found ? [found] : [])
    },
  )
  .post(
    '/logout_winemaker',
    describe("End a winemaker's sign-in", { 200: z.array(z.object({ winemaker_id: id })) }),
    body(session, 'A session token is needed.'),
    async (c) => {
      const ended = await logoutWinemaker(c.var.sql, c.req.valid('json').session_token_param, c.var.now())
      if (ended) logSecurityEvent(c.var.log, 'sign_out', { actor: 'winemaker', account: ended.winemaker_id })
      return c.json(ended ? [ended] : [])
    },
  )
  .post(
    '/test_winemaker_data',
    only(peoplePolicy.test_data),
    describe('Data about a winemaker’s account', {
      200: z.array(
        z.object({ ...winemaker, is_active: z.boolean(), has_password: z.boolean(), open_sessions: z.int() }),
      ),
    }),
    body(account, 'An email is needed.'),
    async (c) => c.json(await testWinemakerData(c.var.sql, c.req.valid('json').email_param)),
  )
