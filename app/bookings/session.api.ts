import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, timeShown } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { addDays, dayOf } from '../platform/days.ts'
import { bookingPolicy } from './booking-policy.ts'
import { findSessions } from './session.server.ts'

const mostDays = 62

export const session = z
  .object({
    id: z.string().nullable().meta({ description: "The slot's id; null for what was booked outside slots." }),
    experience_id: id,
    title: z.string(),
    slot_date: day,
    start_time: timeShown.nullable(),
    end_time: timeShown.nullable(),
    capacity: z.int().nullable().meta({ description: 'null: planned no more, though somebody is booked.' }),
    remaining: z.int().meta({ description: 'The largest party that could still come.' }),
    guests: z.int(),
    parties: z.int(),
    waiting: z.int(),
    no_shows: z
      .int()
      .meta({ description: 'Of the guests, those whose party was marked as not having come.' }),
    has_begun: z.boolean(),
  })
  .meta({ id: 'Session' })

const span = z
  .strictObject({
    vineyard_id: id.optional(),
    experience_id: id.optional(),
    from: day.optional().meta({ description: 'Today, where none is named.' }),
    until: day.optional().meta({ description: 'The first day, where none is named.' }),
    moving: id.optional().meta({ description: 'A booking whose own places are reckoned as free.' }),
  })
  .superRefine(({ from, until }, context) => {
    if (until !== undefined && (from === undefined || until < from || until > addDays(from, mostDays)))
      context.addIssue({
        code: 'custom',
        path: ['until'],
        message: `must be at most ${mostDays} days after from`,
      })
  })
  .superRefine(({ vineyard_id, experience_id }, context) => {
    if (vineyard_id === undefined && experience_id === undefined)
      context.addIssue({
        code: 'custom',
        path: ['vineyard_id'],
        message: 'must be named, or an experience_id',
      })
  })

/** /api/sessions: starts as staff see them, full and closed ones too, with how many come. */
export const sessionApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe('Sessions of a vineyard, or of one experience, by the clock', {
    200: z.object({ today: day, items: z.array(session) }),
  }),
  query(span),
  async (c) => {
    const { sql, by, now } = c.var
    const today = dayOf(now())
    const { from = today, until = from, ...whose } = c.req.valid('query')
    return c.json({ today, items: await findSessions(sql, { ...whose, from, until }, { by }, now()) })
  },
)
