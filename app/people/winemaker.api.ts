import { Hono } from 'hono'
import { z } from 'zod'

import { problem } from '../platform/problem.ts'
import type { ApiVariables } from '../platform/surroundings.ts'
import { browserName } from './browser-name.ts'
import { findActor } from './session.server.ts'
import { holdUp } from './sign-in-answer.server.ts'
import {
  authenticateWinemaker,
  logoutWinemaker,
  testWinemakerData,
  validateWinemakerSession,
} from './winemaker-session.server.ts'

const text = z.string().max(1000)
const credentials = z.strictObject({ email_param: text.trim(), password_param: text })
const session = z.strictObject({ session_token_param: text })
const account = z.strictObject({ email_param: text.trim() })

/** The specification's functions of winemakers' sessions, by their names and parameters. A wrong one gives no row. */
export const winemakerRpc = new Hono<{ Variables: ApiVariables }>()
  .use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  .post('/authenticate_winemaker', async (c) => {
    const read = credentials.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return problem(c, 400, 'An email and a password are needed.')
    const { email_param: email, password_param: password } = read.data
    const browser = browserName(c.req.header('User-Agent'))
    const { sql, config, address, now } = c.var
    const signedIn = await authenticateWinemaker(sql, config, { email, password, browser, address }, now())
    if (signedIn.ok) return c.json([signedIn.value])
    return signedIn.problem.kind === 'wrong' ? c.json([]) : holdUp(c, signedIn.problem)
  })
  .post('/validate_winemaker_session', async (c) => {
    const read = session.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return problem(c, 400, 'A session token is needed.')
    const found = await validateWinemakerSession(c.var.sql, read.data.session_token_param, c.var.now())
    return c.json(found ? [found] : [])
  })
  .post('/logout_winemaker', async (c) => {
    const read = session.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return problem(c, 400, 'A session token is needed.')
    const ended = await logoutWinemaker(c.var.sql, read.data.session_token_param, c.var.now())
    return c.json(ended ? [ended] : [])
  })
  .post('/test_winemaker_data', async (c) => {
    const actor = await findActor(c.var.sql, c.req.header('Authorization'), c.var.now())
    if (actor === 'invalid' || actor.actor === 'guest') return problem(c, 401, 'Please sign in.')
    if (actor.actor !== 'admin') return problem(c, 403, 'Only admins may look at this.')
    const read = account.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return problem(c, 400, 'An email is needed.')
    return c.json(await testWinemakerData(c.var.sql, read.data.email_param))
  })
