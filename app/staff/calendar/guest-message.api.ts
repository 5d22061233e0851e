import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, prose, time } from '../../platform/api/fields.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { emailGuests, findMessages, previewMessage } from './guest-message.server.ts'
import { guestMessage, messagePreview } from './guest-message.shapes.ts'

const draft = {
  vineyard_id: id,
  day,
  experience_id: id.optional(),
  start_time: time.optional(),
  message: prose(2000).refine((text) => text !== '', 'must not be empty'),
}

/** /api/guest_messages: emails to the guests of a day or of one session, and their delivery. */
export const guestMessageApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('Messages to the guests of a day', { 200: z.array(guestMessage) }),
    query(z.strictObject({ vineyard_id: id, day })),
    async (c) => {
      const { vineyard_id, day } = c.req.valid('query')
      return c.json(await findMessages(c.var.sql, vineyard_id, day, { by: c.var.by }))
    },
  )
  .post(
    '/preview',
    only(bookingPolicy.run),
    describe(
      'Preview a message to guests: who gets it, and its text',
      { 200: messagePreview },
      'Sends nothing.',
    ),
    body(z.strictObject(draft)),
    async (c) => {
      const { sql, by, config } = c.var
      const { vineyard_id, ...message } = c.req.valid('json')
      return c.json(await previewMessage(sql, vineyard_id, message, { by, site: config }))
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Email everyone expected on a day, or in one of its sessions',
      { 201: z.object({ mails: z.int() }) },
      'Each booking whose guest gave an address gets one email. Repeating an `id` emails nobody twice.',
      { 404: 'There is nobody to email.' },
    ),
    body(z.strictObject({ id, ...draft })),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, ...message } = c.req.valid('json')
      const mails = await emailGuests(sql, vineyard_id, message, { by }, now())
      return mails > 0
        ? c.json({ mails }, 201)
        : problem(c, 404, 'There is nobody to email, or everybody has been emailed already.')
    },
  )
