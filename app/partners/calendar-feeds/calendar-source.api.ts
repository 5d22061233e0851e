import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { integrationPolicy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, instant, webAddress } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { namesPrivateNetwork } from '../../platform/http/fetch-public.server.ts'
import { calendarAddress, maxSources, sourceProblemNames } from './calendar-source.ts'
import { maxNamed } from './read-report.ts'
import {
  addSource,
  requestCheck,
  findSource,
  listOverlaps,
  listSources,
  removeSource,
} from './calendar-source.server.ts'
import { cleanLine } from '../../platform/text/text.ts'

const absent = 'Calendar not found'

/** What the last reading of a calendar could not use. */
export const reportShape = z
  .object({
    entries: z.int(),
    unread: z.int().meta({ description: 'Entries that could not be read, or only in part.' }),
    unknown_zones: z
      .int()
      .meta({ description: "Entries in an unknown time zone, whose times are read as London's." }),
    named_entries: z
      .array(
        z.object({
          problem: z.enum(['unread', 'endless', 'unknown_zone']),
          title: z.string().nullable(),
          line: z.int(),
          zone: z.string().nullable(),
        }),
      )
      .meta({ description: `At most ${maxNamed} of them.` }),
  })
  .meta({ id: 'CalendarReport' })

/**
 * Calendar source: an external calendar whose busy times close a vineyard's slots, or those of one experience. It is
 * checked regularly; until a check succeeds, the closures of the last good one apply.
 */
export type CalendarSource = z.infer<typeof sourceShape>
export const sourceShape = z
  .object({
    id,
    vineyard_id: id,
    vineyard_name: z.string(),
    experience_id: id.nullable().meta({ description: 'null: all experiences.' }),
    experience_title: z.string().nullable(),
    url: z.string(),
    added_at: instant,
    checked_at: instant.nullable(),
    succeeded_at: instant.nullable().meta({ description: 'When it was last read successfully.' }),
    next_check_at: instant,
    failures: z.int().meta({ description: 'Failures in a row. The last closures apply meanwhile.' }),
    problem: z.enum(sourceProblemNames).nullable(),
    closes: z.int().meta({ description: 'How many periods it closes.' }),
    read_report: reportShape
      .nullable()
      .meta({ description: 'null: the last reading understood every entry.' }),
  })
  .meta({ id: 'CalendarSource' })

/** A future booking at a time that a calendar says is busy. */
export type Overlap = z.infer<typeof overlapShape>
export const overlapShape = z
  .object({
    id,
    reference: z.string(),
    status: z.enum(['pending', 'confirmed']),
    guest_name: z.string(),
    number_of_guests: z.int(),
    starts_at: instant,
    ends_at: instant,
    vineyard_id: id,
    vineyard_name: z.string(),
    experience_title: z.string(),
  })
  .meta({ id: 'CalendarOverlap' })

const privateAddress = 'This address belongs to a private network. Please use one on the public internet.'

const newSource = z.strictObject({
  vineyard_id: id,
  experience_id: id.nullable().default(null),
  url: z.string().max(2000).overwrite(cleanLine).transform(calendarAddress).pipe(webAddress).meta({
    description: 'https:, http: or webcal:, on the public internet.',
  }),
})

const listQuery = z.strictObject({ vineyard_id: id.optional() })

const refusals: Record<SqlEnums['calendar_problem'], { status: 404 | 409; title: string }> = {
  absent: { status: 404, title: 'Vineyard or experience not found' },
  known: { status: 409, title: 'This calendar has already been added.' },
  many: { status: 409, title: `A vineyard can have at most ${maxSources} calendars.` },
}

/** /api/calendar_sources: external calendars whose busy times close slots. */
export const sourceApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(integrationPolicy.run),
    describe(
      'Calendars that close slots',
      { 200: z.object({ items: z.array(sourceShape) }) },
      'Failing calendars come first, then those read in part. At most 200.',
    ),
    query(listQuery),
    async (c) => c.json({ items: await listSources(c.var.sql, c.var.by, c.req.valid('query')) }),
  )
  .get(
    '/overlaps',
    only(integrationPolicy.run),
    describe(
      'Bookings at times that a calendar says are busy',
      { 200: z.object({ items: z.array(overlapShape) }) },
      'They are not cancelled automatically. At most 200.',
    ),
    query(listQuery),
    async (c) =>
      c.json({ items: await listOverlaps(c.var.sql, c.var.by, c.var.now(), c.req.valid('query')) }),
  )
  .post(
    '/',
    only(integrationPolicy.run),
    describe(
      'Add a calendar that closes slots',
      { 201: z.object({ id }) },
      'It is checked straight away, then every 15 minutes.',
      {
        404: refusals.absent.title,
        409: 'Already added, or too many calendars.',
        422: privateAddress,
      },
    ),
    body(newSource),
    async (c) => {
      const source = c.req.valid('json')
      if (namesPrivateNetwork(source.url))
        return problem(c, 422, privateAddress, { fields: [{ field: 'url', message: privateAddress }] })
      const added = await addSource(c.var.sql, source, c.var.by, c.var.now())
      if (added.ok) return c.json(added.value, 201)
      const { status, title } = refusals[added.problem]
      return problem(c, status, title)
    },
  )
  .get(
    '/:id',
    only(integrationPolicy.run),
    requireUuidParams(absent),
    describe('A calendar', { 200: sourceShape }),
    async (c) => {
      const source = await findSource(c.var.sql, c.req.param('id'), c.var.by)
      return source ? c.json(source) : problem(c, 404, absent)
    },
  )
  .post(
    '/:id/sync',
    only(integrationPolicy.run),
    requireUuidParams(absent),
    describe('Check a calendar now', { 202: sourceShape }, 'The worker checks it within seconds.'),
    async (c) => {
      const { sql, by, now } = c.var
      const isRequested = await requestCheck(sql, c.req.param('id'), by, now())
      const source = isRequested && (await findSource(sql, c.req.param('id'), by))
      return source ? c.json(source, 202) : problem(c, 404, absent)
    },
  )
  .delete(
    '/:id',
    only(integrationPolicy.run),
    requireUuidParams(absent),
    describe('Remove a calendar', { 204: null }, 'Its closures are removed as well.'),
    async (c) =>
      (await removeSource(c.var.sql, c.req.param('id'), c.var.by, c.var.now()))
        ? c.body(null, 204)
        : problem(c, 404, absent),
  )
