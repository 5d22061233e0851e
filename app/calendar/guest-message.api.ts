import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, instant, prose, time } from '../platform/api/fields.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { bookingPolicy } from '../bookings/booking-policy.ts'
import { findMessages, writeToGuests } from './guest-message.server.ts'

const message = z
  .object({
    id,
    message: z.string(),
    sent_at: instant,
    guests: z.array(
      z.object({ booking_id: id, guest_name: z.string(), guest_phone: z.string(), state: z.string() }),
    ),
  })
  .meta({ id: 'GuestMessage' })

/** /api/guest_messages: a word to everybody of a day or of one session, and whom it reached. */
export const guestMessageApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('What was written to the guests of a day', { 200: z.array(message) }),
    query(z.strictObject({ vineyard_id: id, day })),
    async (c) => {
      const asked = c.req.valid('query')
      return c.json(await findMessages(c.var.sql, asked.vineyard_id, asked.day, { by: c.var.by }))
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Write to everybody who is expected on a day, or in one session of it',
      { 201: z.object({ mails: z.int() }) },
      'One mail a booking. The same `id` writes to nobody twice.',
      { 404: 'Nobody is expected there.' },
    ),
    body(
      z.strictObject({
        id,
        vineyard_id: id,
        day,
        experience_id: id.optional(),
        start_time: time.optional(),
        message: prose(2000).refine((text) => text !== '', 'must say something'),
      }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, ...wanted } = c.req.valid('json')
      const mails = await writeToGuests(sql, vineyard_id, wanted, { by }, now())
      return mails > 0
        ? c.json({ mails }, 201)
        : problem(c, 404, 'Nobody is expected there who was not written to.')
    },
  )
