import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { customerPolicy, mergeMessages, noSuchCustomer as absent } from './customer.ts'
import { customerContactShape } from './customer.shapes.ts'
import { findContacts, mergeCustomers, separateCustomer } from './customer-merge.server.ts'

/** /api/customers/:id/contacts: the addresses and numbers of a customer. Staff merge customers, and separate them again. */
export const customerMergeApi = new Hono<ApiEnv>()
  .get(
    '/:id/contacts',
    only(customerPolicy.read),
    requireUuidParams(absent),
    describe(
      'Contacts of a customer',
      { 200: z.object({ items: z.array(customerContactShape) }) },
      'The main contact comes first, then the contacts that staff merged with it.',
    ),
    async (c) => {
      const items = await findContacts(c.var.sql, c.req.param('id'), { by: c.var.by })
      return items.length === 0 ? problem(c, 404, absent) : c.json({ items })
    },
  )
  .post(
    '/:id/contacts',
    only(customerPolicy.merge),
    requireUuidParams(absent),
    describe(
      'Merge another customer into this one',
      { 201: z.object({ merge_id: id }) },
      'Bookings keep their own contacts. The contact of this customer stays the main contact.',
      { 409: mergeMessages.same },
    ),
    body(z.strictObject({ customer_id: id })),
    async (c) => {
      const { sql, by, now } = c.var
      const contacts = { main_id: c.req.param('id'), other_id: c.req.valid('json').customer_id }
      const merged = await mergeCustomers(sql, contacts, { by }, now())
      if (merged.ok) return c.json({ merge_id: merged.value }, 201)
      return problem(c, merged.problem === 'absent' ? 404 : 409, mergeMessages[merged.problem])
    },
  )
  .delete(
    '/contacts/:id',
    only(customerPolicy.merge),
    requireUuidParams(mergeMessages.changed),
    describe('Separate a contact from the customer', { 204: null }),
    async (c) => {
      const { sql, by, now } = c.var
      const separated = await separateCustomer(sql, { contact_id: c.req.param('id') }, { by }, now())
      return separated.ok ? c.body(null, 204) : problem(c, 404, mergeMessages.changed)
    },
  )
  .delete(
    '/merges/:id',
    only(customerPolicy.merge),
    requireUuidParams(absent),
    describe(
      'Undo a merge',
      { 204: null },
      'Possible for 30 seconds, unless the contact has been merged again.',
      {
        409: mergeMessages.late,
      },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const undone = await separateCustomer(sql, { merge_id: c.req.param('id') }, { by }, now())
      if (undone.ok) return c.body(null, 204)
      return undone.problem === 'absent'
        ? problem(c, 404, mergeMessages.changed)
        : problem(c, 409, mergeMessages[undone.problem])
    },
  )
