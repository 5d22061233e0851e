import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, time, timeShown } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { availabilityPolicy } from './availability-policy.ts'
import { findUnavailableReasons } from './unavailable-reason.server.ts'

const reason = z.object({
  kind: z.string(),
  start_time: timeShown.nullable(),
  exception_id: id.nullable(),
  message: z.string(),
  remedy: z
    .enum(['vineyard', 'experience', 'plan', 'exceptions', 'hosts'])
    .nullable()
    .meta({ description: 'The setting that staff can change so that the day can be booked, or null.' }),
})

/** /api/unavailable_reasons: why a day cannot be booked. */
export const unavailableReasonApi = new Hono<ApiEnv>().get(
  '/',
  only(availabilityPolicy.write),
  describe(
    'Why an experience cannot be booked on a day',
    {
      200: z.object({
        reasons: z.array(reason),
        starts: z.array(z.object({ start_time: timeShown, remaining: z.int() })),
      }),
    },
    'There is a reason exactly when no visitor could book.',
    { 404: 'Experience not found' },
  ),
  query(
    z.strictObject({
      experience_id: id,
      day,
      start_time: time.optional(),
      guests: z
        .string()
        .regex(/^[1-9]\d{0,3}$/, 'must be a whole number')
        .transform(Number)
        .optional(),
    }),
  ),
  async (c) => {
    const { sql, by, now } = c.var
    const { experience_id, day, start_time, guests = null } = c.req.valid('query')
    const visit = { day, time: start_time ? `${start_time.slice(0, 5)}:00` : null, guests }
    const found = await findUnavailableReasons(sql, experience_id, visit, { by }, now())
    return found ? c.json(found) : problem(c, 404, 'Experience not found')
  },
)
