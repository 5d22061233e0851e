import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { answerChanged, changedShape, refuseEdit, changeRow } from '../accounts/staff-edit.server.ts'
import { policy } from '../accounts/policy.ts'
import { describe } from '../platform/api/describe.server.ts'
import { email, id, instant, line, prose } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion, version } from '../platform/api/version.server.ts'
import { isId } from '../platform/ids.ts'
import { problem } from '../platform/http/problem.ts'
import { longest } from './message.ts'
import {
  answerMessage,
  becomes,
  keepContactMessage,
  findMessage,
  messageNoun,
  pageOfMessages,
} from './message.server.ts'

const absent = 'Message not found'
const refusals = {
  contact_messages_assigned_to_fkey: { field: 'assigned_to', message: 'There is no such admin.' },
}
const read = policy(['admin'], 'Only admins read messages and say what became of them.')
const state = z.enum(['new', 'read', 'answered'])

const shape = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    state,
    assigned_to: id.nullable(),
    assigned_name: z.string().nullable(),
    answer: z.string().nullable(),
    answered_name: z.string().nullable(),
    answered_at: instant.nullable(),
    created_at: instant,
    version,
  })
  .meta({ id: 'ContactMessage' })

const newMessage = z.strictObject({
  name: line(longest.name),
  email,
  subject: line(longest.subject),
  message: prose(longest.message).refine((text) => text !== '', 'must not be empty'),
})

/** /api/contact_messages */
export const messageApi = new Hono<ApiEnv>()
  .post(
    '/',
    describe(
      'Write to us',
      { 202: z.object({ state }) },
      'With an `Idempotency-Key` (a uuid) the same message is kept once, however often it is sent.',
      { 400: 'The key is no uuid.' },
    ),
    body(newMessage),
    async (c) => {
      const form_key = c.req.header('Idempotency-Key')?.toLowerCase() ?? randomUUID()
      if (!isId(form_key)) return problem(c, 400, 'The Idempotency-Key must be a uuid.')
      await keepContactMessage(c.var.sql, { ...c.req.valid('json'), form_key })
      return c.json({ state: 'new' as const }, 202)
    },
  )
  .get(
    '/',
    only(read),
    describe('Messages', { 200: pageOf(shape) }),
    query(
      listing(['-created_at', 'name', 'state'], {
        state: state.optional(),
        assigned_to: id.optional(),
        search: line(200).optional(),
      }),
    ),
    async (c) => c.json(await pageOfMessages(c.var.sql, c.req.valid('query'))),
  )
  .get('/:id', only(read), requireUuidParams(absent), describe('A message', { 200: shape }), async (c) => {
    const message = await findMessage(c.var.sql, c.req.param('id'))
    if (!message) return problem(c, 404, absent)
    setVersion(c, message)
    return c.json(message)
  })
  .patch(
    '/:id',
    only(read),
    requireUuidParams(absent),
    describe('Say what became of a message, or who sees to it', { 200: changedShape }),
    body(z.strictObject({ state, assigned_to: id.nullable() }).partial()),
    async (c) => {
      const { sql, by, now } = c.var
      const { state, assigned_to } = c.req.valid('json')
      const seen = seenVersion(c)
      const changed = await changeRow(
        sql,
        messageNoun,
        c.req.param('id'),
        { assigned_to, ...(state && becomes(state, by, now())) },
        { by, seen },
        now(),
      )
      return answerChanged(c, changed, { absent, refusals })
    },
  )
  .post(
    '/:id/answer',
    only(read),
    requireUuidParams(absent),
    describe(
      'Answer a message',
      { 200: changedShape },
      'The answer is mailed, with the message below it; the message is answered.',
      {
        409: 'Somebody has answered it already.',
        412: 'Somebody else changed it since it was read, by `If-Match`.',
      },
    ),
    body(
      z.strictObject({ answer: prose(longest.answer).refine((text) => text !== '', 'must not be empty') }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const answering = { by, seen: seenVersion(c) }
      const { answer } = c.req.valid('json')
      const answered = await answerMessage(sql, c.req.param('id'), answer, answering, now())
      if (answered.ok) return answerChanged(c, answered, { absent })
      return answered.problem.kind === 'answered'
        ? problem(c, 409, 'Somebody has answered this message already.')
        : refuseEdit(c, answered.problem, { absent })
    },
  )
