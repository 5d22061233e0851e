import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { problem } from '../platform/http/problem.ts'
import { bookingPolicy } from './booking-policy.ts'
import { findBookingRecord, resendEmail } from './booking-record.server.ts'
import { bookingSentences } from './booking-sentences.ts'
import { bookingRecord } from './booking.shapes.ts'

const absent = bookingSentences.not_found
const mailSentences = {
  nothing: 'There is no email to send: the visit is over, or we do not email this guest.',
  just_sent: 'The email was sent a moment ago, or will be sent in a moment. Please wait a few minutes.',
}

/** Paths below /api/bookings/:id for the page of a booking: read its record, send its email again. */
export const bookingRecordApi = new Hono<ApiEnv>()
  .get(
    '/:id/record',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe('A booking as staff of its vineyard see it', { 200: bookingRecord }),
    async (c) => {
      const found = await findBookingRecord(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      return found ? c.json(found) : problem(c, 404, absent)
    },
  )
  .post(
    '/:id/mails',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Send the guest the email about the booking’s status again',
      { 202: z.object({ id }) },
      'The email says that the booking was received, confirmed, called off or cancelled. It goes to the current address.',
      { 409: 'There is no email to send, or the email was sent moments ago.' },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const sent = await resendEmail(sql, c.req.param('id'), { by }, now())
      if (sent.ok) return c.json({ id: c.req.param('id') }, 202)
      return sent.problem === 'absent'
        ? problem(c, 404, absent)
        : problem(c, 409, mailSentences[sent.problem])
    },
  )
