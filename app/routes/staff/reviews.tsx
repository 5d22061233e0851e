import { href, Link } from 'react-router'

import { StaffReviewEntry } from '../../bookings/reviews/components/staff-review.tsx'
import type { reviewApi, reviewPictureApi } from '../../bookings/reviews/review.api.ts'
import { readRule, reviewRulesAt } from '../../bookings/reviews/hiding-rules.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import {
  type ActionResult,
  ifEmailed,
  readFormText,
  respond,
  toActionResult,
} from '../../staff-client/action-result.tsx'
import { ifMatch, resultOf } from '../../staff-client/call.ts'
import { loadList } from '../../staff-client/load.ts'
import { SaveCsv } from '../../staff-client/save-csv.tsx'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import { Empty } from '../../ui/lists/empty.tsx'
import { ListFilter, ListTools, Pager, usePinned } from '../../ui/lists/list-tools.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import type { Route } from './+types/reviews.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Reviews')

const reviewsAt = (area: StaffArea) => apiFor<typeof reviewApi>(area, '/api/reviews')

const filters = ['state', 'vineyard_id'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  return { area, ...(await loadList(request, reviewsAt(area).index.$get, filters)) }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  return respond({ ...(await actOnReview(request, form)), about: readFormText(form, 'id') })
}

async function actOnReview(request: Request, form: FormData): Promise<ActionResult> {
  const area = staffAreaOf(request.url)
  const calls = reviewsAt(area)
  const text = (name: string) => readFormText(form, name)
  const param = { id: text('id') }
  if (form.has('answer')) {
    const json = { answer: text('answer') }
    const answered = await resultOf(calls[':id'].answer.$put({ param, json }, ifMatch(text('version'))))
    return toActionResult(request, answered, `Your answer to ${text('writer')} is on the page now.`)
  }
  if (form.has('picture')) {
    const picture = text('picture')
    const is_shown = { yes: true, no: false }[text('is_shown')] ?? null
    const pictures = apiFor<typeof reviewPictureApi>(area, '/api/review_pictures')
    const seen = await resultOf(pictures[':id'].$put({ param: { id: picture }, json: { is_shown } }))
    const undo = { id: param.id, picture, is_shown: 'as before' }
    if (is_shown === false) return toActionResult(request, seen, 'The picture is removed.', undo)
    const news = is_shown ? 'The picture is on the page now.' : 'The picture is back as it was.'
    return toActionResult(request, seen, news)
  }
  const rule = readRule(form.get('rule'))
  const hidden = await resultOf(calls[':id'].hidden.$put({ param, json: { rule } }))
  const told = ifEmailed('Its writer is being emailed.')
  const news = rule === null ? 'The review is shown.' : `The review is hidden by rule ${rule}. ${told}`
  return toActionResult(request, hidden, news)
}

const states = {
  winemaker: { unanswered: 'Without an answer', hidden: 'Hidden' },
  admin: {
    reported: 'Reported',
    pictures: 'With pictures to check',
    hidden: 'Hidden',
    unanswered: 'Without an answer',
  },
}

export default function StaffReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { area, total, query } = loaderData
  const items = usePinned(loaderData.items, actionData)
  const { state, vineyard_id } = query
  return (
    <>
      <StaffHead title={tallyOf(total, 'review')}>
        <SaveCsv
          name="reviews.csv"
          download={() =>
            reviewsAt(area).file.$get({
              query: { ...(state && { state }), ...(vineyard_id && { vineyard_id }) },
            })
          }
        />
      </StaffHead>
      <p className="soft small measure space-below">
        Guests write reviews after their visit. The newest come first.{' '}
        <Link to={`${href('/terms')}#${reviewRulesAt}`}>The rules for reviews</Link> say when we hide one.
      </p>
      <ListTools keep={['vineyard_id']}>
        <ListFilter label="Show" name="state" options={states[area]} />
      </ListTools>
      {items.length === 0 ? (
        <Empty title={state ? 'No reviews match that' : 'No reviews yet'}>
          {state
            ? 'Choose “All” to see every review.'
            : 'The email after a visit asks guests for stars and words. Their reviews appear here.'}
        </Empty>
      ) : (
        <ul className="review-list">
          {items.map((review) => (
            <li key={review.id}>
              <StaffReviewEntry area={area} review={review} outcome={actionData} />
            </li>
          ))}
        </ul>
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </>
  )
}
