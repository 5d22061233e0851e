import { Hono } from 'hono'
import { z } from 'zod'

import { type AdminActor, vineyardScope, type WinemakerActor } from '../accounts/actor.ts'
import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import type { Sql } from '../platform/database.server.ts'
import { countDays, dayOf } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import { findVineyard } from '../vineyards/vineyard.server.ts'
import { longestReport, presets, reportPolicy, reportSpans } from './report.ts'
import type { ReportQuery } from './report-line.server.ts'
import { readReport } from './report.server.ts'
import { reportFile } from './report-file.server.ts'

const count = z.int().min(0)
const figures = {
  bookings: count,
  guests: count.meta({ description: 'Without no-shows.' }),
  earned: z.number().meta({ description: 'Pounds of completed visits, without no-shows.' }),
  expected: z.number().meta({ description: 'Pounds of pending and confirmed visits.' }),
  cancelled: count,
  places: count.meta({ description: 'Places that the slots of these days offered.' }),
  taken: count.meta({ description: 'Those of them that were taken.' }),
  lead: z.number().nullable().meta({ description: 'Days between booking and visit, the middle one of all.' }),
  refused: count.meta({ description: 'How often somebody wanted a place on these days and got none.' }),
}
const text = z.string().nullable()
const shape = z
  .object({
    today: day,
    from: day,
    until: day,
    by: z.enum(reportSpans),
    experiences: z.array(z.object({ id, title: z.string() })).meta({ description: 'All of the vineyard.' }),
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
    from: day.optional(),
    until: day.optional(),
    by: z.enum(reportSpans).default('day'),
  })
  .refine(({ from, until }) => (from === undefined) === (until === undefined), {
    path: ['until'],
    error: 'comes with from; without both it is this month',
  })
  .refine(({ from = '', until = '' }) => from <= until, { path: ['until'], error: 'must not be before from' })
  .refine(({ from, until, by }) => !from || !until || countDays(from, until) <= longestReport[by], {
    path: ['until'],
    error: 'is too far from from: ask for longer lines, or for less',
  })

const absent = 'Vineyard not found'
const refuses = { 404: 'There is no such vineyard within reach.' }

/** /api/reports */
export const reportApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(reportPolicy.read),
    describe(
      'What a span of days brought a vineyard',
      { 200: shape },
      "By the days of the visits, in London; this month's unless the address says otherwise. `total` is of the whole span.",
      refuses,
    ),
    query(asked),
    async (c) => {
      const wanted = await readWanted(c.var, c.req.valid('query'))
      if (!wanted) return problem(c, 404, absent)
      const report = await c.var.reading((sql) => readReport(sql, wanted))
      return c.json({ ...report, today: dayOf(c.var.now()) })
    },
  )
  .get(
    '/csv',
    only(reportPolicy.read),
    describe('The lines of a report as a file', { 200: 'text/csv' }, '', refuses),
    query(asked),
    async (c) => {
      const wanted = await readWanted(c.var, c.req.valid('query'))
      if (!wanted) return problem(c, 404, absent)
      const report = await c.var.reading((sql) => readReport(sql, wanted))
      return c.body(reportFile(report), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="report-${report.from}-${report.until}.csv"`,
      })
    },
  )

/** Returns the report's scope and days; undefined if the actor may not see such a vineyard. */
async function readWanted(
  { sql, by, now }: { sql: Sql; by: WinemakerActor | AdminActor; now: () => Date },
  { vineyard_id, experience_id, from, until, ...span }: z.output<typeof asked>,
): Promise<ReportQuery | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const whose = vineyard_id ?? scope
  if (whose === null || (scope !== null && whose !== scope)) return undefined
  if (!(await findVineyard(sql, whose, { by }))) return undefined
  const [usual] = presets(dayOf(now()))
  return {
    vineyard_id: whose,
    experience_id: experience_id ?? null,
    from: from ?? usual.from,
    until: until ?? usual.until,
    ...span,
  }
}
