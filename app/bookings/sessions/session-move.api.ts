import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { findSessionMoves, moveSession, undoSessionMove } from './session-move.server.ts'
import { listedSessionMove, movedSession, newSessionMove, undoneSessionMove } from './session.shapes.ts'
import { sessionMoveSentences as sentences } from './session-move.ts'

/** /api/session_moves: moves of whole sessions to another time of their experience. */
export const sessionMoveApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('The sessions of a day that were moved to another time', {
      200: z.object({ items: z.array(listedSessionMove) }),
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
      { 201: movedSession },
      'All parties that have not arrived and all held places move, or nothing changes. The former time is closed. After 30 ' +
        'seconds, each guest is emailed. Until the new start, guests may move or cancel free of charge.',
      {
        404: 'No such session in scope.',
        409: 'The session does not fit or cannot move. If `past` is true, the new time has passed: send `into_past` to confirm.',
      },
    ),
    body(newSessionMove),
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
      { 200: undoneSessionMove },
      'Possible for 30 seconds, before the guests are emailed.',
      { 409: 'The guests are being emailed, or others have taken the places.' },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const done = await undoSessionMove(sql, c.req.param('id'), { by }, now())
      if (done.ok) return c.json(done.value)
      if (done.problem === 'absent') return problem(c, 404, sentences.not_moved)
      return problem(c, 409, sentences[done.problem])
    },
  )
