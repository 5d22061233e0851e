import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  addAndAnswer,
  answerRow,
  changeAndAnswer,
  changedShape,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { findPostEntry, pageOfPosts, postNoun } from './blog.server.ts'
import { newPost, postChanges, postColumns, postLine, postShape } from './blog.shapes.ts'
import { blogPolicy } from './blog-policy.ts'

const absent = 'Post not found'
const sentences: Sentences = {
  absent,
  refusals: {
    blog_posts_slug_key: { field: 'slug', message: 'slug is already used by another post.', status: 409 },
    body_is_a_document: { field: 'body', message: 'body is longer than a post may be.' },
    tags_are_words: { field: 'tags', message: 'tags are longer than they may be.' },
  },
}
const taken = { 409: 'Another post has that slug.' }

/** /api/blog_posts: everybody reads published posts. Admins read and write all posts. */
export const blogApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe('Posts', { 200: pageOf(postLine) }, 'Admins also get drafts and scheduled posts.'),
    query(listing(['-published_at', 'title'], { tag: line(40).optional() })),
    async (c) => c.json(await pageOfPosts(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
  )
  .post(
    '/',
    only(blogPolicy.write),
    describe('Add a post', { 201: z.object({ id }) }, 'Without `published_at` the post is a draft.', taken),
    body(newPost),
    (c) => {
      const row = postColumns(c.req.valid('json'), c.var.now())
      return addAndAnswer(c, postNoun, row, '/api/blog_posts', sentences)
    },
  )
  .get('/:id', requireUuidParams(absent), describe('A post', { 200: postShape }), async (c) => {
    const post = await findPostEntry(c.var.sql, c.req.param('id'), { by: c.var.actor }, c.var.now())
    return answerRow(c, post, absent)
  })
  .patch(
    '/:id',
    only(blogPolicy.write),
    requireUuidParams(absent),
    describe('Change a post', { 200: changedShape }, undefined, taken),
    body(postChanges),
    (c) => changeAndAnswer(c, postNoun, postColumns(c.req.valid('json'), c.var.now()), sentences),
  )
  .delete(
    '/:id',
    only(blogPolicy.write),
    requireUuidParams(absent),
    describe('Delete a post', { 204: null }),
    (c) => removeAndAnswer(c, postNoun, sentences),
  )
