import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, line } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { named } from '../platform/api/named.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/problem.ts'
import { findCustomer, pageOfCustomers } from './customer.server.ts'
import { customerPolicy } from './customer.ts'

const absent = 'Customer not found'

const shape = z
  .object({
    id,
    vineyard_id: id,
    email: z.string(),
    name: z.string(),
    phone: z.string(),
    bookings: z.int(),
    guests: z.int(),
    spent: z.number(),
    first_visit: day.nullable(),
    last_visit: day.nullable(),
  })
  .meta({ id: 'Customer' })

/** /api/customers: who booked at a vineyard, by mail address. */
export const customerApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(customerPolicy.read),
    describe('Customers', { 200: pageOf(shape) }),
    query(
      listing(['-last_visit', 'first_visit', 'name', 'email', 'bookings', 'guests', 'spent'], {
        vineyard_id: id.optional(),
        search: line(200).optional(),
      }),
    ),
    async (c) => c.json(await pageOfCustomers(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .get(
    '/:id',
    only(customerPolicy.read),
    named(absent),
    describe('A customer', { 200: shape }),
    async (c) => {
      const customer = await findCustomer(c.var.sql, c.req.param('id'), { by: c.var.by })
      return customer ? c.json(customer) : problem(c, 404, absent)
    },
  )
