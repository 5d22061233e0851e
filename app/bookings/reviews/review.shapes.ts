import { z } from 'zod'

import { day, id, instant, type RowOf } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'

const rule = z
  .int()
  .meta({ description: 'The number of one of the written rules for reviews, on the page of terms.' })

/** A review as staff see it. */
export const reviewShape = z
  .object({
    id,
    booking_id: id,
    vineyard_id: id,
    vineyard_name: z.string(),
    experience_title: z.string(),
    reference: z.string(),
    writer: z
      .string()
      .meta({ description: 'The first name and the month of the visit, as visitors see them.' }),
    booking_date: day,
    stars: z.int(),
    words: z.string(),
    created_at: instant,
    edited_at: instant.nullable(),
    answer: z.string(),
    answered_at: instant.nullable(),
    may_answer: z
      .boolean()
      .meta({ description: 'Whether staff can answer the review, or can still change its answer.' }),
    hidden_by_rule: rule.nullable(),
    pictures: z.array(
      z.object({
        id,
        address: z.string(),
        is_shown: z.boolean().meta({ description: 'Visitors see a picture once an admin has shown it.' }),
      }),
    ),
    reports: z
      .array(z.object({ rule, times: z.int() }))
      .meta({ description: 'How often visitors reported the review, by rule. Vineyards get an empty list.' }),
    version,
  })
  .meta({ id: 'Review' })
export type ReviewView = z.infer<typeof reviewShape>
export type StaffReview = RowOf<typeof reviewShape>

/** A review as visitors see it. `writer` is a text such as 'Ada, June 2026'. */
export const shownReviewShape = z
  .object({
    id,
    stars: z.int(),
    words: z.string(),
    writer: z.string(),
    answer: z.string(),
    changed_after_answer_on: day.nullable(),
    pictures: z.array(z.string()),
  })
  .meta({ id: 'ShownReview' })
export type ShownReview = z.infer<typeof shownReviewShape>

/** The filters of a list of reviews: with pictures to check, with reports, hidden, or without an answer. */
export const reviewFilters = z.strictObject({
  vineyard_id: id.optional(),
  state: z.enum(['pictures', 'reported', 'hidden', 'unanswered']).optional(),
})
