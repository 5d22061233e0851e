import { Hono } from 'hono'
import { href } from 'react-router'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { integrationPolicy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { privateAddress, refuseAddress } from '../../platform/http/fetch-public.server.ts'
import { maxSources } from './calendar-source.ts'
import {
  addSource,
  requestCheck,
  findSource,
  listOverlaps,
  listSources,
  removeSource,
} from './calendar-source.server.ts'
import {
  feedShape,
  newFeed,
  newSource,
  overlapShape,
  sourceShape,
  vineyardFilter,
} from './calendar-source.shapes.ts'
import { deleteFeed, listFeeds, renewFeed } from './feed.server.ts'

const absent = 'Calendar not found'
const absentFeed = 'Calendar feed not found'

const refusals: Record<SqlEnums['calendar_problem'], { status: 404 | 409; title: string }> = {
  absent: { status: 404, title: 'Vineyard or experience not found' },
  known: { status: 409, title: 'This calendar has already been added.' },
  many: { status: 409, title: `A vineyard can have at most ${maxSources} calendars.` },
}

/** /api/calendar_sources: external calendars whose busy times close slots. */
export const sourceApi = new Hono<ApiEnv>()
  .use(only(integrationPolicy.run))
  .get(
    '/',
    describe(
      'Calendars that close slots',
      { 200: z.object({ items: z.array(sourceShape) }) },
      'Failing calendars come first, then calendars that were read only in part. The list has at most 200 calendars.',
    ),
    query(vineyardFilter),
    async (c) => c.json({ items: await listSources(c.var.sql, c.var.by, c.req.valid('query')) }),
  )
  .get(
    '/overlaps',
    describe(
      'Bookings at times when a calendar is busy',
      { 200: z.object({ items: z.array(overlapShape) }) },
      'The bookings are not cancelled automatically. The list has at most 200 bookings.',
    ),
    query(vineyardFilter),
    async (c) =>
      c.json({ items: await listOverlaps(c.var.sql, c.var.by, c.var.now(), c.req.valid('query')) }),
  )
  .post(
    '/',
    describe(
      'Add a calendar that closes slots',
      { 201: z.object({ id }) },
      'The calendar is checked straight away, then about every 15 minutes.',
      {
        404: refusals.absent.title,
        409: 'The calendar has already been added, or the vineyard has too many calendars.',
        422: privateAddress,
      },
    ),
    body(newSource),
    async (c) => {
      const source = c.req.valid('json')
      const refusal = refuseAddress(new URL(source.url))
      if (refusal !== null) return refuseField(c, 'url', refusal)
      const added = await addSource(c.var.sql, source, c.var.by, c.var.now())
      if (added.ok) return c.json(added.value, 201)
      const { status, title } = refusals[added.problem]
      return problem(c, status, title)
    },
  )
  .get('/:id', requireUuidParams(absent), describe('A calendar', { 200: sourceShape }), async (c) => {
    const source = await findSource(c.var.sql, c.req.param('id'), c.var.by)
    return source ? c.json(source) : problem(c, 404, absent)
  })
  .post(
    '/:id/sync',
    requireUuidParams(absent),
    describe('Check a calendar now', { 202: sourceShape }, 'The worker checks the calendar within seconds.'),
    async (c) => {
      const { sql, by, now } = c.var
      const isRequested = await requestCheck(sql, c.req.param('id'), by, now())
      const source = isRequested && (await findSource(sql, c.req.param('id'), by))
      return source ? c.json(source, 202) : problem(c, 404, absent)
    },
  )
  .delete(
    '/:id',
    requireUuidParams(absent),
    describe('Remove a calendar', { 204: null }, 'Its closures are removed as well.'),
    async (c) =>
      (await removeSource(c.var.sql, c.req.param('id'), c.var.by, c.var.now()))
        ? c.body(null, 204)
        : problem(c, 404, absent),
  )

/** /api/calendar_feeds: links with which other calendars read the bookings. */
export const feedApi = new Hono<ApiEnv>()
  .use(only(integrationPolicy.run))
  .get(
    '/',
    describe('Calendar feeds', { 200: z.object({ items: z.array(feedShape) }) }),
    query(vineyardFilter),
    async (c) => c.json({ items: await listFeeds(c.var.sql, c.var.by, c.req.valid('query')) }),
  )
  .post(
    '/',
    describe(
      'Create a feed, or renew its link',
      { 201: feedShape.extend({ url: z.url() }) },
      'The link is shown only in this response. An earlier link stops working.',
      { 404: absentFeed },
    ),
    body(newFeed),
    async (c) => {
      const renewed = await renewFeed(c.var.sql, c.req.valid('json'), c.var.by, c.var.now())
      if (!renewed) return problem(c, 404, absentFeed)
      const { secret, ...feed } = renewed
      const url = c.var.config.site_url + href('/calendars/:secret/bookings.ics', { secret })
      return c.json({ ...feed, url }, 201)
    },
  )
  .delete(
    '/:id',
    requireUuidParams(absentFeed),
    describe('Delete a feed', { 204: null }, undefined, { 404: absentFeed }),
    async (c) =>
      (await deleteFeed(c.var.sql, c.req.param('id'), c.var.by))
        ? c.body(null, 204)
        : problem(c, 404, absentFeed),
  )
