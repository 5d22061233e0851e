import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { isId } from '../../platform/ids.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingSentences } from '../booking-sentences.ts'
import {
  type RequestableEmail,
  requestableEmails,
  requestEmail,
  sendEmailSentences,
} from './send-email.server.ts'

const text = z.string().max(500)
const known = text.nullable().default(null)
const types = Object.keys(requestableEmails) as [RequestableEmail, ...RequestableEmail[]]

const emailPayload = z.strictObject({
  bookingId: text,
  guestName: text,
  guestEmail: text,
  experienceTitle: text,
  vineyardName: text,
  bookingDate: text.meta({ examples: ['Monday, January 1, 2024'] }),
  bookingTime: text.meta({ examples: ['2:30 PM'] }),
  numGuests: z.number(),
  totalPrice: z.number(),
  vineyardAddress: known,
  vineyardCity: known,
  vineyardRegion: known,
  vineyardPostcode: known,
  emailType: z.enum(types),
})

/** POST /api/send-email: requests the email about a booking's status. */
export const sendEmailApi = new Hono<ApiEnv>().post(
  '/',
  describe(
    "Request a booking's email",
    { 200: z.object({ id: z.string(), state: z.string() }) },
    'The site sends the emails about a booking’s status by itself. A request sends an email to the guest only if the ' +
      'email is missing: each time a booking becomes pending, confirmed or cancelled, the matching email is sent once.',
    { 404: bookingSentences.not_found, 409: 'The booking has another status or other details.' },
  ),
  body(emailPayload),
  async (c) => {
    const { bookingId, ...payload } = c.req.valid('json')
    const sent = { ...payload, bookingId: bookingId.toLowerCase() }
    const title = sendEmailSentences[sent.emailType]
    if (!isId(sent.bookingId)) return problem(c, 404, bookingSentences.not_found)
    const requested = await attempt(c.var.log, title, () => requestEmail(c.var.sql, sent, c.var.now()))
    if (!requested.ok) return problem(c, 503, title)
    if (requested.value.ok) return c.json(requested.value.value)
    switch (requested.value.problem.kind) {
      case 'absent':
        return problem(c, 404, bookingSentences.not_found)
      case 'state':
        return problem(c, 409, title, { detail: `The booking is not ${requestableEmails[sent.emailType]}.` })
      case 'different': {
        const { fields } = requested.value.problem
        return problem(c, 409, title, {
          detail: `The booking has other details: ${fields.join(', ')}.`,
          fields: fields.map((field) => ({ field, message: `${field} differs from the booking.` })),
        })
      }
    }
  },
)
