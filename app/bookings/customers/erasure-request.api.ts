import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  addAndAnswer,
  changeAndAnswer,
  changedShape,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { flag, id, prose } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { findMainContact } from './customer.server.ts'
import { erasureRequestNoun, pageOfErasureRequests } from './erasure-request.server.ts'
import { customerPolicy, maxNoteLength, noSuchCustomer } from './customer.ts'
import { erasureRequestShape } from './customer.shapes.ts'

const absent = 'This request no longer exists: it was withdrawn, or the guest was erased.'
const alreadyRequested = 'The erasure was already requested. The marketplace’s team will deal with it.'
const sentences: Sentences = {
  absent,
  refusals: {
    customer_is_there: { field: 'customer_id', message: noSuchCustomer, status: 404 },
    erasure_requests_waiting: { field: 'customer_id', message: alreadyRequested, status: 409 },
  },
}

const refusal = prose(maxNoteLength).refine((text) => text !== '', 'must not be empty')

/** /api/erasure_requests: requests to erase customers. Admins erase a person through /api/persons/erase. */
export const erasureRequestApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(customerPolicy.read),
    describe('Requests to erase customers', { 200: pageOf(erasureRequestShape) }),
    query(listing(['-created_at'], { customer_id: id.optional(), waiting: flag.optional() })),
    async (c) => c.json(await pageOfErasureRequests(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .post(
    '/',
    only(customerPolicy.askErasure),
    describe('Request that a customer be erased', { 201: z.object({ id }) }, undefined, {
      404: noSuchCustomer,
      409: 'Already requested.',
    }),
    body(z.strictObject({ customer_id: id, reason: prose(maxNoteLength).default('') })),
    async (c) => {
      const { sql, by, now } = c.var
      const { customer_id, reason } = c.req.valid('json')
      const customer = await findMainContact(sql, customer_id, { by })
      if (!customer) return problem(c, 404, noSuchCustomer)
      const row = { ...customer, reason, requested_by: by.actor_id, created_at: now().toISOString() }
      return addAndAnswer(c, erasureRequestNoun, row, '/api/erasure_requests', sentences)
    },
  )
  .patch(
    '/:id',
    only(customerPolicy.declineErasure),
    requireUuidParams(absent),
    describe('Decline a request, with a reason', { 200: changedShape }),
    body(z.strictObject({ refusal })),
    (c) => {
      const { refusal } = c.req.valid('json')
      const row = { refusal, declined_at: c.var.now().toISOString() }
      return changeAndAnswer(c, erasureRequestNoun, row, sentences)
    },
  )
  .delete(
    '/:id',
    only(customerPolicy.askErasure),
    requireUuidParams(absent),
    describe('Withdraw a request', { 204: null }),
    (c) => removeAndAnswer(c, erasureRequestNoun, sentences),
  )
