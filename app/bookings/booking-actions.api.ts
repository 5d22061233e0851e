import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { cancelSentences } from './booking.ts'
import { cancelBookingAsGuest, findBooking } from './booking.server.ts'
import { findBookingEvents } from './booking-list.server.ts'
import { type MoveProblem, moveBooking } from './move-booking.server.ts'
import { bookingPolicy } from './booking-policy.ts'
import { bookingSentences } from './booking-request.ts'
import { changeSentences } from './change-request.ts'
import { refuseParty } from './party-refusal.server.ts'
import { bookingEvent, bookingMove, bookingShape, statusChange } from './booking-schemas.server.ts'
import { changeBookingStatus, type StatusProblem } from './change-status.server.ts'

const absent = bookingSentences.not_found
const staffCancel = 'Staff cancel by setting the status.'
const conflict = { 409: 'It became something else meanwhile, or others have the places.' }

/** What can be done with a booking: cancelled and moved by its link, moved and given any status by staff. */
export const bookingActions = new Hono<ApiEnv>()
  .post(
    '/:id/cancel',
    requireUuidParams(absent),
    describe('Cancel, as the guest who has the link', { 200: bookingShape }, undefined, {
      ...conflict,
      403: staffCancel,
    }),
    async (c) => {
      if (c.var.actor.actor !== 'guest') return problem(c, 403, staffCancel)
      const cancelled = await cancelBookingAsGuest(c.var.sql, c.req.param('id'), c.var.now())
      if (cancelled.ok) return answerBooking(c, c.req.param('id'))
      if (cancelled.problem === 'absent') return problem(c, 404, absent)
      return problem(c, 409, cancelSentences[cancelled.problem])
    },
  )
  .post(
    '/:id/move',
    requireUuidParams(absent),
    describe(
      'Move to another slot, another party, or both',
      { 200: bookingShape },
      'By whoever has the link, until the cancellation cut-off; by staff at any time, who may also overbook. It keeps its ' +
        'status and the price per person it was booked at.',
      { ...conflict, 403: bookingPolicy.overbook.rule },
    ),
    body(bookingMove),
    async (c) => {
      const { actor, sql, now } = c.var
      const { overbook, ...move } = c.req.valid('json')
      const id = c.req.param('id')
      if (actor.actor === 'guest' && overbook) return problem(c, 403, bookingPolicy.overbook.rule)
      const moved =
        actor.actor === 'guest'
          ? await moveBooking(sql, id, move, { by: actor }, now())
          : await moveBooking(sql, id, move, { by: actor, overbook }, now())
      return moved.ok ? answerBooking(c, id) : refuseMove(c, id, moved.problem)
    },
  )
  .post(
    '/:id/status',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Set any of the four statuses',
      { 200: z.object({ status: statusChange.shape.status }) },
      undefined,
      conflict,
    ),
    body(statusChange),
    async (c) => {
      const { status, seen = null, overbook } = c.req.valid('json')
      const { sql, by, now } = c.var
      const changed = await changeBookingStatus(sql, c.req.param('id'), status, { by, seen, overbook }, now())
      return changed.ok ? c.json({ status: changed.value }) : refuseStatus(c, changed.problem)
    },
  )
  .get(
    '/:id/events',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe('What happened to a booking, in order', { 200: z.array(bookingEvent) }),
    async (c) => {
      const events = await findBookingEvents(c.var.sql, c.req.param('id'), { by: c.var.by })
      return events ? c.json(events) : problem(c, 404, absent)
    },
  )

async function answerBooking(c: Context<ApiEnv>, id: string) {
  const booking = await findBooking(c.var.sql, id, { by: c.var.actor })
  return booking ? c.json(booking) : problem(c, 404, absent)
}

function refuseMove(c: Context<ApiEnv>, booking_id: string, refusal: MoveProblem) {
  switch (refusal.kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'full':
      return problem(c, 409, bookingSentences.slot_gone, { remaining: refusal.remaining })
    case 'gone':
      return problem(c, 409, bookingSentences.slot_gone, { remaining: 0 })
    case 'final':
      return problem(c, 409, cancelSentences.final)
    case 'late':
      return problem(c, 409, changeSentences.late)
    case 'changed':
      return problem(c, 409, changeSentences.changed)
    case 'group_size':
      return refuseParty(c, c.var.sql, { booking_id })
    case 'unchanged':
      return problem(c, 422, 'Nothing would change: name another slot, or another number_of_guests.')
  }
}

function refuseStatus(c: Context, refusal: StatusProblem) {
  switch (refusal.kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'changed':
      return problem(c, 409, `This booking has become ${refusal.status} meanwhile.`, { seen: refusal.status })
    case 'full':
      return problem(c, 409, 'Others have these places now.', { remaining: refusal.remaining })
    case 'gone':
      return problem(c, 409, bookingSentences.slot_gone, { remaining: 0 })
  }
}
