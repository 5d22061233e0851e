import type { z } from 'zod'

import { changeRow, type Noun, type RowEditProblem } from '../../people/accounts/staff-edit.server.ts'
import { inScope, type Staff, vineyardScope } from '../../people/sign-in/actor.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { outcomeFrom } from '../../platform/database/row-from.server.ts'
import type { Day } from '../../platform/days.ts'
import { type Result, refused } from '../../platform/result.ts'
import { writerOf } from './review.ts'
import { isRemovedByStaff, picturesOf, type ReviewProblem } from './review.server.ts'
import type { reviewFilters, StaffReview } from './review.shapes.ts'

type ReviewFilters = z.output<typeof reviewFilters>

/** Returns the SQL condition of each state of a review `r`, for the filters of staff and for the counts on dashboards. */
export const statesOfReviews = (sql: Queryable) => ({
  pictures: sql`exists (
    select from review_pictures p where p.review_id = r.id and p.shown_at is null and p.removed_at is null
  )`,
  reported: sql`exists (select from review_reports p where p.review_id = r.id)`,
  hidden: sql`r.hidden_by_rule is not null`,
  unanswered: sql`r.answer = ''`,
})

/** Returns SQL for the reviews that staff may read. Vineyards see no reports, and only the pictures that an admin has shown. */
function staffReviews(sql: Queryable, { vineyard_id, state }: ReviewFilters, by: Staff, now: Date) {
  const isAdmin = vineyardScope(by).vineyard_id === null
  const reports = sql`
    select jsonb_agg(jsonb_build_object('rule', p.rule, 'times', p.times) order by p.times desc, p.rule)
    from review_reports p where p.review_id = r.id`
  const isSecret = !isAdmin && (state === 'pictures' || state === 'reported')
  return sql`
    select r.id, r.booking_id, r.vineyard_id, v.name as vineyard_name, e.title as experience_title, b.reference,
      guest_name_of(b) as guest_name, b.booking_date, r.stars, r.words, r.created_at, r.edited_at, r.answer, r.answered_at,
      coalesce(${now} < r.answered_at + interval '24 hours', true) as may_answer, r.hidden_by_rule,
      ${picturesOf(sql, sql`(${isAdmin} or p.shown_at is not null)`)} as pictures,
      ${isAdmin ? sql`coalesce((${reports}), '[]')` : sql`'[]'::jsonb`} as reports,
      version_of(to_jsonb(r)) as version
    from reviews r
      join bookings b on b.id = r.booking_id
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = r.vineyard_id
    where r.erased_at is null and ${inScope(sql, by, 'r.vineyard_id')}
      and ${vineyard_id === undefined ? sql`true` : sql`r.vineyard_id = ${vineyard_id}`}
      and ${state === undefined ? sql`true` : statesOfReviews(sql)[state]} and not ${isSecret}::boolean`
}

type Row = Omit<StaffReview, 'writer'> & { guest_name: string; booking_date: Day }
const withWriter = ({ guest_name, ...review }: Row): StaffReview => ({
  ...review,
  writer: writerOf({ guest_name, booking_date: review.booking_date }),
})

/** Returns one page of the reviews that the staff may read. */
export async function pageOfReviews(
  sql: Queryable,
  { vineyard_id, state, ...listing }: Listing & ReviewFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Page<StaffReview>> {
  const page = await readListPage<Row>(sql, listing, staffReviews(sql, { vineyard_id, state }, by, now))
  return { ...page, items: page.items.map(withWriter) }
}

/** Returns the newest 10,000 reviews that the staff may read, for a file. */
export async function allReviews(sql: Queryable, filters: ReviewFilters, { by }: { by: Staff }, now: Date) {
  const rows = await sql<Row[]>`
    select * from (${staffReviews(sql, filters, by, now)}) as found order by created_at desc, id limit 10000`
  return rows.map(withWriter)
}

/** Answers a review, or changes the answer. `seen` is the version that staff saw. */
export async function answerReview(
  sql: Queryable,
  id: string,
  answer: string,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<undefined, ReviewProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)`
    select answer_review(${id}, ${answer}, ${seen}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}) as problem`
}

/** Hides a review by a hiding rule, or shows it again if `rule` is null, and emails its writer. */
export async function moderateReview(
  sql: Queryable,
  id: string,
  rule: number | null,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<undefined, ReviewProblem>> {
  const { actor, actor_id } = vineyardScope(by)
  return outcomeFrom(sql)`select moderate_review(${id}, ${rule}, ${actor}, ${actor_id}, ${now}) as problem`
}

/** Shows or removes the picture of a review. If `is_shown` is null, restores a picture that staff removed to its former state. */
export async function showReviewPicture(
  sql: Sql,
  id: string,
  is_shown: boolean | null,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const edit = { by, seen: null }
  const at = now.toISOString()
  if (is_shown !== null)
    return changeRow(sql, reviewPictureNoun, id, is_shown ? { shown_at: at } : { removed_at: at }, edit, now)
  return inTransaction(sql, async (transaction) => {
    // Because of the lock, a deletion of the review waits.
    const [removed] = await transaction`
      select p.id from review_pictures p join reviews r on r.id = p.review_id
      where p.id = ${id} and p.removed_at is not null and r.erased_at is null and ${isRemovedByStaff(transaction)}
      for update of r`
    if (!removed) return refused({ kind: 'absent' })
    return changeRow(transaction, reviewPictureNoun, id, { removed_at: null }, edit, now)
  })
}

const reviewPictureNoun: Noun = {
  table: 'review_pictures',
  noun: 'review_picture',
  of_vineyard: null,
}
