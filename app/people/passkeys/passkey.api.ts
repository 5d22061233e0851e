import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { id, instant } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { clientAddressOf } from '../../platform/http/client-address.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { logProof, logSecurityEvent } from '../../platform/security-events.server.ts'
import { passkeyLimits } from '../sign-in/sign-in-limits.ts'
import { passkeySentences } from '../../staff-client/sign-in-sentences.ts'
import { refuseWithoutProof } from '../accounts/own-proof.server.ts'
import { type ApiEnv, only } from '../sign-in/access.server.ts'
import {
  attemptResponses,
  giveAttemptBack,
  refuseAttempt,
  takeAttempts,
} from '../sign-in/attempt-limit.server.ts'
import { callerOf, formerSessionRule } from '../sign-in/known-caller.server.ts'
import { peoplePolicy } from '../sign-in/policy.ts'
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  newCredential,
  noteAsked,
  offerPasskey,
  offerPasskeySignIn,
  removePasskey,
  signedChallenge,
  signInByPasskey,
} from './passkey.server.ts'

const options = z
  .looseObject({ challenge: z.string() })
  .describe('The options of WebAuthn in their JSON form, for `navigator.credentials`.')
const passkeys = z.object({
  items: z.array(
    z.object({ id, name: z.string().nullable(), created_at: instant, last_used_at: instant.nullable() }),
  ),
  may_ask: z
    .boolean()
    .describe('Whether the visitor has no passkey, and has not yet answered the question about passkeys.'),
})
const absent = 'There is no such passkey.'
const outdated = { 410: 'The challenge has been used or has expired, or belongs to somebody else.' }
const tooMany = { 429: attemptResponses[429] }

/** /api/passkeys: the passkeys with which visitors can sign in instead of using an emailed link. */
export const passkeyApi = new Hono<ApiEnv>()
  .get('/', only(peoplePolicy.passkeys), describe('Own passkeys', { 200: passkeys }), async (c) =>
    c.json(await listPasskeys(c.var.sql, c.var.by.actor_id)),
  )
  .post(
    '/asked',
    only(peoplePolicy.passkeys),
    describe('Do not ask about passkeys again', { 204: null }),
    async (c) => {
      await noteAsked(c.var.sql, c.var.by.actor_id, c.var.now())
      return c.body(null, 204)
    },
  )
  .post(
    '/offer',
    only(peoplePolicy.passkeys),
    describe(
      'Start adding a passkey',
      { 200: options },
      'The device must answer within five minutes. The visitor must have signed in within the last 15 minutes.',
      { 403: passkeySentences.sign_in_again, 410: 'The account was deleted.' },
    ),
    async (c) => {
      const { sql, by, config, now } = c.var
      const refusal = await refuseWithoutProof(c, by, c.var.actor.session_id, undefined)
      if (refusal) return problem(c, 403, passkeySentences.sign_in_again)
      const offer = await offerPasskey(sql, config, by.actor_id, now())
      return offer ? c.json(offer) : problem(c, 410, passkeySentences.challenge)
    },
  )
  .post(
    '/',
    only(peoplePolicy.passkeys),
    describe('Add a passkey', { 201: z.object({ id }) }, 'The visitor gets an email about it.', {
      ...outdated,
      409: `The account already has ${maxPasskeys} passkeys, or already has this passkey.`,
      422: 'The device’s answer is wrong.',
    }),
    body(newCredential),
    async (c) => {
      const { sql, by, config, now, log } = c.var
      const { browser } = callerOf(c, config)
      const added = await addPasskey(sql, config, by.actor_id, c.req.valid('json'), browser, now())
      logSecurityEvent(log, 'passkey_changed', {
        added: true,
        outcome: added.ok ? 'succeeded' : added.problem,
      })
      if (added.ok) return c.json(added.value, 201, { Location: '/api/passkeys' })
      const status = { challenge: 410, signature: 422, many: 409, known: 409 } as const
      return problem(c, status[added.problem], passkeySentences[added.problem])
    },
  )
  .delete(
    '/:id',
    only(peoplePolicy.passkeys),
    requireUuidParams(absent),
    describe(
      'Remove a passkey',
      { 204: null },
      'The passkey can no longer be used to sign in. The visitor gets an email about it.',
      { 404: absent },
    ),
    async (c) => {
      const { sql, by, now, log } = c.var
      const removed = await removePasskey(sql, by.actor_id, c.req.param('id'), now())
      if (!removed) return problem(c, 404, absent)
      logSecurityEvent(log, 'passkey_changed', { added: false, outcome: 'succeeded' })
      return c.body(null, 204)
    },
  )
  .post(
    '/sign_in/offer',
    describe(
      'Start signing in with a passkey',
      { 200: options },
      'The device must answer within five minutes.',
      tooMany,
    ),
    async (c) => {
      const { sql, config, now } = c.var
      const address = clientAddressOf(c, config.trusted_proxies)
      const allowed = await takeAttempts(sql, passkeyLimits(config.limits, address), now())
      if (!allowed.ok) return refuseAttempt(c, allowed.problem)
      return c.json(await offerPasskeySignIn(sql, config, now()))
    },
  )
  .post(
    '/sign_in',
    describe(
      'Sign a visitor in with a passkey',
      { 200: z.object({ session_token: z.string(), user: z.object({ id, email: z.string() }) }) },
      formerSessionRule,
      { ...outdated, 422: 'The passkey is unknown or was removed, or its signature is wrong.' },
    ),
    body(signedChallenge),
    async (c) => {
      const { sql, config, now, log } = c.var
      const caller = callerOf(c, config)
      const signedIn = await signInByPasskey(sql, config, c.req.valid('json'), caller, now())
      const outcome = signedIn.ok ? 'succeeded' : 'wrong'
      logProof(log, 'sign_in', { actor: 'visitor', with: ['passkey'], outcome })
      if (signedIn.ok) {
        for (const subject of Object.keys(passkeyLimits(config.limits, caller.address)))
          await giveAttemptBack(sql, subject)
        return c.json(signedIn.value)
      }
      if (signedIn.problem === 'challenge') return problem(c, 410, passkeySentences.challenge)
      return problem(c, 422, passkeySentences.refused)
    },
  )
