import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, instant, line } from '../../platform/api/fields.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { dayOf } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { slot } from '../booking.shapes.ts'
import { findParties, findSessions, findSessionsByVineyard, setSessionHost } from './session.server.ts'
import { party, session, sessionSpan, vineyardSessions } from './session.shapes.ts'

const hostSentences = {
  absent: 'Experience or host not found',
  gone: 'This session is no longer planned.',
}

/** /api/sessions: the starts as staff see them, with their guests, including full and closed starts. */
export const sessionApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe('Sessions of a vineyard or an experience, by time', {
      200: z.object({ today: day, now: instant, items: z.array(session) }),
    }),
    query(sessionSpan),
    async (c) => {
      const { sql, by, now } = c.var
      const today = dayOf(now())
      const { from = today, until = from, ...owner } = c.req.valid('query')
      const items = await findSessions(sql, { ...owner, from, until }, { by }, now())
      return c.json({ today, now: now(), items })
    },
  )
  .put(
    '/host',
    only(bookingPolicy.run),
    describe(
      'Give one session another host',
      { 204: null },
      'If `host_id` is null, the session gets the host of its experience again. The session’s guests must fit beside the ' +
        'host’s other guests.',
      {
        404: 'No such experience or host in scope.',
        409: 'The host has other guests at that time, or the session is gone.',
      },
    ),
    body(z.strictObject({ experience_id: id, slot, host_id: id.nullable() })),
    async (c) => {
      const { sql, by, now } = c.var
      const { host_id, ...session } = c.req.valid('json')
      const set = await setSessionHost(sql, session, host_id, { by }, now())
      if (set.ok) return c.body(null, 204)
      if (set.problem.kind === 'clash') return problem(c, 409, set.problem.sentence)
      return problem(c, set.problem.kind === 'absent' ? 404 : 409, hostSentences[set.problem.kind])
    },
  )
  .get(
    '/by_vineyard',
    only(bookingPolicy.run),
    describe('Sessions of a day, by vineyard', {
      200: z.object({
        today: day,
        items: z.array(vineyardSessions),
        vineyards: z.int().meta({ description: 'How many vineyards match. The list has the first fifty.' }),
      }),
    }),
    query(
      z.strictObject({
        day: day.optional().meta({ description: 'Default: today.' }),
        search: line(200).optional(),
      }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const today = dayOf(now())
      const { day = today, search = '' } = c.req.valid('query')
      return c.json({ today, ...(await findSessionsByVineyard(sql, { day, search }, { by }, now())) })
    },
  )

/** /api/parties: the parties of a vineyard's day. */
export const partyApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe(
    'The parties of a day, by time',
    { 200: z.object({ items: z.array(party) }) },
    'All parties, including cancelled parties, and parties that began the evening before and end past midnight.',
  ),
  query(z.strictObject({ vineyard_id: id, day })),
  async (c) => {
    const { sql, by, now } = c.var
    const { vineyard_id, day } = c.req.valid('query')
    return c.json({ items: await findParties(sql, { vineyard_id, from: day, until: day }, { by }, now()) })
  },
)
