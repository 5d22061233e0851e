import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  addRow,
  changeRow,
  removeRow,
  answerChanged,
  answerMade,
  answerRemoved,
  changedShape,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line, instant, pictureAddress, prose } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { seenVersion, setVersion, version } from '../../platform/api/version.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { findPostEntry, pageOfPosts, postNoun } from './blog.server.ts'
import { isDay, isTime } from '../../platform/days.ts'
import { documentSchema } from './document.server.ts'
import { longestTag, mostTags, readSlug } from './post.ts'
import { policy } from '../../people/sign-in/policy.ts'

/** Anyone can read published posts; admins also read drafts and scheduled ones. */
const blogPolicy = {
  write: policy(['admin'], 'Only admins write, schedule and delete posts.'),
}

const text = z.string().nullable()

/** A post in a list. */
export const postLine = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  summary: text,
  author: text,
  cover_image_url: text,
  tags: z.array(z.string()),
  published_at: instant.nullable(),
})

/** A post with its text. */
export const postShape = z
  .object({
    ...postLine.shape,
    body: z.looseObject({ type: z.literal('doc') }),
    updated_at: instant,
    version,
  })
  .meta({ id: 'BlogPost' })

const slug = z
  .string()
  .refine((text) => readSlug(text) !== undefined, 'must be lower-case letters and digits, joined by hyphens')
  .meta({ maxLength: 120, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })

const tags = z
  .array(line(longestTag).transform((tag) => tag.toLowerCase()))
  .max(mostTags, `must be at most ${mostTags}`)
  .transform((tags) => [...new Set(tags)])

/** A London wall-clock time, an instant, or 'now'. A time that the clocks skip moves one hour later. */
const publishedAt = z
  .string()
  .transform((text, context) => {
    if (text === atOnce) return text
    const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::[0-5]\d)?)$/.exec(text) ?? []
    if (isDay(day) && isTime(time.slice(0, 5)))
      return Temporal.PlainDateTime.from(`${day}T${time}`)
        .toZonedDateTime('Europe/London')
        .toInstant()
        .toString()
    if (z.iso.datetime().safeParse(text).success && isDay(text.slice(0, 10))) return text
    context.addIssue({ code: 'custom', message: 'must be a day and a time that exist' })
    return z.NEVER
  })
  .meta({
    description: 'A wall-clock time in London, yyyy-MM-ddTHH:mm or with :ss, or an instant in UTC, or `now`.',
  })

const atOnce = 'now'
const deepest = 12
const isShallow = (part: unknown, depth = 0): boolean =>
  depth <= deepest &&
  (typeof part !== 'object' || part === null
    ? true
    : Object.values(part).every((value) => isShallow(value, Array.isArray(part) ? depth : depth + 1)))

const document = z
  .looseObject({ type: z.literal('doc'), content: z.array(z.looseObject({ type: z.string() })) })
  .transform((document, context) => {
    const read = isShallow(document) ? documentSchema.safeParse(document) : undefined
    if (read?.success) return read.data
    const [issue] = read?.error.issues ?? []
    const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
    const message = `holds a part that no post may have${where}`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({ description: "ProseMirror's JSON, of the parts a post may have." })

const editable = {
  slug,
  title: line(200),
  summary: prose(500).nullable(),
  body: document,
  author: line(200).nullable(),
  cover_image_url: pictureAddress.nullable(),
  tags,
  published_at: publishedAt.nullable(),
}

const newPost = z.strictObject(editable).partial().required({ slug: true, title: true })
const postChanges = z.strictObject(editable).partial()

/** The columns of a request, with 'now' replaced by the time. */
function postColumns({ published_at, ...columns }: z.output<typeof postChanges>, now: Date) {
  return { ...columns, published_at: published_at === atOnce ? now.toISOString() : published_at }
}

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

/** /api/blog_posts: published posts for everybody; all posts, and writing them, for admins. */
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
    describe('Add a post', { 201: z.object({ id }) }, 'Without `published_at` it is a draft.', taken),
    body(newPost),
    async (c) => {
      const { sql, by, now } = c.var
      const made = await addRow(sql, postNoun, postColumns(c.req.valid('json'), now()), { by }, now())
      return answerMade(c, made, '/api/blog_posts', sentences)
    },
  )
  .get('/:id', requireUuidParams(absent), describe('A post', { 200: postShape }), async (c) => {
    const post = await findPostEntry(c.var.sql, c.req.param('id'), { by: c.var.actor }, c.var.now())
    if (!post) return problem(c, 404, absent)
    setVersion(c, post)
    return c.json(post)
  })
  .patch(
    '/:id',
    only(blogPolicy.write),
    requireUuidParams(absent),
    describe('Change a post', { 200: changedShape }, undefined, taken),
    body(postChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const seen = seenVersion(c)
      const changes = postColumns(c.req.valid('json'), now())
      const changed = await changeRow(sql, postNoun, c.req.param('id'), changes, { by, seen }, now())
      return answerChanged(c, changed, sentences)
    },
  )
  .delete(
    '/:id',
    only(blogPolicy.write),
    requireUuidParams(absent),
    describe('Delete a post', { 204: null }),
    async (c) => {
      const { sql, by, now } = c.var
      const seen = seenVersion(c)
      return answerRemoved(
        c,
        await removeRow(sql, postNoun, c.req.param('id'), { by, seen }, now()),
        sentences,
      )
    },
  )
