import { Link } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import type { ActionResult } from '../../../staff-client/action-result.tsx'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { bookingLink } from '../../staff-links.tsx'
import { longestAnswer } from '../review.ts'
import { ruleText } from '../hiding-rules.ts'
import type { ReviewView } from '../review.shapes.ts'
import { ReviewPicture, RuleField } from './review-parts.tsx'
import { Stars } from './stars.tsx'

type Props = { area: StaffArea; review: ReviewView; outcome: (ActionResult & { about: string }) | undefined }

/** A review in a staff list. Vineyards can answer the review; admins can check its pictures and hide it. */
export function StaffReviewEntry({ area, review, outcome }: Props) {
  const { id, booking_id, vineyard_name, experience_title, reference, writer, stars, words } = review
  const refused = outcome?.failed && outcome.about === id ? outcome : undefined
  return (
    <article className="review" aria-labelledby={`review-${id}`}>
      <p className="review-writer" id={`review-${id}`}>
        <Stars stars={stars} />{' '}
        <strong>
          <bdi>{writer}</bdi>
        </strong>{' '}
        {review.hidden_by_rule !== null && (
          <StatusPill label={`Hidden by rule ${review.hidden_by_rule}`} tone="done" icon="lock" />
        )}
      </p>
      <p className="soft small review-writer">
        {area === 'admin' ? `${vineyard_name}, ` : ''}
        {experience_title}, <Link to={bookingLink(area, booking_id)}>{reference}</Link>, written{' '}
        {formatMoment(review.created_at)}
        {review.edited_at && `, changed ${formatMoment(review.edited_at)}`}
      </p>
      <p className="review-words" dir="auto">
        {words}
      </p>
      <Pictures area={area} review={review} />
      {area === 'winemaker' ? (
        <Answer review={review} refused={refused} />
      ) : (
        <>
          <StoredAnswer review={review} />
          <Moderation review={review} />
        </>
      )}
    </article>
  )
}

const targetOf = ({ id, version, writer }: ReviewView) => ({ id, version, writer })

function StoredAnswer({ review: { answer, answered_at } }: { review: ReviewView }) {
  if (answered_at === null) return null
  return (
    <div className="review-answer">
      <p className="soft small">Answered {formatMoment(answered_at)}</p>
      <p className="review-words" dir="auto">
        {answer}
      </p>
    </div>
  )
}

function Answer({ review, refused }: { review: ReviewView; refused: ActionResult | undefined }) {
  const { id, answer, may_answer, writer, hidden_by_rule } = review
  if (!may_answer) return <StoredAnswer review={review} />
  if (hidden_by_rule !== null && answer === '') return null
  return (
    <>
      <StoredAnswer review={review} />
      <details className="review-report" open={refused !== undefined || undefined}>
        <summary>
          {answer === '' ? 'Answer' : 'Change the answer'}
          <span className="sr"> to {writer}</span>
        </summary>
        <Form method="post" preventScrollReset draft={`review ${id}`}>
          <HiddenFields values={targetOf(review)} />
          <TextAreaField
            label="Your answer"
            name="answer"
            required
            rows={5}
            maxLength={longestAnswer}
            defaultValue={answer}
            hint="Everybody can read your answer below the review. You can answer once, and change the answer for 24 hours."
            error={refused && (refused.fields.answer ?? refused.message)}
            wide
          />
          <p>
            <FormButton variant="primary" small busy="Saving …">
              Publish the answer
            </FormButton>
          </p>
        </Form>
      </details>
    </>
  )
}

function Pictures({ area, review }: { area: StaffArea; review: ReviewView }) {
  if (review.pictures.length === 0) return null
  return (
    <ul className="review-pictures">
      {review.pictures.map(({ id, address, is_shown }, n) => (
        <li key={id}>
          <a href={address} target="_blank" rel="noopener">
            <ReviewPicture address={address} alt={`Picture ${n + 1}`} />
          </a>
          <span className="soft small">{is_shown ? 'Shown' : 'Not shown yet'}</span>
          {area === 'admin' && (
            <Form method="post" className="row" preventScrollReset>
              <HiddenFields values={{ ...targetOf(review), picture: id }} />
              {!is_shown && (
                <FormButton small name="is_shown" value="yes">
                  Show<span className="sr"> picture {n + 1}</span>
                </FormButton>
              )}
              <FormButton small variant="danger" name="is_shown" value="no">
                Remove<span className="sr"> picture {n + 1}</span>
              </FormButton>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}

function Moderation({ review }: { review: ReviewView }) {
  const { id, reports, hidden_by_rule, writer } = review
  return (
    <>
      {reports.length > 0 && (
        <ul className="small">
          {reports.map(({ rule, times }) => (
            <li key={rule}>
              Reported {countOf(times, 'time')} under rule {rule}: {ruleText(rule)}
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        {(hidden_by_rule !== null || reports.length > 0) && (
          <Form method="post" preventScrollReset>
            <HiddenFields values={targetOf(review)} />
            <FormButton small name="rule" value="">
              {hidden_by_rule === null ? 'It breaks no rule' : 'Show it again'}
              <span className="sr"> (review by {writer})</span>
            </FormButton>
          </Form>
        )}
      </div>
      {hidden_by_rule === null && (
        <details className="review-report">
          <summary>
            Hide<span className="sr"> the review by {writer}</span>
          </summary>
          <Form method="post" preventScrollReset>
            <HiddenFields values={targetOf(review)} />
            <RuleField
              label="The rule it breaks"
              id={`rule-${id}`}
              hint="Never hide a review for being negative: the Digital Markets, Competition and Consumers Act 2024 forbids that. We email the writer the rule and its number."
            />
            <p>
              <FormButton small variant="danger" busy="Hiding …">
                Hide the review
              </FormButton>
            </p>
          </Form>
        </details>
      )}
    </>
  )
}
