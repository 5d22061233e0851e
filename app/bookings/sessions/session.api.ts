import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id } from '../../platform/api/fields.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { dayOf } from '../../platform/days.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { findParties, findSessions } from './session.server.ts'
import { party, session, sessionSpan } from './session.shapes.ts'

/** /api/sessions: the starts as staff see them, with their guests, including full and closed starts. */
export const sessionApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe('Sessions of a vineyard or an experience, by time', {
    200: z.object({ today: day, items: z.array(session) }),
  }),
  query(sessionSpan),
  async (c) => {
    const { sql, by, now } = c.var
    const today = dayOf(now())
    const { from = today, until = from, ...owner } = c.req.valid('query')
    return c.json({ today, items: await findSessions(sql, { ...owner, from, until }, { by }, now()) })
  },
)

/** /api/parties: the parties of a vineyard's day. */
export const partyApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe(
    'The parties of a day, by time',
    { 200: z.object({ items: z.array(party) }) },
    'All of them, including cancelled ones and those that began the evening before and end past midnight.',
  ),
  query(z.strictObject({ vineyard_id: id, day })),
  async (c) => {
    const { sql, by, now } = c.var
    const { vineyard_id, day } = c.req.valid('query')
    return c.json({ items: await findParties(sql, { vineyard_id, from: day, until: day }, { by }, now()) })
  },
)
