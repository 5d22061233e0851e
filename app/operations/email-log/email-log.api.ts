import { Hono } from 'hono'
import { z } from 'zod'

import { bookingPolicy } from '../../bookings/booking-policy.ts'
import type { EmailKind } from '../../mail/email.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { findMail, pageOfMail, sendAgain } from './email-log.server.ts'
import { emailContent, loggedMail, mailFilters } from './email-log.shapes.ts'
import { marketplacePolicy } from '../../staff/dashboard/marketplace-policy.ts'

const absent = 'Email not found'
const toOwnBookings =
  'Owners and managers may resend failed emails to the guests of their bookings. Admins may resend any failed or stored email.'

const refusals: Record<SqlEnums['email_resend_problem'], { status: 404 | 409; title: string }> = {
  absent: { status: 404, title: absent },
  under_way: { status: 409, title: 'This email is on its way or has arrived.' },
  superseded: {
    status: 409,
    title:
      'The booking has changed since this email was written. Send the newest email from the booking instead.',
  },
  late: { status: 409, title: 'This email is out of date.' },
}

/** Returns the endpoints of /api/emails. The parameter `write` renders the content of a stored email. */
export const emailLogApi = (write: EmailKind['write']) =>
  new Hono<ApiEnv>()
    .get(
      '/',
      only(marketplacePolicy.run),
      describe('All emails', { 200: pageOf(loggedMail) }),
      query(listing(['-created_at', 'to_address', 'email_type', 'state', 'sent_at'], mailFilters.shape)),
      async (c) => c.json(await pageOfMail(c.var.sql, c.req.valid('query'))),
    )
    .get(
      '/:id',
      only(marketplacePolicy.run),
      requireUuidParams(absent),
      describe('An email and its content', { 200: loggedMail.extend({ shown: emailContent }) }),
      async (c) => {
        const mail = await findMail(c.var.sql, c.req.param('id'), write, c.var.config)
        return mail ? c.json(mail) : problem(c, 404, absent)
      },
    )
    .post(
      '/:id/send_again',
      only(bookingPolicy.run),
      requireUuidParams(absent),
      describe('Send a failed or stored email again', { 202: z.object({ id }) }, toOwnBookings, {
        409: 'The email is on its way, has arrived, or is out of date.',
      }),
      async (c) => {
        const sent = await sendAgain(c.var.sql, c.req.param('id'), c.var.by, c.var.now())
        if (sent.ok) return c.json({ id: c.req.param('id') }, 202)
        const { status, title } = refusals[sent.problem]
        return problem(c, status, title)
      },
    )
