import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { findSessions } from '../sessions/session.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { dayOf } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { findOffers, findPartiesToday, findSales, findUsualKind } from './today.server.ts'
import { todayList } from './today.shapes.ts'

/** /api/today: the data that staff at the gate need, without the guests' contact details. */
export const todayApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.today),
  describe(
    "Today's sessions and parties, by time",
    { 200: todayList },
    'Parties have a reference instead of an id, and no email address or phone number. Admins must give the vineyard_id.',
    { 404: 'No such vineyard in scope.' },
  ),
  query(z.strictObject({ vineyard_id: id.optional() })),
  async (c) => {
    const { sql, by, now } = c.var
    const vineyardId = c.req.valid('query').vineyard_id
    const vineyard_id = by.actor === 'winemaker' ? by.vineyard_id : vineyardId
    if (vineyard_id === undefined) return problem(c, 400, 'vineyard_id is required.')
    if (vineyardId !== undefined && vineyardId !== vineyard_id) return problem(c, 404, 'Vineyard not found')
    const today = dayOf(now())
    const [sessions, parties, experiences, usual_kind, sales, [vineyard]] = await Promise.all([
      findSessions(sql, { vineyard_id, from: today, until: today }, { by }, now()),
      findPartiesToday(sql, { vineyard_id, day: today }, { by }),
      findOffers(sql, vineyard_id),
      findUsualKind(sql, vineyard_id, today),
      findSales(sql, vineyard_id, today),
      sql<{ is_visible: boolean }[]>`select is_visible from vineyards where id = ${vineyard_id}`,
    ])
    const viewer = { id: by.actor_id, role: by.actor === 'winemaker' ? by.role : by.actor }
    const is_visible = vineyard?.is_visible ?? false
    return c.json({
      today,
      now: now(),
      viewer,
      vineyard_id,
      is_visible,
      usual_kind,
      experiences,
      sessions,
      parties,
      sales,
    })
  },
)
