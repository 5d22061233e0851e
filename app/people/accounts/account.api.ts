import { Hono } from 'hono'
import { z } from 'zod'

import { inTransaction } from '../../platform/database/retry.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import { refused } from '../../platform/result.ts'
import { type ApiEnv, only } from '../sign-in/access.server.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  findMe,
  meShape,
  findWantedMails,
  setWantedMails,
  listAdmins,
} from './account.server.ts'
import { peoplePolicy } from '../sign-in/policy.ts'
import { actorName, logTwoStep, refuseWithoutPassword, refuseWithoutProof } from './own-proof.server.ts'
import { takeCodeAttempt } from './password.server.ts'
import { accountSentences, signInSentences } from '../../staff-client/sign-in-sentences.ts'
import { logProof, logSecurityEvent } from '../../platform/security-events.server.ts'
import { attemptResponses, outcomeOf, refuseAttempt } from '../sign-in/attempt-limit.server.ts'
import { confirmTwoStep, offerTwoStep, turnTwoStepOff, twoStepOffer } from '../sign-in/two-step.server.ts'
import { type WantedMail, wantedMails } from './email-preferences.ts'
import { endedSessions, sessionShape } from './account.shapes.ts'

const text = z.string().max(1000)
const absent = 'There is no such sign-in.'
const code = text.trim()

const mails = z.strictObject({
  wanted: z.array(
    z.enum([...Object.keys(wantedMails.winemaker), ...Object.keys(wantedMails.admin)] as WantedMail[]),
  ),
})

const endsOthers = 'All other sign-ins end.'
const endResponses = {
  403: 'A visitor signed in more than 15 minutes ago.',
  422: 'The current password is missing or wrong.',
  ...attemptResponses,
}

/** /api/account: the caller's own sign-ins, password, email preferences and two-step sign-in. */
export const accountApi = new Hono<ApiEnv>()
  .get(
    '/sessions',
    only(peoplePolicy.own_account),
    describe('Own sign-ins', { 200: z.array(sessionShape) }),
    async (c) => {
      const current = c.var.actor.session_id
      const sessions = await listSessions(c.var.sql, c.var.by, c.var.now())
      return c.json(sessions.map((session) => ({ ...session, is_current: session.id === current })))
    },
  )
  .post(
    '/sessions/:id/end',
    only(peoplePolicy.own_account),
    requireUuidParams(absent),
    describe(
      'End a sign-in',
      { 204: null },
      'To end a sign-in other than the current one, winemakers and admins must send their password, and visitors must have ' +
        'signed in within the last 15 minutes.',
      endResponses,
    ),
    body(z.strictObject({ current_password: text.optional() })),
    async (c) => {
      const { sql, by, now } = c.var
      const id = c.req.param('id')
      const sessions = await listSessions(sql, by, now())
      if (!sessions.some((session) => session.id === id)) return problem(c, 404, absent)
      const current = c.var.actor.session_id
      if (id !== current) {
        const refusal = await refuseWithoutProof(c, by, current, c.req.valid('json').current_password)
        if (refusal) return refusal
      }
      const ended = await endSession(sql, by, id, now())
      if (ended && id === current) logSecurityEvent(c.var.log, 'sign_out', { actor: actorName(by) })
      return ended ? c.body(null, 204) : problem(c, 404, absent)
    },
  )
  .post(
    '/other_sessions/end',
    only(peoplePolicy.own_account),
    describe(
      'End all sign-ins but the current one',
      { 200: endedSessions },
      'Needs the same proof as ending one other sign-in.',
      endResponses,
    ),
    body(z.strictObject({ current_password: text.optional() })),
    async (c) => {
      const { sql, by, now } = c.var
      const current = c.var.actor.session_id
      const refusal = await refuseWithoutProof(c, by, current, c.req.valid('json').current_password)
      if (refusal) return refusal
      const sessions = await endOtherSessions(sql, by, current, now())
      logSecurityEvent(c.var.log, 'sessions_ended', { actor: actorName(by), sessions })
      return c.json({ sessions })
    },
  )
  .post(
    '/password',
    only(peoplePolicy.own_password),
    describe('Change the password', { 204: null }, endsOthers, {
      422: 'The current password is wrong, or the new one is refused.',
      ...attemptResponses,
    }),
    body(z.strictObject({ current_password: text, new_password: text })),
    async (c) => {
      const { current_password: current, new_password: wanted } = c.req.valid('json')
      const { sql, config, by, now } = c.var
      const session_id = c.var.actor.session_id
      const changed = await changePassword(sql, config, by, { current, wanted, session_id }, now())
      const refusal = changed.ok ? null : changed.problem
      if (refusal?.kind === 'password') return refuseField(c, 'new_password', refusal.message)
      const outcome = refusal === null ? 'succeeded' : outcomeOf(refused(refusal))
      logProof(c.var.log, 'password_set', {
        actor: by.actor,
        with: ['password'],
        outcome,
        account: by.actor_id,
      })
      if (refusal === null) return c.body(null, 204)
      if (refusal.kind === 'wrong') return refuseField(c, 'current_password', accountSentences.wrong_password)
      return refuseAttempt(c, refusal)
    },
  )
  .get('/mails', only(peoplePolicy.own_mails), describe('Email preferences', { 200: mails }), async (c) =>
    c.json({ wanted: await findWantedMails(c.var.sql, c.var.by) }),
  )
  .put(
    '/mails',
    only(peoplePolicy.own_mails),
    describe('Set email preferences', { 200: mails }, 'Emails about the account itself are always sent.'),
    body(mails),
    async (c) => c.json({ wanted: await setWantedMails(c.var.sql, c.var.by, c.req.valid('json').wanted) }),
  )
  .post(
    '/two_step/offer',
    only(peoplePolicy.two_step),
    describe('Start setting up two-step sign-in', { 200: twoStepOffer }, '', {
      409: 'Two-step sign-in is on already, or the site has no `SECRETS_KEY` to encrypt the secret.',
      422: 'The current password is wrong.',
      ...attemptResponses,
    }),
    body(z.strictObject({ current_password: text })),
    async (c) => {
      const { sql, by, config } = c.var
      const refusal = await refuseWithoutPassword(c, by, c.req.valid('json').current_password)
      if (refusal) return refusal
      const me = await findMe(sql, by)
      const offer = me ? await offerTwoStep(sql, config.secrets_keys, me) : refused('on_already')
      return offer.ok ? c.json(offer.value) : problem(c, 409, accountSentences[offer.problem])
    },
  )
  .post(
    '/two_step',
    only(peoplePolicy.two_step),
    describe(
      'Turn two-step sign-in on',
      { 200: z.object({ recovery_codes: z.array(z.string()) }) },
      endsOthers,
      {
        409: 'Two-step sign-in is on already.',
        422: 'The code is wrong.',
        ...attemptResponses,
      },
    ),
    body(z.strictObject({ code })),
    async (c) => {
      const { sql, by, config, now } = c.var
      const attempt = await takeCodeAttempt(sql, config, by, now())
      if (!attempt.ok) return refuseAttempt(c, attempt.problem)
      const current = c.var.actor.session_id
      const on = await inTransaction(sql, async (transaction) => {
        const { code } = c.req.valid('json')
        const confirmed = await confirmTwoStep(transaction, config.secrets_keys, by.actor_id, code, now())
        if (confirmed.ok) await endOtherSessions(transaction, by, current, now())
        return confirmed
      })
      logTwoStep(c, by, ['code'], on.ok)
      if (on.ok) {
        await attempt.value.giveBack()
        return c.json(on.value)
      }
      if (on.problem === 'on_already') return problem(c, 409, accountSentences.on_already)
      return refuseField(c, 'code', signInSentences.wrong_code)
    },
  )
  .post(
    '/two_step/end',
    only(peoplePolicy.two_step),
    describe('Turn two-step sign-in off', { 204: null }, endsOthers, {
      403: 'Two-step sign-in is required on this site.',
      422: 'The current password or the code is wrong.',
      ...attemptResponses,
    }),
    body(z.strictObject({ current_password: text, code })),
    async (c) => {
      const { sql, by, config, now } = c.var
      if (config.require_two_step) return problem(c, 403, accountSentences.required)
      const { current_password, code } = c.req.valid('json')
      const refusal = await refuseWithoutPassword(c, by, current_password)
      if (refusal) return refusal
      const attempt = await takeCodeAttempt(sql, config, by, now())
      if (!attempt.ok) return refuseAttempt(c, attempt.problem)
      const current = c.var.actor.session_id
      const off = await inTransaction(sql, async (transaction) => {
        const removed = await turnTwoStepOff(transaction, config.secrets_keys, by.actor_id, code, now())
        if (removed.ok) await endOtherSessions(transaction, by, current, now())
        return removed
      })
      logTwoStep(c, by, ['password', 'code'], off.ok)
      if (!off.ok) return refuseField(c, 'code', signInSentences.wrong_code)
      await attempt.value.giveBack()
      return c.body(null, 204)
    },
  )

/** /api/me */
export const meApi = new Hono<ApiEnv>().get(
  '/',
  describe('The signed-in user', { 200: meShape }),
  async (c) => c.json(await findMe(c.var.sql, c.var.actor)),
)

/** /api/admins: the admins that a message can be assigned to. */
export const adminsApi = new Hono<ApiEnv>().get(
  '/',
  only(peoplePolicy.see_admins),
  describe('Admins', { 200: z.array(z.object({ id, name: z.string() })) }),
  async (c) => c.json(await listAdmins(c.var.sql)),
)
