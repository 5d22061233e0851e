import { Hono } from 'hono'
import { z } from 'zod'

import { clientAddressOf } from '../../platform/http/client-address.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { email, id } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import type { ApiEnv } from '../sign-in/access.server.ts'
import { callerOf, formerSessionRule } from '../sign-in/known-caller.server.ts'
import { findLinkHolder, sendPasswordLinks, setPasswordByLink } from './one-time-link.server.ts'
import { logProof, logSecurityEvent } from '../../platform/security-events.server.ts'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import { attemptResponses, refuseAttempt } from '../sign-in/attempt-limit.server.ts'
import { sendSignInLink, signVisitorIn } from '../sign-in/visitor-session.server.ts'

const text = z.string().max(1000)
const recipient = z.strictObject({ email })
const spent = { 410: 'The link has been used or has expired.' }
const tooMany = { 429: attemptResponses[429] }

/** /api/links: sends, reads and uses emailed one-time links, which set a password or sign a visitor in. */
export const accountLinkApi = new Hono<ApiEnv>()
  .post(
    '/password',
    describe(
      'Ask for a link that sets a new password',
      { 202: null },
      'The answer is the same whether or not the address has an account.',
      tooMany,
    ),
    body(recipient),
    async (c) => {
      const address = clientAddressOf(c, c.var.config.trusted_proxies)
      const sent = await sendPasswordLinks(c.var, { ...c.req.valid('json'), address }, c.var.now())
      logSecurityEvent(c.var.log, 'link_requested', { sets: 'password', limited: !sent.ok })
      return sent.ok ? c.body(null, 202) : refuseAttempt(c, sent.problem)
    },
  )
  .post(
    '/password/use',
    describe(
      'Set a password with an emailed link',
      { 200: z.object({ door: z.enum(['winemaker', 'admin']), email: z.string() }) },
      'All sign-ins of the account end. `door` says where to sign in.',
      { ...spent, 422: 'The password is refused.', 503: attemptResponses[503] },
    ),
    body(z.strictObject({ token: text, password: text })),
    async (c) => {
      const caller = callerOf(c, c.var.config)
      const set = await setPasswordByLink(c.var, c.req.valid('json'), caller, c.var.now())
      if (set.ok) return c.json(set.value)
      if (set.problem.kind === 'link') return problem(c, 410, linkSentences.spent)
      if (set.problem.kind === 'busy') return refuseAttempt(c, set.problem)
      return refuseField(c, 'password', set.problem.message)
    },
  )
  .post(
    '/read',
    describe(
      'The account that an emailed link is for',
      { 200: z.object({ name: z.string(), vineyard_name: z.string().nullable() }) },
      'Works for links that set a password or confirm a claim. Reading does not use the link up.',
      spent,
    ),
    body(z.strictObject({ token: text })),
    async (c) => {
      const holder = await findLinkHolder(c.var.sql, c.req.valid('json').token, c.var.now())
      return holder ? c.json(holder) : problem(c, 410, linkSentences.spent)
    },
  )
  .post(
    '/sign_in',
    describe('Ask for a link that signs a visitor in', { 202: null }, '', tooMany),
    body(recipient),
    async (c) => {
      const address = clientAddressOf(c, c.var.config.trusted_proxies)
      const sent = await sendSignInLink(c.var, { ...c.req.valid('json'), address }, c.var.now())
      logSecurityEvent(c.var.log, 'link_requested', { sets: 'session', limited: !sent.ok })
      return sent.ok ? c.body(null, 202) : refuseAttempt(c, sent.problem)
    },
  )
  .post(
    '/sign_in/use',
    describe(
      'Sign a visitor in with an emailed link',
      {
        200: z.object({
          session_token: z.string(),
          user: z.object({ id, email: z.string() }),
          joined: z.int(),
        }),
      },
      'Earlier bookings with that address are added to the account; `joined` is their number. ' +
        formerSessionRule,
      spent,
    ),
    body(z.strictObject({ token: text })),
    async (c) => {
      const caller = callerOf(c, c.var.config)
      const signedIn = await signVisitorIn(c.var.sql, { ...c.req.valid('json'), ...caller }, c.var.now())
      const outcome = signedIn.ok ? 'succeeded' : 'wrong'
      logProof(c.var.log, 'sign_in', { actor: 'visitor', with: ['link'], outcome })
      return signedIn.ok ? c.json(signedIn.value) : problem(c, 410, linkSentences.spent)
    },
  )
