import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, guestsAnd, keysToo, only } from '../../people/sign-in/access.server.ts'
import { keyAt } from '../../people/sign-in/actor.ts'
import { admits } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { badKey, idempotencyKey } from '../../platform/api/idempotency-key.server.ts'
import { id, instant, line } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { editGuest } from '../booking-record.server.ts'
import { bookingTags } from '../notes/notes.shapes.ts'
import { createBookingWithKey } from './key-booking.server.ts'
import { type BookingLimit, createBookingByStart, visitorRules } from './create-booking.server.ts'
import { refuseChange } from './explain-refusal.server.ts'
import { countRefusedBooking } from './refused-demand.server.ts'
import { bookingSentences } from '../booking-sentences.ts'
import { beyond_limits, checkBeyondLimits, overbook, staffSlot } from '../beyond-limits.shapes.ts'
import { walkIn } from '../today/today-entries.shapes.ts'
import {
  bookingRow,
  contactMissing,
  guests,
  hasContact,
  lateSentence,
  newBooking,
  staffGuest,
} from '../booking.shapes.ts'
import { createStaffBooking, createWalkIn, undoWalkIn } from './staff-booking.server.ts'

const keyRule =
  'With an `Idempotency-Key` (a uuid) a repeated request books once; the same key with another body is refused.'
const refusals = {
  404: 'No such experience in scope.',
  409: 'The slot is gone or has too few places: `remaining` says how many are left.',
}

const walkInUndoSentences = {
  absent: bookingSentences.not_found,
  paid: 'Undo the payments of this walk-in first.',
}

const heldSentence =
  'We’re holding your places. To confirm the booking, open the link in the email that we sent to the guest.'
const heldAnswer = z.object({
  status: z.literal('held'),
  held_until: instant.meta({
    description: 'When the places become free again, unless the guest confirms earlier.',
  }),
  message: z.string(),
})

const staffBooking = z
  .strictObject({
    experience_id: id,
    slot: staffSlot,
    number_of_guests: guests,
    ...staffGuest,
    tags: bookingTags.default([]),
    overbook,
    beyond_limits,
  })
  .refine(hasContact, contactMissing)
  .superRefine(checkBeyondLimits)

/** Paths that create bookings: for guests, and for staff who book for guests on the phone or at the gate. */
export const createBookingApi = new Hono<{
  Variables: ApiEnv['Variables'] & { booking_limit: BookingLimit }
}>()
  .post(
    '/by_staff',
    only(bookingPolicy.run),
    describe(
      'Book for a guest who phones',
      { 201: z.object({ id }) },
      'Needs a name, and an email address or a phone number. The booking is confirmed straight away, and the guest is ' +
        `emailed if there is an address. Cut-offs do not apply. ${keyRule}`,
      refusals,
    ),
    body(staffBooking),
    idempotencyKey,
    async (c) => {
      const { sql, by, now, idempotency_key } = c.var
      const { overbook, tags, ...request } = c.req.valid('json')
      const booking = { ...request, idempotency_key }
      const created = await createStaffBooking(sql, booking, { by, overbook }, now())
      if (!created.ok) return refuseChange(c, sql, created.problem, request)
      // After a crash between the two statements, the repeated request adds the tags.
      const edit = { changes: { tags }, seen: { tags: [] }, sends: false }
      if (tags.length > 0) await editGuest(sql, created.value.id, edit, { by }, now())
      return c.json(created.value, 201, { Location: `/api/bookings/${created.value.id}` })
    },
  )
  .post(
    '/walk-ins',
    only(bookingPolicy.today),
    describe(
      'Book a party that is at the gate',
      {
        201: z.object({
          id: id.nullable().meta({ description: 'The id of the booking; null for colleagues at the gate.' }),
          reference: z.string(),
        }),
      },
      'Needs only a party size. Without a name, the guest is called “Walk-in”. The booking is confirmed and marked as ' +
        `arrived at once, and no email is sent. ${keyRule}`,
      refusals,
    ),
    body(walkIn),
    idempotencyKey,
    async (c) => {
      const { sql, by, now, idempotency_key } = c.var
      const { overbook, taken_at, ...request } = c.req.valid('json')
      const late = lateSentence(taken_at, now())
      if (late !== null) return problem(c, 422, late)
      const walkIn = { ...request, requested_at: taken_at ?? null, idempotency_key }
      const created = await createWalkIn(sql, walkIn, { by, overbook }, now())
      if (!created.ok) return refuseChange(c, sql, created.problem, request)
      // A booking's id opens its page with the guest's email address and phone number, so only staff who may see both get the
      // id.
      const mayOpen = by.actor === 'admin' || admits(bookingPolicy.run, by.role)
      const { id, reference } = created.value
      return mayOpen
        ? c.json({ id, reference }, 201, { Location: `/api/bookings/${id}` })
        : c.json({ id: null, reference }, 201)
    },
  )
  .post(
    '/walk-ins/undo',
    only(bookingPolicy.today),
    describe(
      'Cancel a walk-in that was a mistake',
      { 200: z.object({ reference: z.string() }) },
      'The places of the walk-in are free again. Repeating the request changes nothing.',
      { 404: bookingSentences.not_found, 409: 'The payments of the walk-in must be undone first.' },
    ),
    body(
      z.strictObject({
        booking: line(40).meta({ description: 'The reference of the walk-in, or its Idempotency-Key.' }),
      }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const undone = await undoWalkIn(sql, c.req.valid('json').booking, { by }, now())
      if (undone.ok) return c.json(undone.value)
      return problem(c, undone.problem === 'absent' ? 404 : 409, walkInUndoSentences[undone.problem])
    },
  )
  .post(
    '/',
    guestsAnd(bookingPolicy.run),
    keysToo('bookings:write'),
    describe(
      'Create a booking',
      { 201: bookingRow, 202: heldAnswer },
      'No sign-in is needed. With an `Idempotency-Key` (a uuid) a repeated request books once. The total must be ' +
        'the current price; `end_time` is ignored. Unless the caller is signed in with the guest’s address, ' +
        'one email address or telephone number can have at most three bookings that overlap and ten open ' +
        'bookings. Beyond that, the answer is 202: the places are held, and a link in an email to the guest confirms the ' +
        'booking. With an API key, the booking belongs to the owner of the key. A vineyard books its own experiences; a ' +
        'reseller books the experiences that it may sell, and emails its guests itself.',
      {
        400: badKey,
        403: bookingPolicy.run.rule,
        404: 'The vineyard is not in the scope of the API key, or the key may not sell this experience.',
        409: 'The slot is gone or has too few places, or the price has changed.',
        429: 'The guest’s mailbox got many emails in a short time; Retry-After says when to try again.',
      },
    ),
    body(newBooking, bookingSentences.incomplete),
    idempotencyKey,
    async (c) => {
      // Reads `c.var` only once, because Hono builds a new object on each access.
      const { booking_limit: limit, actor, key: caller, now, sql, config, log, idempotency_key } = c.var
      const request = c.req.valid('json')
      const { vineyard_id, experience_id, booking_date, start_time, number_of_guests, total_price } = request
      const { guest_name, guest_email, guest_phone, special_requests } = request
      const start = {
        vineyard_id,
        experience_id,
        slot_date: booking_date,
        start_time,
        number_of_guests,
        guest_name,
        guest_email,
        guest_phone,
        special_requests,
        total_price,
        user_id: actor.actor === 'guest' ? actor.actor_id : null,
        idempotency_key,
      }
      const by = caller ? keyAt(caller, vineyard_id) : null
      if (by === 'absent') return problem(c, 404, 'Vineyard not found')
      const created = by
        ? await createBookingWithKey(sql, start, { by }, now())
        : await createBookingByStart(sql, start, now(), { visitors: visitorRules(config), limit })
      if (created.ok) return c.json(created.value, 201, { Location: `/api/bookings/${created.value.id}` })
      if (created.problem.kind === 'held')
        return c.json(
          { status: 'held' as const, held_until: created.problem.until, message: heldSentence },
          202,
        )

      if (created.problem.kind === 'absent') return problem(c, 404, 'Experience not found')
      const subject = { day: booking_date, start_time, experience_id, party: number_of_guests }
      if (!by?.is_test) await countRefusedBooking(sql, log, created.problem, subject, now())
      return refuseChange(c, sql, created.problem, request)
    },
  )
