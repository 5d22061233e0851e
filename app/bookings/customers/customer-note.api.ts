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
import { id, prose } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { customerNoteNoun, pageOfNotes } from '../notes/notes.server.ts'
import { findMainContact } from './customer.server.ts'
import { customerPolicy, maxNoteLength, noSuchCustomer } from './customer.ts'
import { customerNoteShape } from './customer.shapes.ts'

const absent = 'Note not found'
const sentences: Sentences = {
  absent,
  refusals: { customer_is_there: { field: 'customer_id', message: noSuchCustomer, status: 404 } },
}

const note = prose(maxNoteLength).refine((text) => text !== '', 'must not be empty')

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
    body(z.strictObject({ customer_id: id, note })),
    async (c) => {
      const { sql, by, now } = c.var
      const { customer_id, note } = c.req.valid('json')
      const customer = await findMainContact(sql, customer_id, { by })
      if (!customer) return problem(c, 404, noSuchCustomer)
      const { actor, actor_id } = by
      const row = { ...customer, note, actor, actor_id, created_at: now().toISOString() }
      return addAndAnswer(c, customerNoteNoun, row, '/api/customer_notes', sentences)
    },
  )
  .patch(
    '/:id',
    only(customerPolicy.note),
    requireUuidParams(absent),
    describe('Change a note', { 200: changedShape }),
    body(z.strictObject({ note })),
    (c) => changeAndAnswer(c, customerNoteNoun, c.req.valid('json'), sentences),
  )
  .delete(
    '/:id',
    only(customerPolicy.note),
    requireUuidParams(absent),
    describe('Remove a note', { 204: null }),
    (c) => removeAndAnswer(c, customerNoteNoun, sentences),
  )
