import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { answerChanged } from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, prose, whole } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { seenVersion, stale, version } from '../../platform/api/version.server.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Result } from '../../platform/result.ts'
import { answerCsv } from '../../platform/text/csv.server.ts'
import { ratingOf } from './rating.ts'
import { longestAnswer } from './review.ts'
import { reviewRules } from './hiding-rules.ts'
import { listShownReviews, noReviews, readRatings, type ReviewProblem } from './review.server.ts'
import { reviewFilters, reviewShape, shownReviewShape, type StaffReview } from './review.shapes.ts'
import { reviewPolicy } from './review-policy.ts'
import {
  allReviews,
  answerReview,
  moderateReview,
  pageOfReviews,
  showReviewPicture,
} from './staff-review.server.ts'

const absent = 'Review not found'
const noPicture = 'Picture not found'

const fileColumns: { key: keyof StaffReview; header: string }[] = [
  { key: 'vineyard_name', header: 'Vineyard' },
  { key: 'experience_title', header: 'Experience' },
  { key: 'reference', header: 'Booking' },
  { key: 'writer', header: 'Writer' },
  { key: 'stars', header: 'Stars' },
  { key: 'words', header: 'Review' },
  { key: 'created_at', header: 'Written' },
  { key: 'answer', header: 'Answer' },
  { key: 'answered_at', header: 'Answered' },
  { key: 'hidden_by_rule', header: 'Hidden by rule' },
]

/** /api/reviews: the reviews that guests wrote after their visits. */
export const reviewApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(reviewPolicy.answer),
    describe(
      'Reviews',
      { 200: pageOf(reviewShape) },
      'Includes hidden reviews. Erased reviews are left out.',
    ),
    query(listing(['-created_at', 'stars'], reviewFilters.shape)),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json(await pageOfReviews(sql, c.req.valid('query'), { by }, now()))
    },
  )
  .get(
    '/file',
    only(reviewPolicy.answer),
    describe('Reviews as a file', { 200: 'text/csv' }, 'The newest 10,000 reviews.'),
    query(reviewFilters),
    async (c) => {
      const [chosen, by, now] = [c.req.valid('query'), c.var.by, c.var.now()]
      const reviews = await c.var.reading((sql) => allReviews(sql, chosen, { by }, now))
      return answerCsv(c, 'reviews.csv', reviews, fileColumns)
    },
  )
  .get(
    '/shown',
    describe(
      'The reviews that visitors see',
      {
        200: z.object({
          rating: z
            .object({ average: z.number(), reviews: z.int() })
            .nullable()
            .meta({ description: 'Null if there are fewer than three reviews.' }),
          items: z.array(shownReviewShape),
        }),
      },
      'The newest reviews come first: at most 50, from position `from` on.',
    ),
    query(
      z.strictObject({
        vineyard_id: id,
        from: z
          .string()
          .regex(/^\d{1,5}$/, 'must be a whole number')
          .transform(Number)
          .default(0)
          .meta({ type: 'integer', minimum: 0, maximum: 99_999 }),
      }),
    ),
    async (c) => {
      const { vineyard_id, from } = c.req.valid('query')
      const [items, ratings] = await Promise.all([
        listShownReviews(c.var.sql, vineyard_id, { from, most: 50 }),
        readRatings(c.var.sql, [vineyard_id]),
      ])
      const rating = ratingOf(ratings.get(vineyard_id) ?? noReviews)
      return c.json({ rating: rating && { average: Number(rating.average), reviews: rating.reviews }, items })
    },
  )
  .put(
    '/:id/answer',
    only(reviewPolicy.answer),
    requireUuidParams(absent),
    describe(
      'Answer a review',
      { 204: null },
      'A review can be answered once. The answer can be changed for 24 hours.',
      {
        409: 'The 24 hours have passed.',
        412: 'The review has changed since the version in `If-Match`.',
      },
    ),
    body(z.strictObject({ answer: prose(longestAnswer).refine((text) => text !== '', 'must not be empty') })),
    async (c) => {
      const { sql, by, now } = c.var
      const edit = { by, seen: seenVersion(c) }
      return reply(c, await answerReview(sql, c.req.param('id'), c.req.valid('json').answer, edit, now()))
    },
  )
  .put(
    '/:id/hidden',
    only(reviewPolicy.moderate),
    requireUuidParams(absent),
    describe(
      'Hide a review, or show it again',
      { 204: null },
      'The number of a written rule hides the review; null shows it again. The writer is emailed, and the reports are deleted.',
    ),
    body(z.strictObject({ rule: whole(1, reviewRules.length).nullable() })),
    async (c) => {
      const { sql, by, now } = c.var
      return reply(c, await moderateReview(sql, c.req.param('id'), c.req.valid('json').rule, { by }, now()))
    },
  )

/** /api/review_pictures: the photographs of reviews. */
export const reviewPictureApi = new Hono<ApiEnv>().put(
  '/:id',
  only(reviewPolicy.moderate),
  requireUuidParams(noPicture),
  describe(
    'Show or remove a picture of a review',
    { 200: z.object({ version }) },
    'If `is_shown` is null, undoes a removal by staff within a day. The picture is then shown or hidden as before.',
  ),
  body(z.strictObject({ is_shown: z.boolean().nullable() })),
  async (c) => {
    const { sql, by, now } = c.var
    const { is_shown } = c.req.valid('json')
    const changed = await showReviewPicture(sql, c.req.param('id'), is_shown, { by }, now())
    return answerChanged(c, changed, { absent: noPicture })
  },
)

function reply(c: Context, result: Result<undefined, ReviewProblem>) {
  if (result.ok) return c.body(null, 204)
  if (result.problem === 'changed') return stale(c)
  if (result.problem === 'closed')
    return problem(c, 409, 'An answer can be changed for 24 hours. That time has passed.')
  return problem(c, 404, absent)
}
