import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { addPounds } from '../../platform/money.ts'
import { answerCsv } from '../../platform/text/csv.server.ts'
import { changeBookingStatus, undoBookingStatus } from '../booking.server.ts'
import { cancellation } from '../booking.shapes.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { isOfCustomer } from '../booking-search.server.ts'
import {
  type Customer,
  customerPolicy,
  mergeMessages,
  mostCancelled,
  noSuchCustomer as absent,
} from './customer.ts'
import { allCustomers, findCustomer, pageOfCustomers } from './customer.server.ts'
import { customerContactShape, customerShape } from './customer.shapes.ts'
import { findContacts, mergeCustomers, separateCustomer } from './customer-merge.server.ts'

const filters = { vineyard_id: id.optional(), search: line(200).optional() }

const fileColumns: { key: keyof Customer; header: string }[] = [
  { key: 'name', header: 'Name' },
  { key: 'email', header: 'Email' },
  { key: 'phone', header: 'Phone' },
  { key: 'bookings', header: 'Bookings' },
  { key: 'guests', header: 'Guests' },
  { key: 'not_marked', header: 'Guests not marked' },
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
        [
          '-last_visit',
          'nearest',
          'next_visit',
          'first_visit',
          'name',
          'email',
          'bookings',
          'guests',
          'spent',
        ],
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
      return answerCsv(c, 'customers.csv', customers, fileColumns)
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
  .get(
    '/:id/cancellations',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'How many upcoming bookings of a customer can be cancelled',
      {
        200: z.object({
          upcoming: z.int(),
          paid: z.number().meta({ description: 'Pounds paid for these bookings, less refunds.' }),
        }),
      },
      `Counts at most ${mostCancelled} bookings. Leaves out parties that have arrived.`,
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const customer = await findCustomer(sql, c.req.param('id'), { by }, now())
      if (!customer) return problem(c, 404, absent)
      const upcoming = await upcomingBookings(sql, customer, now())
      return c.json({ upcoming: upcoming.length, paid: addPounds(upcoming.map(({ paid }) => paid)) })
    },
  )
  .post(
    '/:id/cancellations',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Cancel all upcoming bookings of a customer',
      { 200: z.object({ cancelled: z.array(id), emailed: z.int() }) },
      `Cancels at most ${mostCancelled} bookings in one call, earliest first. The email about each booking waits for 30 ` +
        'seconds. `emailed` counts the bookings whose guest is emailed.',
    ),
    body(cancellation),
    async (c) => {
      const { sql, by, now } = c.var
      const at = now()
      const customer = await findCustomer(sql, c.req.param('id'), { by }, at)
      if (!customer) return problem(c, 404, absent)
      const cancelled: string[] = []
      let emailed = 0
      for (const { id, status, is_emailed } of await upcomingBookings(sql, customer, at)) {
        const options = { by, seen: status, cancellation: c.req.valid('json') }
        if (!(await changeBookingStatus(sql, id, 'cancelled', options, at)).ok) continue
        cancelled.push(id)
        if (is_emailed) emailed++
      }
      return c.json({ cancelled, emailed })
    },
  )
  .post(
    '/:id/cancellations/undo',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Undo the cancellation of a customer’s bookings',
      { 200: z.object({ restored: z.array(id), left: z.array(id) }) },
      'Possible for 30 seconds. Each booking is restored separately. The bookings in `left` stay cancelled: their places ' +
        'have gone, the guest has cancelled too, or it is too late.',
    ),
    body(z.strictObject({ ids: z.array(id).min(1).max(mostCancelled) })),
    async (c) => {
      const { sql, by, now } = c.var
      const at = now()
      const restored: string[] = []
      const left: string[] = []
      for (const id of c.req.valid('json').ids) {
        const undone = await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, at)
        ;(undone.ok ? restored : left).push(id)
      }
      return c.json({ restored, left })
    },
  )
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
      if (merged.ok) return c.json(merged.value, 201)
      return problem(c, merged.problem === 'absent' ? 404 : 409, mergeMessages[merged.problem])
    },
  )

/** /api/customer_contacts: the contacts that staff merged. */
export const customerContactApi = new Hono<ApiEnv>().delete(
  '/:id',
  only(customerPolicy.merge),
  requireUuidParams(mergeMessages.changed),
  describe('Separate a contact from the customer', { 204: null }),
  async (c) => {
    const { sql, by, now } = c.var
    const separated = await separateCustomer(sql, { contact_id: c.req.param('id') }, { by }, now())
    return separated.ok ? c.body(null, 204) : problem(c, 404, mergeMessages.changed)
  },
)

/** /api/customer_merges: the merges of customers. */
export const customerMergeApi = new Hono<ApiEnv>().delete(
  '/:id',
  only(customerPolicy.merge),
  requireUuidParams(absent),
  describe(
    'Undo a merge',
    { 204: null },
    'Possible for 30 seconds, unless the contact has been merged again.',
    { 409: mergeMessages.late },
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

type Upcoming = { id: string; status: 'pending' | 'confirmed'; is_emailed: boolean; paid: number }

async function upcomingBookings(sql: Queryable, { id }: Customer, now: Date): Promise<Upcoming[]> {
  return sql<Upcoming[]>`
    select b.id, b.status, emails_changes(b) as is_emailed, m.taken - m.refunds as paid
    from bookings b cross join lateral money_of(b) m
    where ${isOfCustomer(sql, id)}
      and b.status in ('pending', 'confirmed') and b.starts_at > ${now} and b.attendance is distinct from 'arrived'
    order by b.starts_at, b.id limit ${mostCancelled}`
}
