import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { email, id } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { type ApiEnv, only } from './access.server.ts'
import { endSessionsOf, isWinemaker } from '../accounts/account.server.ts'
import { attemptResponses } from './attempt-limit.server.ts'
import { refuseWithoutPassword } from '../accounts/own-proof.server.ts'
import { peoplePolicy } from './policy.ts'
import { logSecurityEvent } from '../../platform/security-events.server.ts'
import { endedSessions } from '../accounts/account.shapes.ts'

const accounts = z.strictObject({
  of: z
    .union([z.strictObject({ winemaker_id: id }), z.strictObject({ email }), z.literal('everybody')])
    .describe('A winemaker, all accounts with one email address, or everybody.'),
  current_password: z
    .string()
    .max(1000)
    .optional()
    .describe('The password of the admin. Required if `of` is `everybody`.'),
})

/** /api/sign_outs: an admin ends other people's sign-ins. */
export const signOutApi = new Hono<ApiEnv>().post(
  '/',
  only(peoplePolicy.end_sessions),
  describe(
    'Sign accounts out everywhere',
    { 200: endedSessions },
    'The sign-in that makes this request stays valid.',
    {
      404: 'There is no such winemaker.',
      422: 'The current password is wrong.',
      ...attemptResponses,
    },
  ),
  body(accounts),
  async (c) => {
    const { sql, by, now, log } = c.var
    const { of, current_password } = c.req.valid('json')
    const everybody = of === 'everybody'
    if (everybody) {
      const refusal = await refuseWithoutPassword(c, by, current_password)
      if (refusal) return refusal
    }
    const winemaker_id = !everybody && 'winemaker_id' in of ? of.winemaker_id : null
    const email = !everybody && 'email' in of ? of.email : null
    if (winemaker_id !== null && !(await isWinemaker(sql, winemaker_id)))
      return problem(c, 404, 'There is no such winemaker.')
    const kept = c.var.actor.session_id
    const sessions = await endSessionsOf(sql, { winemaker_id, email }, { by, kept }, now())
    logSecurityEvent(log, 'sessions_ended', { actor: 'admin', account: by.actor_id, sessions, everybody })
    return c.json({ sessions })
  },
)
