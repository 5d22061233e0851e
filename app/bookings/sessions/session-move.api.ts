import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, instant, time } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { placeholderDay } from '../../platform/api/samples.ts'
import { problem } from '../../platform/http/problem.ts'
import { staffSlot } from '../beyond-limits.shapes.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { slot } from '../booking.shapes.ts'
import { findSessionMoves, moveSession, undoSessionMove } from './session-move.server.ts'
import { sessionMoveSentences as sentences } from './session-move.ts'

const exampleId = '5b3c1d0e-8f27-4c55-9a41-2d1f6f0a7e11'
const guest = { bookings: z.int(), guests: z.int() }

const newMove = z
  .strictObject({
    experience_id: id,
    slot,
    start_time: time
      .optional()
      .meta({ description: 'The start of the session as shown. Default: the start of its slot.' }),
    to: staffSlot.meta({
      description:
        'A slot, or any day and start as `yyyy-MM-ddTHH:mm`. A session that moves to a time without a slot gets its own slot.',
    }),
    into_past: z
      .boolean()
      .default(false)
      .meta({ description: 'Move to a time that has passed. Nobody is emailed.' }),
    preview: z.boolean().default(false).meta({ description: 'Returns the effect, and changes nothing.' }),
  })
  .meta({
    example: {
      experience_id: exampleId,
      slot: `${exampleId}-${placeholderDay}`,
      to: `${placeholderDay}T16:30`,
    },
  })

const moved = z
  .object({
    id: id.nullable().meta({ description: 'null for a preview.' }),
    ...guest,
    without_email: z.int(),
    held: z.int().meta({ description: 'The held places that move with the session.' }),
    groups: z.array(z.object({ name: z.string(), number_of_guests: z.int() })),
  })
  .meta({ example: { id: exampleId, bookings: 3, guests: 8, without_email: 1, held: 0, groups: [] } })

const listed = z.object({
  id,
  title: z.string(),
  from_starts_at: instant,
  to_starts_at: instant,
  undo_seconds: z.int().nullable().meta({ description: 'Seconds left until the guests are emailed.' }),
})

/** /api/session_moves: moves of whole sessions to another time of their experience. */
export const sessionMoveApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('The sessions of a day that were moved to another time', {
      200: z.object({ items: z.array(listed) }),
    }),
    query(z.strictObject({ vineyard_id: id, day })),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json({ items: await findSessionMoves(sql, c.req.valid('query'), { by }, now()) })
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Move a whole session to another time',
      { 201: moved },
      'All parties that have not arrived and all held places move, or nothing changes. The former time is closed. After 30 ' +
        'seconds, each guest is emailed. Until the new start, guests may move or cancel free of charge.',
      {
        404: 'No such session in scope.',
        409: 'The session does not fit or cannot move; `past`: the time has passed, so send `into_past`.',
      },
    ),
    body(newMove),
    async (c) => {
      const { sql, by, now } = c.var
      const done = await moveSession(sql, c.req.valid('json'), { by }, now())
      if (done.ok) return c.json(done.value, 201)
      const { kind } = done.problem
      if (kind === 'absent') return problem(c, 404, sentences.absent)
      return problem(c, 409, kind === 'full' ? done.problem.sentence : sentences[kind], {
        past: kind === 'past',
      })
    },
  )
  .post(
    '/:id/undo',
    only(bookingPolicy.run),
    requireUuidParams(sentences.not_moved),
    describe(
      'Undo the move of a session',
      { 200: z.object(guest) },
      'Possible for 30 seconds, before the guests are emailed.',
      {
        409: 'The guests are being emailed, or others have taken the places.',
      },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const done = await undoSessionMove(sql, c.req.param('id'), { by }, now())
      if (done.ok) return c.json(done.value)
      if (done.problem === 'absent') return problem(c, 404, sentences.not_moved)
      return problem(c, 409, sentences[done.problem])
    },
  )
