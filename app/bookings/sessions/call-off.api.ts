import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { countOf } from '../../platform/text/counts.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { bookingSentences } from '../booking-sentences.ts'
import { callOff, findCallOffs, reopen, setInformed } from './call-off.server.ts'
import { overbook } from '../beyond-limits.shapes.ts'
import { calledOff, newCallOff, openCallOff, reopened } from './session.shapes.ts'

const absent = bookingSentences.not_found

const callOffSentences = { absent: 'Vineyard or session not found', past: 'This day has passed.' }
const reopenSentences = {
  absent: 'These sessions are no longer called off',
  late: 'It is too late to open these sessions again, because they would have started by now.',
}

/** /api/call_offs: sessions that do not take place. */
export const callOffApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('The call-offs of a day that can be opened again', {
      200: z.object({ items: z.array(openCallOff) }),
    }),
    query(z.strictObject({ vineyard_id: id, day })),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json({ items: await findCallOffs(sql, c.req.valid('query'), { by }, now()) })
    },
  )
  .post(
    '/:id/reopen',
    only(bookingPolicy.run),
    requireUuidParams(reopenSentences.absent),
    describe(
      'Open called-off sessions again',
      { 200: reopened },
      'Possible until the start. Removes only the closures that the call-off made. Bookings that were moved or cancelled ' +
        'stay so. The other guests are emailed, unless the email about the call-off has not been sent yet.',
      {
        409: 'It is too late, or other bookings of the host leave `over` guests without a place, which only `overbook` allows.',
      },
    ),
    body(z.strictObject({ overbook })),
    async (c) => {
      const { sql, by, now } = c.var
      const { overbook } = c.req.valid('json')
      const done = await reopen(sql, c.req.param('id'), { by, overbook }, now())
      if (done.ok) return c.json(done.value)
      const { kind } = done.problem
      if (kind !== 'full') return problem(c, kind === 'absent' ? 404 : 409, reopenSentences[kind])
      const { over } = done.problem
      const sentence = `Others have booked meanwhile, so ${countOf(over, 'guest')} would have no place.`
      return problem(c, 409, sentence, { over })
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Call off a day or some of its sessions',
      { 201: calledOff },
      'Closes the sessions and, after 30 seconds, emails each guest a link to choose another time or cancel. The bookings keep ' +
        'their status. Bookings whose guest has made no choice by the original start are cancelled. Parties that have ' +
        'arrived stay as they are.',
      {
        404: 'No such vineyard in scope, or no such slot on that day.',
        422: 'The day has passed.',
      },
    ),
    body(newCallOff),
    async (c) => {
      const { sql, by, now } = c.var
      const done = await callOff(sql, c.req.valid('json'), { by }, now())
      if (done.ok) return c.json(done.value, 201)
      const sentence = callOffSentences[done.problem]
      if (done.problem === 'absent') return problem(c, 404, sentence)
      return problem(c, 422, sentence, { fields: [{ field: 'day', message: 'must not be in the past' }] })
    },
  )

/** PUT /api/bookings/:id/informed: records that staff phoned a guest who gets no email. */
export const toldApi = new Hono<ApiEnv>().put(
  '/:id/informed',
  only(bookingPolicy.run),
  requireUuidParams(absent),
  describe('Record whether staff phoned a guest whose session was called off, opened again or moved', {
    204: null,
  }),
  body(z.strictObject({ informed: z.boolean() })),
  async (c) => {
    const { sql, by, now } = c.var
    const isSet = await setInformed(sql, c.req.param('id'), c.req.valid('json').informed, { by }, now())
    return isSet ? c.body(null, 204) : problem(c, 404, absent)
  },
)
