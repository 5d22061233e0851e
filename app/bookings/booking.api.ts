import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { isId } from '../platform/ids.ts'
import { problem } from '../platform/http/problem.ts'
import { findBooking } from './booking.server.ts'
import { bookingActions } from './booking-actions.api.ts'
import { bookingRecordApi } from './booking-record.api.ts'
import { bookingsTogetherApi } from './bookings-together.api.ts'
import { pageOfBookings } from './booking-list.server.ts'
import type { BookingQueue } from './booking-queue.server.ts'
import { findEarlierBooking, createBookingByStart } from './create-booking.server.ts'
import { bookingPolicy } from './booking-policy.ts'
import { bookingSentences } from './booking-request.ts'
import { refuseParty } from './party-refusal.server.ts'
import {
  bookingLine,
  bookingListing,
  bookingRow,
  bookingShape,
  newBooking,
} from './booking-schemas.server.ts'
import { countRefusal, demandReason } from './refusal-count.server.ts'
import { staffBookingApi } from './staff-booking.api.ts'

const absent = bookingSentences.not_found

/** /api/bookings: making one, reading one by its id, which is its key, and what staff read. */
export const bookingApi = new Hono<{ Variables: ApiEnv['Variables'] & { queue: BookingQueue } }>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('Bookings', { 200: pageOf(bookingLine) }),
    query(bookingListing),
    async (c) => c.json(await pageOfBookings(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .route('/', bookingsTogetherApi)
  .route('/', staffBookingApi)
  .post(
    '/',
    describe(
      'Book',
      { 201: bookingRow },
      'Nobody needs to sign in for it. With an `Idempotency-Key` (a uuid) the same request counts once, however often it ' +
        'is sent. What is reckoned here (end, total, status) may be sent and must agree.',
      { 400: 'The key is no uuid.', 409: 'The slot is gone or too full, or the price has changed.' },
    ),
    body(newBooking, bookingSentences.incomplete),
    async (c) => {
      const key = c.req.header('Idempotency-Key')?.toLowerCase() ?? randomUUID()
      if (!isId(key)) return problem(c, 400, 'The Idempotency-Key must be a uuid.')

      // Once: Hono makes `var` anew for whoever looks at it.
      const { queue, actor, now, sql, log } = c.var
      const { booking_date, start_time, total_price, ...wanted } = c.req.valid('json')
      const placed = await createBookingByStart(
        queue,
        {
          vineyard_id: wanted.vineyard_id,
          experience_id: wanted.experience_id,
          slot_date: booking_date,
          start_time,
          number_of_guests: wanted.number_of_guests,
          guest_name: wanted.guest_name,
          guest_email: wanted.guest_email,
          guest_phone: wanted.guest_phone,
          special_requests: wanted.special_requests,
          total_price,
          user_id: actor.actor === 'guest' ? actor.actor_id : null,
          idempotency_key: key,
        },
        now(),
      )
      if (placed.ok) return c.json(placed.value, 201, { Location: `/api/bookings/${placed.value.id}` })
      const reason = demandReason(placed.problem)
      if (reason)
        await countRefusal(sql, log, {
          day: booking_date,
          experience_id: wanted.experience_id,
          party: wanted.number_of_guests,
          reason,
        })
      switch (placed.problem.kind) {
        case 'queue_full':
          c.header('Retry-After', '2')
          return problem(c, 503, bookingSentences.queue_full)
        case 'slot':
          return problem(c, 409, bookingSentences.slot_gone, { remaining: placed.problem.remaining })
        case 'price':
          return problem(c, 409, 'The price has changed.', {
            price_per_person: placed.problem.price_per_person,
          })
        case 'group_size':
          return refuseParty(c, sql, wanted)
        case 'key_reused': {
          const earlier = await findEarlierBooking(sql, placed.problem.booking_id, wanted.guest_email)
          return problem(
            c,
            422,
            'This Idempotency-Key was already used for another request.',
            earlier && { booking_id: earlier.id, reference: earlier.reference },
          )
        }
      }
    },
  )
  .get(
    '/:id',
    requireUuidParams(absent),
    describe(
      'A booking by its link',
      { 200: bookingShape },
      "Its id is its key: whoever has it may read it. To staff who are signed in, another vineyard's is absent.",
    ),
    async (c) => {
      const found = await findBooking(c.var.sql, c.req.param('id'), { by: c.var.actor })
      return found ? c.json(found) : problem(c, 404, absent)
    },
  )
  .route('/', bookingActions)
  .route('/', bookingRecordApi)
