import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  addAndAnswer,
  changeAndAnswer,
  changedShape,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { listOptIns, listResellers, releaseHolds, resellerNoun, setOptIn } from './reseller.server.ts'
import { newReseller, optInShape, resellerChanges, resellerShape } from './reseller.shapes.ts'
import { resellerPolicy } from './reseller-policy.ts'

const sentences: Sentences = {
  absent: 'Reseller not found',
  refusals: {
    resellers_by_name: { field: 'name', message: 'Another reseller has this name.', status: 409 },
  },
}

/** /api/resellers: companies with API keys, which sell the experiences of the vineyards that opted in. */
export const resellerApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(resellerPolicy.run),
    describe('Resellers', { 200: z.object({ items: z.array(resellerShape) }) }),
    async (c) => c.json({ items: await listResellers(c.var.sql) }),
  )
  .post(
    '/',
    only(resellerPolicy.run),
    describe('Add a reseller', { 201: z.object({ id }) }, undefined, {
      409: 'Another reseller has this name.',
    }),
    body(newReseller),
    (c) => addAndAnswer(c, resellerNoun, c.req.valid('json'), '/api/resellers', sentences),
  )
  .get(
    '/opt_ins',
    only(resellerPolicy.opt_in),
    describe('The resellers that a vineyard allows, or may allow, to sell its experiences', {
      200: z.object({ items: z.array(optInShape) }),
    }),
    query(z.strictObject({ vineyard_id: id })),
    async (c) => {
      const { sql, by } = c.var
      return c.json({ items: await listOptIns(sql, c.req.valid('query').vineyard_id, { by }) })
    },
  )
  .patch(
    '/:id',
    only(resellerPolicy.run),
    requireUuidParams(sentences.absent),
    describe(
      'Change a reseller',
      { 200: changedShape },
      'The keys of a reseller that is not active are refused with the next request, and its holds are released.',
      { 409: 'Another reseller has this name.' },
    ),
    body(resellerChanges),
    async (c) => {
      const answer = await changeAndAnswer(c, resellerNoun, c.req.valid('json'), sentences)
      if (c.req.valid('json').is_active === false && answer.ok)
        await releaseHolds(c.var.sql, c.req.param('id'), c.var.now())
      return answer
    },
  )
  .put(
    '/:id/opt_in',
    only(resellerPolicy.opt_in),
    requireUuidParams(sentences.absent),
    describe(
      'Allow or forbid a reseller to sell a vineyard’s experiences',
      { 204: null },
      'The change applies to the next request of the reseller. Forbidding the sale releases the reseller’s holds; the ' +
        'reseller can still read and cancel its earlier bookings. Only the experiences of verified vineyards can be sold.',
      { 404: sentences.absent },
    ),
    body(z.strictObject({ vineyard_id: id, opts_in: z.boolean() })),
    async (c) => {
      const { sql, by, now } = c.var
      const done = await setOptIn(sql, { id: c.req.param('id'), ...c.req.valid('json') }, { by }, now())
      return done ? c.body(null, 204) : problem(c, 404, sentences.absent)
    },
  )
