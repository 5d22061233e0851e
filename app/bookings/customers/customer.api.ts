import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { csvOf } from '../../platform/text/csv.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { allCustomers, findCustomer, pageOfCustomers } from './customer.server.ts'
import { type Customer, customerPolicy, noSuchCustomer as absent } from './customer.ts'
import { customerShape } from './customer.shapes.ts'

const filters = { vineyard_id: id.optional(), search: line(200).optional() }

const fileColumns: { key: keyof Customer; header: string }[] = [
  { key: 'name', header: 'Name' },
  { key: 'email', header: 'Email' },
  { key: 'phone', header: 'Phone' },
  { key: 'bookings', header: 'Bookings' },
  { key: 'guests', header: 'Guests' },
  { key: 'spent', header: 'Spent in pounds' },
  { key: 'expected', header: 'Expected in pounds' },
  { key: 'first_visit', header: 'First visit' },
  { key: 'last_visit', header: 'Last visit' },
  { key: 'next_visit', header: 'Next visit' },
]

/** /api/customers: the customers of a vineyard; for admins, of all vineyards. */
export const customerApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(customerPolicy.read),
    describe('Customers', { 200: pageOf(customerShape) }),
    query(
      listing(
        ['-last_visit', 'next_visit', 'first_visit', 'name', 'email', 'bookings', 'guests', 'spent'],
        filters,
      ),
    ),
    async (c) =>
      c.json(await pageOfCustomers(c.var.sql, c.req.valid('query'), { by: c.var.by }, c.var.now())),
  )
  .get(
    '/file',
    only(customerPolicy.read),
    describe('Customers as a file', { 200: 'text/csv' }, 'All customers, sorted by name.'),
    query(z.strictObject(filters)),
    async (c) => {
      const [filters, by, now] = [c.req.valid('query'), c.var.by, c.var.now()]
      const customers = await c.var.reading((sql) => allCustomers(sql, filters, { by }, now))
      return c.body(await csvOf(customers, fileColumns), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="customers.csv"',
      })
    },
  )
  .get(
    '/:id',
    only(customerPolicy.read),
    requireUuidParams(absent),
    describe('A customer', { 200: customerShape }),
    async (c) => {
      const customer = await findCustomer(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      return customer ? c.json(customer) : problem(c, 404, absent)
    },
  )
