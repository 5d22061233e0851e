import { type Context, Hono } from 'hono'
import { z } from 'zod'

import {
  addAndAnswer,
  changeAndAnswer,
  changedShape,
  type ColumnValues,
  type Noun,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import type { StaffMember } from '../../people/sign-in/actor.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { flag, id, prose } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import type { ApiVariables } from '../../platform/app-dependencies.ts'
import { problem } from '../../platform/http/problem.ts'
import { mustAgree, tidyTags } from '../notes/notes.ts'
import { customerNoteNoun, customerTagNoun, findCustomerTags, pageOfNotes } from '../notes/notes.server.ts'
import { customerTagShape, tag } from '../notes/notes.shapes.ts'
import { customerPolicy, maxNoteLength, noSuchCustomer } from './customer.ts'
import { findMainContact } from './customer.server.ts'
import { customerNoteShape, erasureRequestShape } from './customer.shapes.ts'
import { erasureRequestNoun, pageOfErasureRequests } from './erasure-request.server.ts'

const filled = prose(maxNoteLength).refine((text) => text !== '', 'must not be empty')

const sentencesFor = (absent: string, refusals: Sentences['refusals']) => ({
  absent,
  refusals: {
    customer_is_there: { field: 'customer_id', message: noSuchCustomer, status: 404 as const },
    ...refusals,
  },
})

async function addAbout<Env extends { Variables: ApiVariables & { by: StaffMember } }>(
  c: Context<Env>,
  noun: Noun,
  { customer_id, ...values }: ColumnValues & { customer_id: string },
  sentences: Sentences,
) {
  const { sql, by, now } = c.var
  const customer = await findMainContact(sql, customer_id, { by })
  if (!customer) return problem(c, 404, noSuchCustomer)
  const row = { ...customer, ...values, created_at: now().toISOString() }
  return addAndAnswer(c, noun, row, `/api/${noun.table}`, sentences)
}

const noteSentences = sentencesFor('Note not found', {})

/** /api/customer_notes: staff's notes about a customer. Guests never see them; erasing the guest deletes them. */
export const customerNoteApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(customerPolicy.note),
    describe('Notes about a customer', { 200: pageOf(customerNoteShape) }),
    query(listing(['-created_at'], { customer_id: id })),
    async (c) => c.json(await pageOfNotes(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .post(
    '/',
    only(customerPolicy.note),
    describe('Add a note about a customer', { 201: z.object({ id }) }, undefined, {
      404: noSuchCustomer,
    }),
    body(z.strictObject({ customer_id: id, note: filled })),
    (c) => {
      const { actor, actor_id } = c.var.by
      return addAbout(c, customerNoteNoun, { ...c.req.valid('json'), actor, actor_id }, noteSentences)
    },
  )
  .patch(
    '/:id',
    only(customerPolicy.note),
    requireUuidParams(noteSentences.absent),
    describe('Change a note', { 200: changedShape }),
    body(z.strictObject({ note: filled })),
    (c) => changeAndAnswer(c, customerNoteNoun, c.req.valid('json'), noteSentences),
  )
  .delete(
    '/:id',
    only(customerPolicy.note),
    requireUuidParams(noteSentences.absent),
    describe('Remove a note', { 204: null }),
    (c) => removeAndAnswer(c, customerNoteNoun, noteSentences),
  )

const tagSentences = sentencesFor('Tag not found', {
  tag_is_new: { field: 'tag', message: 'This customer has this tag already.', status: 409 },
  guest_agreed: { field: 'agreed', message: mustAgree, status: 422 },
})

/** /api/customer_tags: the tags of a customer, which each of the customer's bookings shows. Erasing the guest deletes them. */
export const customerTagApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(customerPolicy.note),
    describe('Tags of a customer', { 200: z.object({ items: z.array(customerTagShape) }) }),
    query(z.strictObject({ customer_id: id })),
    async (c) => {
      const { customer_id } = c.req.valid('query')
      return c.json({ items: await findCustomerTags(c.var.sql, customer_id, { by: c.var.by }) })
    },
  )
  .post(
    '/',
    only(customerPolicy.note),
    describe(
      'Tag a customer',
      { 201: z.object({ id }) },
      'The tags allergy and access are about health, so they need `agreed`: the guest agreed that we store the tag.',
      { 404: noSuchCustomer, 409: 'The customer has this tag already.' },
    ),
    body(z.strictObject({ customer_id: id, tag, agreed: z.boolean().default(false) })),
    (c) => {
      const { actor, actor_id } = c.var.by
      const { tag, ...about } = c.req.valid('json')
      const row = { ...about, tag: tidyTags([tag])[0], actor, actor_id }
      return addAbout(c, customerTagNoun, row, tagSentences)
    },
  )
  .delete(
    '/:id',
    only(customerPolicy.note),
    requireUuidParams(tagSentences.absent),
    describe('Remove the tag of a customer', { 204: null }),
    (c) => removeAndAnswer(c, customerTagNoun, tagSentences),
  )

const requestSentences = sentencesFor(
  'This request no longer exists: it was withdrawn, or the guest was erased.',
  {
    erasure_requests_waiting: {
      field: 'customer_id',
      message: 'The erasure was already requested. The marketplace’s team will deal with it.',
      status: 409,
    },
  },
)

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
    (c) => {
      const row = { ...c.req.valid('json'), requested_by: c.var.by.actor_id }
      return addAbout(c, erasureRequestNoun, row, requestSentences)
    },
  )
  .patch(
    '/:id',
    only(customerPolicy.declineErasure),
    requireUuidParams(requestSentences.absent),
    describe('Decline a request, with a reason', { 200: changedShape }),
    body(z.strictObject({ refusal: filled })),
    (c) => {
      const row = { ...c.req.valid('json'), declined_at: c.var.now().toISOString() }
      return changeAndAnswer(c, erasureRequestNoun, row, requestSentences)
    },
  )
  .delete(
    '/:id',
    only(customerPolicy.askErasure),
    requireUuidParams(requestSentences.absent),
    describe('Withdraw a request', { 204: null }),
    (c) => removeAndAnswer(c, erasureRequestNoun, requestSentences),
  )
