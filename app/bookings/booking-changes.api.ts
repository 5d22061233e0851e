import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, guestsAnd, keysToo, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { bookingStatuses } from './booking.ts'
import {
  changeBookingStatus,
  findBooking,
  hasEmail,
  moveBooking,
  undoBookingStatus,
} from './booking.server.ts'
import { bookingPolicy } from './booking-policy.ts'
import { cancelBookingWithKey } from './new-bookings/key-booking.server.ts'
import { countEmailedByUndo, findBookingEvents } from './booking-record.server.ts'
import { refuseChange } from './new-bookings/explain-refusal.server.ts'
import { bookingSentences } from './booking-sentences.ts'
import { cancelSentences, undoSentences } from './cancel-sentences.ts'
import { bookingMove, overbook } from './beyond-limits.shapes.ts'
import { bookingEvent, bookingShape, cancellation } from './booking.shapes.ts'
import { cancelAsGuest, moveAsGuest } from './new-bookings/unverified-booking.server.ts'

const absent = bookingSentences.not_found
const staffCancel = 'Staff cancel by setting the status.'
const onlyStaffOverbook = 'Only staff can overbook or go beyond the limits.'
const conflict = { 409: 'The booking was changed in the meantime, or there are too few places.' }

const status = z.enum(bookingStatuses)

const statusChange = z.strictObject({
  status,
  cancellation: cancellation
    .optional()
    .meta({ description: 'The reason and the message. May be sent only if the status is cancelled.' }),
  seen: status.optional().meta({
    description:
      'The status on the screen. If the status has changed since, the request is refused with 409. Without `seen`, the request is refused if the guest or the seller has cancelled the booking.',
  }),
  overbook,
})

const statusUndo = z.strictObject({
  seen: status.meta({ description: 'The status on the screen. The change to this status is undone.' }),
})

/** Paths below /api/bookings/:id that change a booking, for guests with its link, API keys and staff. */
export const bookingChangesApi = new Hono<ApiEnv>()
  .post(
    '/:id/cancel',
    keysToo('bookings:write'),
    requireUuidParams(absent),
    describe(
      'Cancel as the guest who has the link',
      { 200: bookingShape },
      'An API key cancels under the same terms as a guest. A reseller can cancel bookings that it sold even after the ' +
        'vineyard opted out of the reseller. A booking that is already cancelled stays cancelled. If staff cancelled it ' +
        'and could still undo that, the cancellation now counts as the caller’s and is final.',
      { ...conflict, 403: staffCancel },
    ),
    async (c) => {
      const { actor, key, sql, now, config } = c.var
      if (!key && actor.actor !== 'guest') return problem(c, 403, staffCancel)
      const limit = { now: now(), emailsAnHour: config.limits.booking_emails }
      const cancelled = key
        ? await cancelBookingWithKey(sql, c.req.param('id'), { by: key }, now())
        : await cancelAsGuest(sql, c.req.param('id'), undefined, limit)
      if (cancelled.ok) return answerBooking(c, c.req.param('id'))
      if (cancelled.problem === 'absent') return problem(c, 404, absent)
      return problem(c, 409, cancelSentences[cancelled.problem])
    },
  )
  .post(
    '/:id/move',
    guestsAnd(bookingPolicy.run),
    keysToo('bookings:write'),
    requireUuidParams(absent),
    describe(
      'Change the slot, the size of the party, or both',
      { 200: bookingShape },
      'Guests with the link and API keys may move a booking until the cancellation cut-off; staff at any time, and they may ' +
        'overbook, go beyond the limits or, with `into_past`, move to a slot that has begun. Status ' +
        'and price per person stay as booked.',
      {
        ...conflict,
        403: onlyStaffOverbook,
        429: 'The guest’s mailbox got many emails in a short time; Retry-After says when to try again.',
      },
    ),
    body(bookingMove),
    async (c) => {
      const { actor, key, sql, now, config } = c.var
      const { overbook, beyond_limits, ...move } = c.req.valid('json')
      const id = c.req.param('id')
      if ((key || actor.actor === 'guest') && (overbook || beyond_limits))
        return problem(c, 403, onlyStaffOverbook)
      const booking = key && (await findBooking(sql, id, { by: key }))
      if (key && !booking) return problem(c, 404, absent)
      const emailsAnHour = config.limits.booking_emails
      const moved = booking
        ? await moveBooking(sql, id, move, { by: { ...key, vineyard_id: booking.vineyard_id } }, now())
        : actor.actor === 'guest'
          ? await moveAsGuest(sql, id, move, { by: actor, now: now(), emailsAnHour })
          : await moveBooking(sql, id, move, { by: actor, overbook, beyond_limits }, now())
      return moved.ok ? answerBooking(c, id) : refuseChange(c, sql, moved.problem, { booking_id: id })
    },
  )
  .post(
    '/:id/status',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Set any of the four statuses',
      { 200: z.object({ status, has_email: z.boolean() }) },
      '`has_email`: whether we email the guest about changes. We send such an email after 30 seconds. Until then, the ' +
        'change can be undone.',
      conflict,
    ),
    body(statusChange),
    async (c) => {
      const { status, seen = null, ...options } = c.req.valid('json')
      const { sql, by, now } = c.var
      const id = c.req.param('id')
      const changed = await changeBookingStatus(sql, id, status, { by, seen, ...options }, now())
      if (changed.ok) return c.json({ status: changed.value, has_email: await hasEmail(sql, id) })
      return refuseChange(c, sql, changed.problem, { booking_id: id })
    },
  )
  .post(
    '/:id/undo',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Undo the last change of status by staff',
      {
        200: z.object({
          status,
          emails_again: z
            .boolean()
            .meta({ description: 'Whether the guest is sent the confirmation again.' }),
        }),
      },
      'Possible for 30 seconds. The email about the change is then never sent. Undoing sends no email either, except the ' +
        'confirmation to a guest who has read about the cancellation. If the places of a cancelled booking have gone ' +
        'meanwhile, the booking stays cancelled and the email is sent.',
      {
        409: 'It is too late, the booking was changed in the meantime, the guest or the seller cancelled it too, or its places have gone.',
      },
    ),
    body(statusUndo),
    async (c) => {
      const { sql, by, now } = c.var
      const id = c.req.param('id')
      const undone = await undoBookingStatus(sql, id, { by, ...c.req.valid('json') }, now())
      if (undone.ok) {
        const emails_again = (await countEmailedByUndo(sql, { booking_id: id })) > 0
        return c.json({ status: undone.value, emails_again })
      }
      const { kind } = undone.problem
      if (kind === 'full' || kind === 'gone' || kind === 'late' || kind === 'final')
        return problem(c, 409, undoSentences[kind])
      return refuseChange(c, sql, undone.problem, { booking_id: id })
    },
  )
  .get(
    '/:id/events',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe('The history of a booking, oldest first', { 200: z.array(bookingEvent) }),
    async (c) => {
      const events = await findBookingEvents(c.var.sql, c.req.param('id'), { by: c.var.by })
      return events ? c.json(events) : problem(c, 404, absent)
    },
  )

async function answerBooking(c: Context<ApiEnv>, id: string) {
  const booking = await findBooking(c.var.sql, id, { by: c.var.actor })
  return booking ? c.json(booking) : problem(c, 404, absent)
}
