import { data, Form, href, Link, redirect, type RouterContextProvider } from 'react-router'

import {
  DeleteReview,
  OwnPictures,
  type ReviewAnswer,
  ReviewForm,
} from '../../../../bookings/reviews/components/review-form.tsx'
import { VineyardAnswer } from '../../../../bookings/reviews/components/review-parts.tsx'
import { Stars } from '../../../../bookings/reviews/components/stars.tsx'
import { readReview, reviewSentences, writerOf } from '../../../../bookings/reviews/review.ts'
import { reviewRulesAt, ruleText } from '../../../../bookings/reviews/hiding-rules.ts'
import {
  addReviewPicture,
  deleteReview,
  findReviewPage,
  removeReviewPicture,
  restoreReviewPicture,
  writeReview,
} from '../../../../bookings/reviews/review.server.ts'
import { attempt, readForPage } from '../../../../platform/attempt.server.ts'
import { clock, config, database, log, rateLimited } from '../../../../platform/context.ts'
import { formatDate, formatDay, formatMoment } from '../../../../platform/days.ts'
import { raisePageVersion } from '../../../../platform/http/page-cache/page-version.server.ts'
import { isId } from '../../../../platform/ids.ts'
import { discardPicture, receivePicture } from '../../../../platform/media/receive.server.ts'
import { storeOf } from '../../../../platform/media/store.server.ts'
import { uploadSentence } from '../../../../platform/media/upload.ts'
import { readFormToKeep } from '../../../../platform/text/form.server.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import { Notice } from '../../../../ui/page/notice.tsx'
import '../../../../bookings/components/bookings.css'
import type { Route } from './+types/review.ts'

export const meta = headOf(({ vineyard_name }: Route.ComponentProps['loaderData']) => ({
  title: `Your review of ${vineyard_name}`,
  description: 'Give your visit stars and words.',
  robots: 'noindex, nofollow',
}))

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await readPage(context, params.id)
  const { searchParams } = new URL(request.url)
  return { ...page, saved: searchParams.get('saved'), removed: searchParams.get('picture') }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = params
  const isPicture = request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true
  const form = isPicture ? null : await readFormToKeep(request, context)
  await readPage(context, id)
  const typed = form && { stars: String(form.get('stars') ?? ''), words: String(form.get('words') ?? '') }
  const refuse = (answer: ReviewAnswer, status: number) =>
    data({ ...(typed && { typed }), ...answer } satisfies ReviewAnswer, { status })
  const limited = context.get(rateLimited)
  if (limited) return refuse(isPicture ? { picture: limited.sentence } : { failed: limited.sentence }, 429)

  const [sql, now] = [context.get(database), context.get(clock)()]
  const page = href('/booking/:id/review', { id })
  const saved = async (what: string, rest = '') => {
    await raisePageVersion({ sql, log: context.get(log) })
    return redirect(`${page}?saved=${what}${rest}`)
  }
  if (form === null) {
    const problem = await attempt(context.get(log), 'A picture of a review could not be stored', () =>
      addPicture(context, request, id),
    )
    if (!problem.ok) return refuse({ picture: 'The picture could not be stored. Please try again.' }, 503)
    return problem.value === null ? saved('picture') : refuse({ picture: problem.value }, 422)
  }
  const removed = form.get('remove')
  if (removed !== null) {
    if (isId(String(removed))) await removeReviewPicture(sql, id, String(removed), now)
    return saved('removed', isId(String(removed)) ? `&picture=${removed}` : '')
  }
  const restored = String(form.get('restore') ?? '')
  if (isId(restored)) {
    if (await restoreReviewPicture(sql, id, restored, now)) return saved('restored')
    return refuse({ failed: 'This picture can no longer be restored.' }, 409)
  }
  if (form.get('intent') === 'delete') {
    const deleted = await attempt(context.get(log), 'A review could not be deleted', () =>
      deleteReview(sql, id, now),
    )
    if (!deleted.ok) return refuse({ failed: 'Your review could not be deleted. Please try again.' }, 503)
    return saved('deleted')
  }

  const draft = readReview(form)
  if (!draft.ok) return refuse({ fields: draft.problem }, 422)
  // JavaScript also reads years with a sign (+010000), but the database refuses them.
  const seen = Date.parse(/^\d.*/.exec(String(form.get('seen') ?? ''))?.[0] ?? '')
  const written = await attempt(context.get(log), 'A review could not be written', () =>
    writeReview(sql, id, draft.value, Number.isNaN(seen) ? null : new Date(seen), now),
  )
  if (!written.ok) return refuse({ failed: 'Your review could not be saved. Please send it once more.' }, 503)
  if (written.value.ok) return saved('review')
  return refuse({ failed: reviewSentences[written.value.problem] }, 409)
}

/** Adds the picture of a request to the review. Returns null, or a sentence that says why the picture was refused. */
async function addPicture(context: Readonly<RouterContextProvider>, request: Request, id: string) {
  const [sql, now] = [context.get(database), context.get(clock)()]
  // Before the picture is read and converted, checks whether it may be added.
  const may = await addReviewPicture(sql, id, null, now)
  if (!may.ok) return reviewSentences[may.problem]
  const store = await storeOf(context.get(config))
  const received = await receivePicture(request, store, 'review')
  if (!received.ok) return uploadSentence(received.problem)
  const added = await addReviewPicture(sql, id, received.value, now)
  if (added.ok) return null
  await discardPicture(received.value, store)
  return reviewSentences[added.problem]
}

/** Returns the page of a booking's review, or throws 404. */
async function readPage(context: Readonly<RouterContextProvider>, id: string) {
  const now = context.get(clock)()
  const page = isId(id)
    ? await readForPage(
        context.get(log),
        'A review could not be read',
        () => findReviewPage(context.get(database), id, now),
        { message: 'Your review could not be loaded', to: href('/booking/:id/review', { id }) },
      )
    : undefined
  if (!page) throw data({ message: reviewSentences.absent }, { status: 404 })
  const { guest_name, ...rest } = page
  return { id, writer: writerOf({ guest_name, booking_date: page.booking_date }), ...rest }
}

const savedSentences = {
  review: 'Thank you. Your review is on the vineyard’s page now.',
  picture: 'Your picture has arrived. It is shown after we have checked it.',
  removed: 'The picture is removed.',
  restored: 'The picture is back as it was.',
  deleted: 'Your review is deleted.',
} as const

function isSaved(text: string | null): text is keyof typeof savedSentences {
  return text !== null && Object.hasOwn(savedSentences, text)
}

export default function ReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, vineyard_id, vineyard_name, title, booking_date, is_visible, review, writer, saved } =
    loaderData
  const refusal = review === null ? loaderData.refusal : null
  const isHidden = review !== null && review.hidden_by_rule !== null
  const isTrue = saved === 'deleted' ? refusal === 'deleted' : review !== null
  const seen = review ? new Date(review.edited_at ?? review.created_at).toISOString() : ''
  return (
    <div className="wrap page-end">
      <Breadcrumb trail={[{ to: href('/booking/:id', { id }), label: 'Your booking' }]} here="Your review" />
      <div className="book-head">
        <h1>{review || refusal ? 'Your review' : 'How was your visit?'}</h1>
        <p className="lede">
          {title} at {vineyard_name}, {formatDay(booking_date)}
        </p>
      </div>
      <div className="stack measure">
        {isSaved(saved) && !isHidden && isTrue && (
          <Notice tone="good" role="status">
            {savedSentences[saved]}
            {saved === 'removed' && loaderData.removed && (
              <Form method="post" preventScrollReset>
                <Button variant="text" name="restore" value={loaderData.removed}>
                  Undo
                </Button>
              </Form>
            )}
          </Notice>
        )}
        {refusal && <Notice tone="info">{reviewSentences[refusal]}</Notice>}
        {isHidden && (
          <Notice tone="wait">
            <p>
              We have hidden this review, because it breaks rule {review.hidden_by_rule}:{' '}
              {ruleText(review.hidden_by_rule ?? 0)}
            </p>
            <p>
              It stays hidden if you change it. If you think that we are wrong, please{' '}
              <Link to={href('/contact')}>write to us</Link>.
            </p>
          </Notice>
        )}
        {!refusal && (
          <p className="soft small">
            {isHidden ? `Signed “${writer}”, but not shown.` : `Shown as “${writer}”.`}{' '}
            {review
              ? review.may_edit
                ? `You can change it until ${formatMoment(nextDay(review.created_at))}.`
                : 'It can no longer be changed.'
              : `You can write one review, until ${formatDate(loaderData.last_day)}, and change it for 24 hours.`}{' '}
            <Link to={`${href('/terms')}#${reviewRulesAt}`}>How we handle reviews</Link>
          </p>
        )}
        {review && !review.may_edit && (
          <div className="review">
            <p>
              <Stars stars={review.stars} />
            </p>
            <p className="review-words" dir="auto">
              {review.words}
            </p>
          </div>
        )}
        {!refusal && review?.may_edit !== false && (
          <ReviewForm key={seen} review={review} seen={seen} answer={actionData} />
        )}
        {review && review.answer !== '' && (
          <VineyardAnswer
            vineyard={vineyard_name}
            answer={review.answer}
            changedOn={review.changed_after_answer_on}
          />
        )}
        {review && (
          <OwnPictures
            pictures={review.pictures}
            isHidden={isHidden}
            mayAdd={review.may_edit}
            problem={actionData?.picture}
          />
        )}
        {review && <DeleteReview problem={review.may_edit ? undefined : actionData?.failed} />}
        {is_visible && (
          <p>
            <ButtonLink to={href('/vineyard/:id', { id: vineyard_id })}>
              {review ? 'See the vineyard’s page' : 'Back to the vineyard’s page'}
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  )
}

/** Returns the instant 24 hours later, in ISO form. */
function nextDay(instant: Date | string): string {
  return new Date(new Date(instant).getTime() + 24 * 60 * 60 * 1000).toISOString()
}
