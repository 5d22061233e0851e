import { Hono } from 'hono'
import { z } from 'zod'

import { reachOf } from '../people/actor.ts'
import { type ApiEnv, only } from '../people/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/problem.ts'
import { findVineyard } from '../vineyards/vineyard-edit.server.ts'
import { daysBetween, longestSpan, reportPolicy, spans } from './report.ts'
import { readReport } from './report.server.ts'

const count = z.int().min(0)
const figures = {
  bookings: count,
  guests: count,
  revenue: z.number().meta({ description: 'Pounds; what was cancelled is none.' }),
  cancelled: count,
  places: count.meta({ description: 'Places that the slots of these days offered.' }),
  taken: count.meta({ description: 'Those of them that were taken.' }),
  lead: z.number().nullable().meta({ description: 'Days between booking and visit, the middle one of all.' }),
  refused: count.meta({ description: 'How often somebody wanted a place on these days and got none.' }),
}
const text = z.string().nullable()
const shape = z
  .object({
    from: day,
    until: day,
    by: z.enum(spans),
    lines: z.array(z.object({ key: z.string(), title: text, ...figures })),
    total: z.object(figures),
    demand: z.array(
      z.object({
        experience_id: id.nullable(),
        title: text,
        region: text,
        reason: z.enum(['full', 'gone', 'price', 'group_size', 'none_found']),
        times: count,
        people: count,
      }),
    ),
  })
  .meta({ id: 'Report' })

const asked = z
  .strictObject({
    vineyard_id: id.optional().meta({ description: "Whose; a vineyard's own staff need not say." }),
    experience_id: id.optional(),
    from: day,
    until: day,
    by: z.enum(spans).default('day'),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'must not be before from' })
  .refine(({ from, until, by }) => daysBetween(from, until) <= longestSpan[by], {
    path: ['until'],
    error: 'is too far from from: ask for longer lines, or for less',
  })

const absent = 'Vineyard not found'

/** /api/reports */
export const reportApi = new Hono<ApiEnv>().get(
  '/',
  only(reportPolicy.read),
  describe(
    'What a span of days brought a vineyard',
    { 200: shape },
    'By the days of the visits, in London. `total` is of the whole span.',
    { 404: 'There is no such vineyard within reach.' },
  ),
  query(asked),
  async (c) => {
    const { vineyard_id, experience_id = null, ...span } = c.req.valid('query')
    const reach = reachOf(c.var.by).vineyard_id
    const whose = vineyard_id ?? reach
    if (whose === null || (reach !== null && whose !== reach)) return problem(c, 404, absent)
    if (!(await findVineyard(c.var.sql, whose, { by: c.var.by }))) return problem(c, 404, absent)
    return c.json(await readReport(c.var.sql, { vineyard_id: whose, experience_id, ...span }))
  },
)
