import { Form, href, Link } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { mostReviewsShown } from '../review.ts'
import type { ShownReview } from '../review.shapes.ts'
import type { Rating } from '../rating.ts'
import { reviewRulesAt } from '../hiding-rules.ts'
import { ReviewPicture, RuleField, VineyardAnswer } from './review-parts.tsx'
import { Stars } from './stars.tsx'

/** The reviews on a vineyard's page, newest first. */
export default function ShownReviews({
  vineyard: { id, name },
  shown: { reviews, rating, total, from, reported },
}: {
  vineyard: { id: string; name: string }
  /** One page of the `total` reviews, beginning at position `from`. `reported`: the visitor has just reported a review. */
  shown: { reviews: ShownReview[]; rating: Rating | null; total: number; from: number; reported: boolean }
}) {
  const [older, newest] = [reviewsFrom(id, from + mostReviewsShown, total), from > 0 && reviewsFrom(id, 0, 1)]
  return (
    <section className="wrap experiences" aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <p>
        {rating ? (
          <>
            <span className="stars">★</span> <strong>{rating.average}</strong>
            {rating.text.slice(rating.average.length)}.{' '}
          </>
        ) : (
          `${countOf(total, 'review')}. `
        )}
        <span className="soft small">
          Written by guests after a visit booked here.{' '}
          <Link to={`${href('/terms')}#${reviewRulesAt}`}>How we handle reviews</Link>
        </span>
      </p>
      {reported && (
        <Notice tone="good" role="status">
          Thank you. We’ll look at that review.
        </Notice>
      )}
      <ul className="review-list">
        {reviews.map((review) => (
          <li key={review.id} className="review">
            <p className="review-writer">
              <Stars stars={review.stars} />{' '}
              <strong>
                <bdi>{review.writer}</bdi>
              </strong>
            </p>
            <p className="review-words" dir="auto">
              {review.words}
            </p>
            <ReviewPictures addresses={review.pictures} />
            {review.answer && (
              <VineyardAnswer
                vineyard={name}
                answer={review.answer}
                changedOn={review.changed_after_answer_on}
              />
            )}
            <ReportForm review={review} />
          </li>
        ))}
      </ul>
      {(older || newest) && (
        <p className="row">
          {newest && <Link to={newest}>Newest reviews</Link>}
          {older && <Link to={older}>Older reviews</Link>}
        </p>
      )}
    </section>
  )
}

/** Returns the URL of the page with the reviews from this position on, or null if there are none. */
function reviewsFrom(id: string, from: number, total: number): string | null {
  if (from >= total) return null
  const query = from === 0 ? '' : `?${new URLSearchParams({ reviews_from: String(from) })}`
  return `${href('/vineyard/:id', { id })}${query}#reviews`
}

function ReviewPictures({ addresses }: { addresses: string[] }) {
  if (addresses.length === 0) return null
  return (
    <ul className="review-pictures">
      {addresses.map((address, n) => (
        <li key={address}>
          <a href={address}>
            <ReviewPicture address={address} alt={`The guest’s picture ${n + 1}`} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A form that reports a review for breaking a hiding rule. Works without JavaScript. */
function ReportForm({ review: { id, writer } }: { review: ShownReview }) {
  return (
    <details className="review-report">
      <summary>
        Report this review<span className="sr"> by {writer}</span>
      </summary>
      <Form method="post" preventScrollReset>
        <HiddenFields values={{ review: id }} />
        <RuleField label="Which rule does it break?" />
        <p className="soft small">
          We look at every report. We never hide a review for being negative. We store the rule, and nothing
          about you.
        </p>
        <p>
          <FormButton small busy="Sending …">
            Report
          </FormButton>
        </p>
      </Form>
    </details>
  )
}
