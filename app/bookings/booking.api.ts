import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'

import { isDay } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { problem } from '../platform/problem.ts'
import type { ApiVariables } from '../platform/surroundings.ts'
import { isEmail, isPhone, readLine, readProse } from '../platform/text.ts'
import { findBooking, placeBookingByStart } from './booking.server.ts'
import { bookingSentences } from './booking-request.ts'
import { countRefusal, demandReason } from './refusal-count.server.ts'

const line = (longest: number) =>
  z.string().transform((text, context) => {
    const read = readLine(text, longest)
    if (read.ok) return read.value
    context.addIssue({ code: 'custom', message: `is ${read.problem}` })
    return z.NEVER
  })
const prose = z.string().transform((text, context) => {
  const read = readProse(text, 1000)
  if (read.ok) return read.value
  context.addIssue({ code: 'custom', message: `is ${read.problem}` })
  return z.NEVER
})
const id = z.string().refine(isId, 'is no id')
const guests = z.int().min(1).max(10_000)

/** The specification's insert. What the server reckons itself may be sent, and is not believed. */
const insertBooking = z
  .strictObject({
    user_id: z.null().optional(),
    vineyard_id: id,
    experience_id: id,
    availability_id: z.null().optional(),
    booking_date: z.string().refine(isDay, 'is no day'),
    start_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'is no time'),
    end_time: z.string().optional(),
    booking_time: z.string().optional(),
    number_of_guests: guests,
    num_guests: guests.optional(),
    guest_name: line(120),
    guest_email: line(254).refine(isEmail, 'is no mail address'),
    guest_phone: line(40).refine(isPhone, 'is no phone number'),
    special_requests: prose.default(''),
    customer_notes: z.string().max(0).default(''),
    total_price: z.number().min(0),
    currency: z.literal('GBP').default('GBP'),
    status: z.literal('pending').default('pending'),
  })
  .refine(
    ({ number_of_guests, num_guests = number_of_guests }) => num_guests === number_of_guests,
    'num_guests differs from number_of_guests',
  )

/** /api/bookings: making one, and reading one by its id, which is its key. */
export const bookingApi = new Hono<{ Variables: ApiVariables }>()
  .post('/', async (c) => {
    const read = insertBooking.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success)
      return problem(c, 422, bookingSentences.incomplete, {
        fields: read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      })
    const key = c.req.header('Idempotency-Key') ?? randomUUID()
    if (!isId(key)) return problem(c, 400, 'The Idempotency-Key must be a uuid in lower case.')

    const { booking_date, start_time, total_price, ...wanted } = read.data
    const placed = await placeBookingByStart(
      c.var.sql,
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
        idempotency_key: key,
      },
      c.var.now(),
    )
    if (placed.ok) {
      const booking = await findBooking(c.var.sql, placed.value.id)
      const { experience: _, ...row } = booking ?? { experience: undefined }
      return c.json(row, 201, { Location: `/api/bookings/${placed.value.id}` })
    }
    if (placed.problem.kind !== 'key_reused')
      await countRefusal(c.var.sql, c.var.log, {
        day: booking_date,
        experience_id: wanted.experience_id,
        party: wanted.number_of_guests,
        reason: demandReason(placed.problem),
      })
    switch (placed.problem.kind) {
      case 'slot':
        return problem(c, 409, bookingSentences.slot_gone, { remaining: placed.problem.remaining })
      case 'price':
        return problem(c, 409, 'The price has changed.', {
          price_per_person: placed.problem.price_per_person,
        })
      case 'group_size':
        return problem(c, 422, 'The experience does not take a party of that size.')
      case 'key_reused':
        return problem(c, 422, 'This Idempotency-Key belongs to another request.', {
          booking_id: placed.problem.booking_id,
        })
    }
  })
  .get('/:id', async (c) => {
    const found = isId(c.req.param('id')) ? await findBooking(c.var.sql, c.req.param('id')) : undefined
    if (!found) return problem(c, 404, bookingSentences.not_found)
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    return c.json(found)
  })
