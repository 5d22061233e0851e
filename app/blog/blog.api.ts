import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../people/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id, instant, line } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { named } from '../platform/api/named.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/problem.ts'
import { findPostEntry, pageOfPosts } from './blog-list.server.ts'

const absent = 'Post not found'

const shown = {
  id,
  slug: z.string(),
  title: z.string(),
  summary: z.string().nullable(),
  author: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  tags: z.array(z.string()),
  published_at: instant.nullable(),
}

/** /api/blog_posts: those whose hour has come; drafts and later ones are there for admins. */
export const blogApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe('Posts', { 200: pageOf(z.object(shown)) }, 'Drafts and later ones are there for admins.'),
    query(listing(['-published_at', 'title'], { tag: line(40).optional() })),
    async (c) => c.json(await pageOfPosts(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
  )
  .get(
    '/:id',
    named(absent),
    describe('A post', {
      200: z
        .object({ ...shown, body: z.looseObject({ type: z.literal('doc') }), updated_at: instant })
        .meta({ id: 'BlogPost' }),
    }),
    async (c) => {
      const post = await findPostEntry(c.var.sql, c.req.param('id'), { by: c.var.actor }, c.var.now())
      return post ? c.json(post) : problem(c, 404, absent)
    },
  )
