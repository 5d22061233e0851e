import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { addAndAnswer, removeAndAnswer, type Sentences } from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { mustAgree, tidyTags } from '../notes/notes.ts'
import { customerTagShape, tag } from '../notes/notes.shapes.ts'
import { customerTagNoun, findCustomerTags } from '../notes/notes.server.ts'
import { findMainContact } from './customer.server.ts'
import { customerPolicy, noSuchCustomer } from './customer.ts'

const absent = 'Tag not found'
const sentences: Sentences = {
  absent,
  refusals: {
    customer_is_there: { field: 'customer_id', message: noSuchCustomer, status: 404 },
    tag_is_new: { field: 'tag', message: 'This customer has this tag already.', status: 409 },
    guest_agreed: { field: 'agreed', message: mustAgree, status: 422 },
  },
}

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
    async (c) => {
      const { sql, by, now } = c.var
      const { customer_id, tag, agreed } = c.req.valid('json')
      const customer = await findMainContact(sql, customer_id, { by })
      if (!customer) return problem(c, 404, noSuchCustomer)
      const { actor, actor_id } = by
      const row = {
        ...customer,
        tag: tidyTags([tag])[0],
        agreed,
        actor,
        actor_id,
        created_at: now().toISOString(),
      }
      return addAndAnswer(c, customerTagNoun, row, '/api/customer_tags', sentences)
    },
  )
  .delete(
    '/:id',
    only(customerPolicy.note),
    requireUuidParams(absent),
    describe('Remove the tag of a customer', { 204: null }),
    (c) => removeAndAnswer(c, customerTagNoun, sentences),
  )
