import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  answerChanged,
  answerRow,
  changeAndAnswer,
  changedShape,
  refuseEdit,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line, prose } from '../../platform/api/fields.server.ts'
import { idempotencyKey } from '../../platform/api/idempotency-key.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { seenVersion } from '../../platform/api/version.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { longest } from './message.ts'
import {
  answerMessage,
  columnsOfState,
  storeContactMessage,
  findMessage,
  messageNoun,
  pageOfMessages,
} from './message.server.ts'
import { messageShape, messageState, newMessage } from './message.shapes.ts'
import { messagePolicy } from './message-policy.ts'

const absent = 'Message not found'
const refusals = {
  contact_messages_assigned_to_fkey: { field: 'assigned_to', message: 'There is no such admin.' },
}

/** /api/contact_messages */
export const messageApi = new Hono<ApiEnv>()
  .post(
    '/',
    describe(
      'Send a message to the site',
      { 202: z.object({ state: messageState }) },
      'A message that is sent again with the same `Idempotency-Key` (a uuid) is stored only once.',
      { 400: 'The key is not a uuid.' },
    ),
    body(newMessage),
    idempotencyKey,
    async (c) => {
      const form_key = c.var.idempotency_key
      await storeContactMessage(c.var.sql, { ...c.req.valid('json'), form_key })
      return c.json({ state: 'new' as const }, 202)
    },
  )
  .get(
    '/',
    only(messagePolicy.run),
    describe('Messages', { 200: pageOf(messageShape) }),
    query(
      listing(['-created_at', 'name', 'state'], {
        state: messageState.optional(),
        assigned_to: id.optional(),
        search: line(200).optional(),
      }),
    ),
    async (c) => c.json(await pageOfMessages(c.var.sql, c.req.valid('query'))),
  )
  .get(
    '/:id',
    only(messagePolicy.run),
    requireUuidParams(absent),
    describe('A message', { 200: messageShape }),
    async (c) => answerRow(c, await findMessage(c.var.sql, c.req.param('id')), absent),
  )
  .patch(
    '/:id',
    only(messagePolicy.run),
    requireUuidParams(absent),
    describe('Change the state of a message or assign it', { 200: changedShape }),
    body(z.strictObject({ state: messageState, assigned_to: id.nullable() }).partial()),
    (c) => {
      const { by, now } = c.var
      const { state, assigned_to } = c.req.valid('json')
      const changes = { assigned_to, ...(state && columnsOfState(state, by, now())) }
      return changeAndAnswer(c, messageNoun, changes, { absent, refusals })
    },
  )
  .post(
    '/:id/answer',
    only(messagePolicy.run),
    requireUuidParams(absent),
    describe(
      'Answer a message',
      { 200: changedShape },
      'Emails the answer to the sender and marks the message as answered.',
      {
        409: 'The message has been answered already.',
        412: 'The message has changed since the version in `If-Match`.',
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
        ? problem(c, 409, 'This message has already been answered.')
        : refuseEdit(c, answered.problem, { absent })
    },
  )
