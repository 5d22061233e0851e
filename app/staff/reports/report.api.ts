import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type AdminActor, type SignedInWinemaker, vineyardScope } from '../../people/sign-in/actor.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id } from '../../platform/api/fields.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import type { ApiVariables } from '../../platform/app-dependencies.ts'
import { answerCsv } from '../../platform/text/csv.server.ts'
import { countDays, dayOf } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { findVineyard } from '../../catalogue/vineyards/vineyard.server.ts'
import { cancelledShare, maxReportDays, occupancyOf, presets, reportPolicy, reportSpans } from './report.ts'
import { titleOf } from './report-labels.ts'
import { readReport } from './report.server.ts'
import { type Report, reportSchema } from './report.shapes.ts'

const reportQuery = z
  .strictObject({
    vineyard_id: id.optional().meta({ description: 'Only admins need to name the vineyard.' }),
    experience_id: id.optional(),
    from: day.optional(),
    until: day.optional(),
    by: z.enum(reportSpans).default('day'),
  })
  .refine(({ from, until }) => (from === undefined) === (until === undefined), {
    path: ['until'],
    error: 'Give both days or neither. Without days, the report is of this month.',
  })
  .refine(({ from = '', until = '' }) => from <= until, {
    path: ['until'],
    error: 'The last day must not be before the first day.',
  })
  .refine(({ from, until, by }) => !from || !until || countDays(from, until) <= maxReportDays[by], {
    path: ['until'],
    error: 'These are too many days. Group by a longer span, or choose fewer days.',
  })

const absent = 'Vineyard not found'
const refusals = { 404: absent }

/** /api/reports */
export const reportApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(reportPolicy.read),
    describe(
      'A vineyard’s report of a span of days',
      { 200: reportSchema },
      'A visit counts on its day in London. The default span is this month. `total` covers the whole span.',
      refusals,
    ),
    query(reportQuery),
    async (c) => {
      const report = await findReport(c.var, c.req.valid('query'))
      if (!report) return problem(c, 404, absent)
      return c.json({ ...report, today: dayOf(c.var.now()) })
    },
  )
  .get(
    '/csv',
    only(reportPolicy.read),
    describe('The lines of a report as a file', { 200: 'text/csv' }, '', refusals),
    query(reportQuery),
    async (c) => {
      const report = await findReport(c.var, c.req.valid('query'))
      if (!report) return problem(c, 404, absent)
      return answerReportCsv(c, report)
    },
  )

/** Returns the report, of this month by default, or undefined if the caller does not manage the vineyard. */
async function findReport(
  { sql, by, now, reading }: ApiVariables & { by: SignedInWinemaker | AdminActor },
  { vineyard_id, experience_id, from, until, ...span }: z.output<typeof reportQuery>,
): Promise<Report | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const id = vineyard_id ?? scope
  if (id === null || (scope !== null && id !== scope)) return undefined
  if (!(await findVineyard(sql, id, { by }))) return undefined
  const [thisMonth] = presets(dayOf(now()))
  return reading((reader) =>
    readReport(reader, {
      vineyard_id: id,
      experience_id: experience_id ?? null,
      from: from ?? thisMonth.from,
      until: until ?? thisMonth.until,
      ...span,
    }),
  )
}

const percent = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)

/** Answers with a report's lines as a file. */
function answerReportCsv(c: Context, { lines, by, from, until }: Report) {
  const rows = lines.values().map((line) => ({
    ...line,
    title: titleOf(line, by),
    occupancy: percent(occupancyOf(line)),
    cancelled_share: percent(cancelledShare(line)),
  }))
  return answerCsv(c, `report-${from}-${until}.csv`, rows, [
    ...(by === 'experience' ? [] : [{ key: 'key', header: 'From' } as const]),
    { key: 'title', header: by === 'experience' ? 'Experience' : 'Days' },
    { key: 'bookings', header: 'Bookings' },
    { key: 'guests', header: 'Guests' },
    { key: 'not_marked', header: 'Guests not marked' },
    { key: 'earned', header: 'Earned in pounds' },
    { key: 'expected', header: 'Expected in pounds' },
    { key: 'money_taken', header: 'Taken in pounds' },
    { key: 'cancelled', header: 'Cancelled' },
    { key: 'cancelled_share', header: 'Cancelled in %' },
    { key: 'places', header: 'Places offered' },
    { key: 'taken', header: 'Places taken' },
    { key: 'occupancy', header: 'Occupancy in %' },
    { key: 'lead', header: 'Days booked ahead' },
    { key: 'refused', header: 'Refused' },
  ])
}
