import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { email, id, line, phone, prose } from '../platform/api/fields.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { isId } from '../platform/ids.ts'
import { problem } from '../platform/http/problem.ts'
import { bookingPolicy } from './booking-policy.ts'
import { bookingSentences } from './booking-request.ts'
import { refuseParty } from './party-refusal.server.ts'
import { guests, slot } from './booking-schemas.server.ts'
import { createStaffBooking } from './staff-booking.server.ts'

const taken = z.strictObject({
  experience_id: id,
  slot,
  number_of_guests: guests,
  guest_name: line(120),
  guest_email: email,
  guest_phone: phone,
  special_requests: prose(1000).default(''),
  overbook: z.boolean().default(false),
})

/** Bookings that staff take down by phone or at the gate. */
export const staffBookingApi = new Hono<ApiEnv>().post(
  '/by_staff',
  only(bookingPolicy.run),
  describe(
    'Take a booking by phone or at the gate',
    { 201: z.object({ id }) },
    'Confirmed at once, with its mail; held by no cut-off. With an `Idempotency-Key` (a uuid) it counts once; ' +
      'the same key with another body is refused.',
    {
      404: 'No such experience within reach.',
      409: 'The slot is gone, or too full: `remaining` says how many are left.',
    },
  ),
  body(taken),
  async (c) => {
    const key = c.req.header('Idempotency-Key')?.toLowerCase() ?? randomUUID()
    if (!isId(key)) return problem(c, 400, 'The Idempotency-Key must be a uuid.')
    const { sql, by, now } = c.var
    const { overbook, ...request } = c.req.valid('json')
    const placed = await createStaffBooking(
      sql,
      { ...request, idempotency_key: key },
      { by, overbook },
      now(),
    )
    if (placed.ok) return c.json(placed.value, 201, { Location: `/api/bookings/${placed.value.id}` })
    switch (placed.problem.kind) {
      case 'absent':
        return problem(c, 404, 'Experience not found')
      case 'gone':
        return problem(c, 409, bookingSentences.slot_gone, { remaining: 0 })
      case 'full':
        return problem(c, 409, bookingSentences.slot_gone, { remaining: placed.problem.remaining })
      case 'other':
        return problem(c, 422, 'This form was sent already, with other words in it. Look among the bookings.')
      case 'group_size':
        return refuseParty(c, sql, request)
    }
  },
)
