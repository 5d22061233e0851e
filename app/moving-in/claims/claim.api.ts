import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { id, prose } from '../../platform/api/fields.server.ts'
import { idempotencyKey } from '../../platform/api/idempotency-key.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { seenVersion, stale } from '../../platform/api/version.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { longestReason } from './claim.ts'
import {
  type ClaimDecision,
  decideClaim,
  findClaim,
  findClaimable,
  newVineyard,
  pageOfClaims,
  proveClaim,
  storeClaim,
} from './claim.server.ts'
import { answerRow } from '../../people/accounts/staff-edit.server.ts'
import { refuseAttempt } from '../../people/sign-in/attempt-limit.server.ts'
import type { AdminActor } from '../../people/sign-in/actor.ts'
import { claimShape, claimState, newClaim } from './claim.shapes.ts'
import { claimPolicy } from './claim-policy.ts'

const absent = 'Claim not found'

/** /api/vineyard_claims */
export const claimApi = new Hono<ApiEnv>()
  .post(
    '/',
    describe(
      'Claim an unverified vineyard, or one that is not listed yet',
      { 202: z.object({ vineyard_id: id.nullable() }) },
      'A vineyard that is not listed is described by its name, its town or postcode and, if it has one, its website. An admin ' +
        'who approves the claim adds it. Emails a confirmation link to the address; an admin then decides. With an `Idempotency-Key` (a uuid) the same claim is stored once.',
      {
        404: 'No such vineyard.',
        409: 'The vineyard is verified already.',
        429: 'Too many links to that address or too many messages from this network; Retry-After says when to try again.',
      },
    ),
    body(newClaim),
    idempotencyKey,
    async (c) => {
      const form_key = c.var.idempotency_key
      const {
        vineyard_id = null,
        vineyard_name,
        vineyard_location,
        vineyard_website,
        ...claim
      } = c.req.valid('json')
      const listed = vineyard_id === null ? null : await findClaimable(c.var.sql, vineyard_id)
      if (listed === undefined) return problem(c, 404, 'Vineyard not found')
      if (listed?.is_verified) return problem(c, 409, 'This vineyard is already managed by its own staff.')
      const vineyard = listed ?? newVineyard({ vineyard_name, vineyard_location, vineyard_website })
      const stored = await storeClaim(c.var, vineyard, { ...claim, form_key }, c.var.now())
      return stored.ok ? c.json({ vineyard_id }, 202) : refuseAttempt(c, stored.problem)
    },
  )
  .get(
    '/',
    only(claimPolicy.decide),
    describe(
      'Claims',
      { 200: pageOf(claimShape) },
      'Claims without a confirmed address are listed only if `state` asks for them.',
    ),
    query(
      listing(['-created_at', 'name', 'state'], { state: claimState.optional(), vineyard_id: id.optional() }),
    ),
    async (c) => c.json(await pageOfClaims(c.var.sql, c.req.valid('query'))),
  )
  .get(
    '/:id',
    only(claimPolicy.decide),
    requireUuidParams(absent),
    describe('A claim', { 200: claimShape }),
    async (c) => answerRow(c, await findClaim(c.var.sql, c.req.param('id')), absent),
  )
  .patch(
    '/:id',
    only(claimPolicy.decide),
    requireUuidParams(absent),
    describe('Reopen a refused claim', { 204: null }, '', { 409: 'The claim is not refused.' }),
    body(z.strictObject({ state: z.literal('new') })),
    async (c) => answerDecision(c, c.req.param('id'), { state: 'new' }),
  )
  .post(
    '/:id/approve',
    only(claimPolicy.decide),
    requireUuidParams(absent),
    describe(
      'Approve a claim',
      { 204: null },
      'A vineyard that is not listed yet is added, but stays hidden. Verifies the vineyard, makes an account for the claimant and emails a link to set its password. A claimant who ' +
        'already has an account at the vineyard becomes its owner, without an email.',
      {
        409: 'The claim is decided already, its address is not confirmed, or the address has an account at another vineyard.',
        412: 'The claim has changed since the version in `If-Match`.',
      },
    ),
    async (c) => answerDecision(c, c.req.param('id'), { state: 'approved' }),
  )
  .post(
    '/:id/refuse',
    only(claimPolicy.decide),
    requireUuidParams(absent),
    describe('Refuse a claim', { 204: null }, 'Emails the reason.', {
      409: 'The claim is decided already, or its address is not confirmed.',
      412: 'The claim has changed since the version in `If-Match`.',
    }),
    body(z.strictObject({ reason: prose(longestReason).refine((text) => text !== '', 'must not be empty') })),
    async (c) =>
      answerDecision(c, c.req.param('id'), { state: 'refused', refusal: c.req.valid('json').reason }),
  )

const sentences = {
  unproven: 'The email address of this claim has not been confirmed yet.',
  decided: 'This claim has already been decided.',
  taken: 'That address already has an account for another vineyard. Ask for another address first.',
}

async function answerDecision(
  c: Context<{ Variables: ApiEnv['Variables'] & { by: AdminActor } }>,
  id: string,
  decision: ClaimDecision,
) {
  const decided = await decideClaim(c.var, id, decision, { by: c.var.by, seen: seenVersion(c) }, c.var.now())
  if (decided.ok) return c.body(null, 204)
  if (decided.problem === 'absent') return problem(c, 404, absent)
  return decided.problem === 'stale' ? stale(c) : problem(c, 409, sentences[decided.problem])
}

/** /api/links/claim: uses the emailed link that confirms the address of a claim. */
export const claimLinkApi = new Hono<ApiEnv>().post(
  '/use',
  describe(
    'Confirm the email address of a claim',
    { 200: z.object({ vineyard_id: id.nullable(), vineyard_name: z.string() }) },
    'An admin then decides on the claim.',
    { 410: 'The link has been used or has expired.' },
  ),
  body(z.strictObject({ token: z.string().max(1000) })),
  async (c) => {
    const claim = await proveClaim(c.var.sql, c.req.valid('json').token, c.var.now())
    return claim.ok ? c.json(claim.value) : problem(c, 410, linkSentences.spent_claim)
  },
)
