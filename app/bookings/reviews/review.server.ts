import type postgres from 'postgres'

import type { ReceivedPicture } from '../../platform/media/receive.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Day } from '../../platform/days.ts'
import type { Result } from '../../platform/result.ts'
import type { Booking } from '../booking.shapes.ts'
import type { RatingTotals } from './rating.ts'
import { mostReviewPictures, type ReviewDraft, writerOf } from './review.ts'
import type { ShownReview, StaffReview } from './review.shapes.ts'

export type ReviewProblem = SqlEnums['review_problem']

/** A booking's review as its guest sees it. `may_edit` is true for 24 hours after the guest wrote it. */
type OwnReview = Pick<
  StaffReview,
  'id' | 'stars' | 'words' | 'created_at' | 'edited_at' | 'answer' | 'hidden_by_rule' | 'pictures'
> & {
  may_edit: boolean
  changed_after_answer_on: Day | null
}

/** What the page for a review shows. `refusal`: why the guest may not write now. `last_day`: the last day to write. */
type ReviewPage = Pick<Booking, 'booking_date' | 'guest_name' | 'vineyard_id'> & {
  title: string
  vineyard_name: string
  is_visible: boolean
  last_day: Day
  refusal: ReviewProblem | null
}

/** Returns the data of the page of a booking's review, or undefined if there is no such booking. */
export async function findReviewPage(sql: Queryable, booking_id: string, now: Date) {
  const [page] = await sql<ReviewPage[]>`
    select b.booking_date, guest_name_of(b) as guest_name, e.title, v.id as vineyard_id, v.name as vineyard_name, v.is_visible,
      last_review_day(b) as last_day, review_refusal(b, ${now}) as refusal
    from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
    where b.id = ${booking_id}`
  if (!page) return undefined
  const [review] = await sql<OwnReview[]>`
    select r.id, r.stars, r.words, r.created_at, r.edited_at, r.answer, r.hidden_by_rule,
      ${changedAfterAnswerOn(sql)} as changed_after_answer_on,
      ${now} < r.created_at + interval '24 hours' as may_edit, ${picturesOf(sql)} as pictures
    from reviews r where r.booking_id = ${booking_id} and r.erased_at is null`
  return { ...page, review: review ?? null }
}

/** Returns SQL for the day on which the guest changed review `r` after the vineyard first answered; null if the guest did not. */
const changedAfterAnswerOn = (sql: Queryable) =>
  sql`case when r.edited_at > r.answered_at then (r.edited_at at time zone 'Europe/London')::date end`

/**
 * Returns SQL for the pictures of review `r` that meet a condition. The address of a picture includes the booking's id, so that
 * the guest and staff can open the picture before it is public.
 */
export const picturesOf = (sql: Queryable, condition = sql`true`) => sql`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'id', p.id, 'address', p.address || '?booking=' || r.booking_id, 'is_shown', p.shown_at is not null
    ) order by p.created_at, p.id
  )
  from review_pictures p where p.review_id = r.id and p.removed_at is null and ${condition}
), '[]')`

/** Returns whether the guest of a booking may write a review now, or has written one. */
export async function mayReview(sql: Queryable, booking_id: string, now: Date): Promise<boolean> {
  const [found] = await sql`
    select from bookings b
    where b.id = ${booking_id} and (
      review_refusal(b, ${now}) is null
      or exists (select from reviews r where r.booking_id = b.id and r.erased_at is null)
    )`
  return found !== undefined
}

/** Writes or changes a review. `seen`: when the review in the form was last written; null for a new review. */
export async function writeReview(
  sql: Queryable,
  booking_id: string,
  { stars, words }: ReviewDraft,
  seen: Date | null,
  now: Date,
): Promise<Result<undefined, ReviewProblem>> {
  return outcomeFrom(sql)`select write_review(${booking_id}, ${stars}, ${words}, ${seen}, ${now}) as problem`
}

/** Deletes the review of a booking for its guest. Returns false if there is no review. */
export async function deleteReview(sql: Queryable, booking_id: string, now: Date): Promise<boolean> {
  const { is_deleted } = await rowFrom(sql)<{ is_deleted: boolean }>`
    select delete_review(${booking_id}, ${now}) as is_deleted`
  return is_deleted
}

/** Adds a picture to the review of a booking. With null instead of a picture, only checks whether one may be added. */
export async function addReviewPicture(
  sql: Queryable,
  booking_id: string,
  received: ReceivedPicture | null,
  now: Date,
): Promise<Result<undefined, ReviewProblem>> {
  const { id = null, address = null, bytes = null } = received ?? {}
  return outcomeFrom(sql)`
    select add_review_picture(${booking_id}, ${id}, ${address}, ${bytes}, ${now}) as problem`
}

/** Removes a guest's own picture. Its files are deleted a day later. */
export async function removeReviewPicture(sql: Queryable, booking_id: string, id: string, now: Date) {
  await sql`
    update review_pictures p set removed_at = ${now}
    from reviews r
    where p.id = ${id} and r.id = p.review_id and r.booking_id = ${booking_id} and p.removed_at is null`
}

/** Returns SQL for whether staff removed the picture `p` of a review. */
export const isRemovedByStaff = (sql: Queryable) => sql`exists (
  select from audit_trail a
  where a.noun = 'review_picture' and a.noun_id = p.id and a.after ->> 'removed_at' is not null
)`

/** Restores a picture that a guest removed less than a day ago, as it was. Returns false if it cannot be restored. */
export async function restoreReviewPicture(sql: Queryable, booking_id: string, id: string, now: Date) {
  // Because of the lock, a deletion of the review waits, and so does the addition of another picture.
  const restored = await sql`
    with review as (
      select r.id from reviews r where r.booking_id = ${booking_id} and r.erased_at is null for update
    )
    update review_pictures p set removed_at = null from review r
    where p.id = ${id} and p.review_id = r.id and p.removed_at > ${now}::timestamptz - interval '1 day'
      and not ${isRemovedByStaff(sql)}
      and ${mostReviewPictures} > (
        select count(*) from review_pictures o where o.review_id = r.id and o.removed_at is null
      )
    returning p.id`
  return restored.length > 0
}

/** Returns SQL for the number of a vineyard's shown reviews from the 60 days before `at` that have no answer. */
export const unansweredReviews = (
  sql: Queryable,
  vineyard_id: string | postgres.Fragment,
  at: Date | postgres.Fragment,
) => sql`(
  select count(*)::int from reviews r
  where r.vineyard_id = ${vineyard_id} and r.answer = '' and is_review_shown(r)
    and r.created_at > ${at}::timestamptz - interval '60 days'
)`

/** Returns SQL for the number of a vineyard's shown reviews that guests changed after its answer, in the day before `at`. */
export const rewrittenReviews = (
  sql: Queryable,
  vineyard_id: postgres.Fragment,
  at: postgres.Fragment,
) => sql`(
  select count(*)::int from reviews r
  where r.vineyard_id = ${vineyard_id} and is_review_shown(r) and r.edited_at > r.answered_at
    and r.edited_at > ${at}::timestamptz - interval '1 day'
)`

/** Returns SQL for whether visitors see review `r`. Hidden vineyards and demonstration estates show no reviews. */
export const shownToVisitors = (sql: Queryable) => sql`
  is_review_shown(r) and exists (
    select from vineyards v where v.id = r.vineyard_id and v.is_visible and not v.is_demo
  )`

/** Returns the reviews that a vineyard shows, newest first, from position `from` on. */
export async function listShownReviews(
  sql: Queryable,
  vineyard_id: string,
  { from, most }: { from: number; most: number },
): Promise<ShownReview[]> {
  type Row = Omit<ShownReview, 'writer'> & { guest_name: string; booking_date: Day }
  const rows = await sql<Row[]>`
    select r.id, r.stars, r.words, r.answer, ${changedAfterAnswerOn(sql)} as changed_after_answer_on, guest_name_of(b) as guest_name, b.booking_date,
      array(
        select p.address from review_pictures p
        where p.review_id = r.id and p.shown_at is not null and p.removed_at is null
        order by p.created_at, p.id
      ) as pictures
    from reviews r join bookings b on b.id = r.booking_id
    where r.vineyard_id = ${vineyard_id} and ${shownToVisitors(sql)}
    order by r.created_at desc, r.id
    limit ${most} offset ${from}`
  return rows.map(({ guest_name, booking_date, ...review }) => ({
    ...review,
    writer: writerOf({ guest_name, booking_date }),
  }))
}

/** The totals of a vineyard without reviews */
export const noReviews: RatingTotals = { reviews: 0, stars: 0 }

/** Returns the totals of the reviews that these vineyards show, by vineyard id. Vineyards without reviews are left out. */
export async function readRatings(
  sql: Queryable,
  vineyard_ids: string[],
): Promise<Map<string, RatingTotals>> {
  const rows = await sql<(RatingTotals & { vineyard_id: string })[]>`
    select k.vineyard_id, k.reviews, k.stars
    from vineyard_ratings k join vineyards v on v.id = k.vineyard_id
    where k.vineyard_id = any (${vineyard_ids}::uuid[]) and k.reviews > 0 and v.is_visible and not v.is_demo`
  return new Map(rows.map(({ vineyard_id, reviews, stars }) => [vineyard_id, { reviews, stars }]))
}

/** Counts a visitor's report of a review. Returns false if the vineyard does not show the review. */
export async function reportReview(
  sql: Queryable,
  { id, vineyard_id, rule }: { id: string; vineyard_id: string; rule: number },
  now: Date,
): Promise<boolean> {
  const [{ is_counted }] = await sql<[{ is_counted: boolean }]>`
    select report_review(${id}, ${vineyard_id}, ${rule}, ${now}) as is_counted`
  return is_counted
}
