import { Hono } from 'hono'
import { href } from 'react-router'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { integrationPolicy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { deleteFeed, listFeeds, renewFeed } from './feed.server.ts'
import { feedShape, newFeed } from './feed.shapes.ts'

const absent = 'Calendar feed not found'

/** /api/calendar_feeds: links with which other calendars read the bookings. */
export const feedApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(integrationPolicy.run),
    describe('Calendar feeds', { 200: z.object({ items: z.array(feedShape) }) }),
    query(z.strictObject({ vineyard_id: id.optional() })),
    async (c) => c.json({ items: await listFeeds(c.var.sql, c.var.by, c.req.valid('query')) }),
  )
  .post(
    '/',
    only(integrationPolicy.run),
    describe(
      'Create a feed, or renew its link',
      { 201: feedShape.extend({ url: z.url() }) },
      'The link is shown only in this response. An earlier link stops working.',
      { 404: absent },
    ),
    body(newFeed),
    async (c) => {
      const renewed = await renewFeed(c.var.sql, c.req.valid('json'), c.var.by, c.var.now())
      if (!renewed) return problem(c, 404, absent)
      const { secret, ...feed } = renewed
      return c.json(
        { ...feed, url: c.var.config.site_url + href('/calendars/:secret/bookings.ics', { secret }) },
        201,
      )
    },
  )
  .delete(
    '/:id',
    only(integrationPolicy.run),
    requireUuidParams(absent),
    describe('Delete a feed', { 204: null }, undefined, { 404: absent }),
    async (c) =>
      (await deleteFeed(c.var.sql, c.req.param('id'), c.var.by))
        ? c.body(null, 204)
        : problem(c, 404, absent),
  )
