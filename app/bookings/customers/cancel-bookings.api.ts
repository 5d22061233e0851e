import { Hono } from 'hono'
import { addPounds } from '../../platform/pounds.ts'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { cancellation } from '../booking.shapes.ts'
import { changeBookingStatus, undoBookingStatus } from '../booking.server.ts'
import { isOfCustomer } from '../booking-search.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { noSuchCustomer as absent, type Customer, mostCancelled } from './customer.ts'
import { findCustomer } from './customer.server.ts'

/** /api/customers/:id/cancellations: cancels the upcoming bookings of a customer together. */
export const customerCancellationApi = new Hono<ApiEnv>()
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

type Upcoming = { id: string; status: 'pending' | 'confirmed'; is_emailed: boolean; paid: number }

async function upcomingBookings(sql: Queryable, { id }: Customer, now: Date): Promise<Upcoming[]> {
  return sql<Upcoming[]>`
    select b.id, b.status, emails_changes(b) as is_emailed, m.taken - m.refunds as paid
    from bookings b cross join lateral money_of(b) m
    where ${isOfCustomer(sql, id)}
      and b.status in ('pending', 'confirmed') and b.starts_at > ${now} and b.attendance is distinct from 'arrived'
    order by b.starts_at, b.id limit ${mostCancelled}`
}
