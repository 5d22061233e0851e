import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { placeholderDay } from '../../platform/api/samples.ts'
import { day, id, prose } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { bookingSentences } from '../new-bookings/booking-request.ts'
import { slot } from '../booking.shapes.ts'
import { callOffReasons } from './call-off.ts'
import { maxGuestMessage } from '../changes/cancellation-reason.ts'
import { callOff, setInformed } from './call-off.server.ts'

const absent = bookingSentences.not_found

const newCallOff = z
  .strictObject({
    vineyard_id: id,
    day,
    slots: z.array(slot).min(1).max(200).nullable().default(null).meta({
      description: 'The ids of the slots of that day to call off; null calls off the whole day.',
    }),
    reason: z.enum(callOffReasons),
    message: prose(maxGuestMessage)
      .default('')
      .meta({ description: 'What the guests read, beside the reason.' }),
  })
  .meta({
    example: {
      vineyard_id: '5b3c1d0e-8f27-4c55-9a41-2d1f6f0a7e11',
      day: placeholderDay,
      slots: null,
      reason: 'weather',
      message: 'The vineyard paths are under water.',
    },
  })

const calledOff = z
  .object({ bookings: z.int(), guests: z.int(), without_email: z.int() })
  .meta({ example: { bookings: 12, guests: 30, without_email: 1 } })

/** /api/call_offs: sessions that do not take place. */
export const callOffApi = new Hono<ApiEnv>().post(
  '/',
  only(bookingPolicy.run),
  describe(
    'Call off a day or some of its sessions',
    { 201: calledOff },
    'Closes the sessions, and emails each guest a link to choose another time or cancel. The bookings keep their status; ' +
      'those that are unanswered at the original start are cancelled.',
    { 404: 'No such vineyard in scope, or no such slot on that day.', 422: 'The day has passed.' },
  ),
  body(newCallOff),
  async (c) => {
    const { sql, by, now } = c.var
    const done = await callOff(sql, c.req.valid('json'), { by }, now())
    if (done.ok) return c.json(done.value, 201)
    switch (done.problem) {
      case 'absent':
        return problem(c, 404, 'Vineyard or session not found')
      case 'past':
        return problem(c, 422, 'This day has passed.', {
          fields: [{ field: 'day', message: 'must not be in the past' }],
        })
    }
  },
)

/** PUT /api/bookings/:id/informed: records that staff phoned a guest who gets no email. */
export const toldApi = new Hono<ApiEnv>().put(
  '/:id/informed',
  only(bookingPolicy.run),
  requireUuidParams(absent),
  describe('Record whether staff phoned the guest of a called-off session', { 204: null }),
  body(z.strictObject({ informed: z.boolean() }).meta({ example: { informed: true } })),
  async (c) => {
    const { sql, by, now } = c.var
    const isSet = await setInformed(sql, c.req.param('id'), c.req.valid('json').informed, { by }, now())
    return isSet ? c.body(null, 204) : problem(c, 404, absent)
  },
)
