import { Hono } from 'hono'
import { z } from 'zod'

import { availabilityPolicy } from '../../availability/availability-policy.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { countEmailedByUndo } from '../booking-record.server.ts'
import {
  addException,
  removeException,
  findException,
  pageOfExceptions,
  undoClosure,
} from './closure.server.ts'
import { addedException, exceptionFilters, exceptionShape, newException } from './closure.shapes.ts'

const absent = 'Closure not found'
const exceptionSentences = {
  absent: 'Vineyard, experience or pattern not found',
  booked: 'There are bookings or held places at that time. Say whether to keep or cancel the bookings.',
}
const closureUndoSentences = {
  absent,
  of_calendar: 'This closure comes from an imported calendar. Change it there, or remove the calendar here.',
  late: 'It is too late to undo this. You can remove the closure, but the cancelled bookings stay cancelled.',
  gone: 'Not undone: a session of the cancelled bookings is no longer planned. Everything stays closed and cancelled.',
  full: 'Not undone: some of the places have been booked by others. Everything stays closed and cancelled.',
  changed: 'Not undone: one of the bookings has just been changed. Please try again.',
}

/** /api/availability_exceptions: days or hours that are closed or have a changed capacity. */
export const closureApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(availabilityPolicy.readExceptions),
    describe('Closures and changed capacities', { 200: pageOf(exceptionShape) }),
    query(listing(['starts_on', 'ends_on', 'created_at'], exceptionFilters.shape)),
    async (c) =>
      c.json(await pageOfExceptions(c.var.sql, c.req.valid('query'), { by: c.var.by }, c.var.now())),
  )
  .post(
    '/',
    only(availabilityPolicy.write),
    describe(
      'Close days or hours, or give them another capacity',
      { 201: addedException },
      '`groups` has the names of the groups for which places are held at that time.',
      {
        404: 'No such vineyard, experience or pattern in scope.',
        409:
          'The closure affects bookings or held places. The answer has the numbers of bookings, guests, guests without an ' +
          'email and held places, and the pounds paid. Send the field `bookings` to say whether to keep or cancel the bookings.',
      },
    ),
    body(newException),
    async (c) => {
      const { sql, by, now } = c.var
      const { bookings = null, ...exception } = c.req.valid('json')
      const added = await addException(sql, exception, { by, bookings }, now())
      if (added.ok)
        return c.json(added.value, 201, { Location: `/api/availability_exceptions/${added.value.id}` })
      const { kind, ...affected } = added.problem
      return problem(c, kind === 'absent' ? 404 : 409, exceptionSentences[kind], affected)
    },
  )
  .get(
    '/:id',
    only(availabilityPolicy.readExceptions),
    requireUuidParams(absent),
    describe('A closure', { 200: exceptionShape }),
    async (c) => {
      const exception = await findException(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      return exception ? c.json(exception) : problem(c, 404, absent)
    },
  )
  .post(
    '/:id/undo',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe(
      'Undo a closure, and restore the bookings that it cancelled',
      {
        200: z.object({
          bookings: z.int(),
          emails_again: z.int().meta({ description: 'How many guests are sent the confirmation again.' }),
        }),
      },
      'Possible for 30 seconds, while the emails to the guests wait. All of the bookings are restored, or nothing changes. ' +
        'Bookings that the guest or the seller also cancelled stay cancelled.',
      { 409: 'It is too late, the closure comes from a calendar, or a booking has no place any more.' },
    ),
    async (c) => {
      const closure_id = c.req.param('id')
      const undone = await undoClosure(c.var.sql, closure_id, { by: c.var.by }, c.var.now())
      if (undone.ok)
        return c.json({ ...undone.value, emails_again: await countEmailedByUndo(c.var.sql, { closure_id }) })
      return problem(c, undone.problem === 'absent' ? 404 : 409, closureUndoSentences[undone.problem])
    },
  )
  .delete(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe('Remove a closure', { 204: null }, 'Bookings that the closure cancelled stay cancelled.', {
      409: 'The closure comes from a calendar.',
    }),
    async (c) => {
      const removed = await removeException(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      if (removed.ok) return c.body(null, 204)
      return problem(c, removed.problem === 'absent' ? 404 : 409, closureUndoSentences[removed.problem])
    },
  )
