import { Form as RouterForm } from 'react-router'

import { acceptedTypes, largestUpload } from '../../../platform/media/upload.ts'
import { formatBytes } from '../../../platform/text/counts.ts'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { longestReview, mostReviewPictures, type ReviewFields, starLabels } from '../review.ts'
import type { ReviewView } from '../review.shapes.ts'
import { ReviewPicture } from './review-parts.tsx'
import { Stars } from './stars.tsx'

/** The answer to a refused form: the typed values, and the sentences to show. */
export type ReviewAnswer = {
  typed?: { stars: string; words: string }
  fields?: ReviewFields
  failed?: string
  picture?: string
}

/** A form to write a review, or to change its stars and words. Works without JavaScript. */
export function ReviewForm({
  review,
  seen,
  answer,
}: {
  review: { stars: number; words: string } | null
  /** When the review in the form was last written; empty for a new review. */
  seen: string
  answer: ReviewAnswer | undefined
}) {
  const { stars = String(review?.stars ?? ''), words = review?.words } = answer?.typed ?? {}
  return (
    <Form method="post" className="form-grid" preventScrollReset refused={answer?.fields ?? answer?.failed}>
      {answer?.failed && <Notice tone="bad">{answer.failed}</Notice>}
      <input type="hidden" name="seen" value={seen} />
      <CheckGroup legend="Your stars" wide error={answer?.fields?.stars}>
        {Object.entries(starLabels)
          .toReversed()
          .map(([value, label]) => (
            <CheckField
              key={value}
              type="radio"
              name="stars"
              value={value}
              required
              defaultChecked={stars === value}
              label={
                <>
                  <Stars stars={Number(value)} /> {label}
                </>
              }
            />
          ))}
      </CheckGroup>
      <TextAreaField
        label="Your words"
        name="words"
        required
        rows={7}
        maxLength={longestReview}
        defaultValue={words}
        hint="Say what was good, what could be better, and to whom you would recommend the visit."
        error={answer?.fields?.words}
        wide
      />
      <div className="full">
        <FormButton variant="primary" busy="Saving …">
          {review ? 'Save the changes' : 'Publish the review'}
        </FormButton>
      </div>
    </Form>
  )
}

/** Deletes the review after a second press. Works without JavaScript. */
export function DeleteReview({ problem }: { problem: string | undefined }) {
  return (
    <details className="review-report" open={problem !== undefined || undefined}>
      <summary>Delete this review</summary>
      <RouterForm method="post" preventScrollReset>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <p>
          This deletes your stars, words and pictures, and the vineyard’s answer. This cannot be undone, and
          you cannot write another review of this visit.
        </p>
        <p>
          <FormButton variant="danger" name="intent" value="delete" busy="Deleting …">
            Delete the review
          </FormButton>
        </p>
      </RouterForm>
    </details>
  )
}

/** The guest’s own pictures, in a form of their own, so that a refused file loses no text. */
export function OwnPictures({
  pictures,
  isHidden,
  mayAdd,
  problem,
}: {
  pictures: ReviewView['pictures']
  /** Whether an admin has hidden the review. */
  isHidden: boolean
  mayAdd: boolean
  problem: string | undefined
}) {
  if (pictures.length === 0 && !mayAdd) return null
  return (
    <section aria-labelledby="own-pictures">
      <h2 id="own-pictures">Your pictures</h2>
      {pictures.length > 0 && (
        <ul className="review-pictures space-below">
          {pictures.map(({ id, address, is_shown }, n) => (
            <li key={id}>
              <ReviewPicture address={address} alt={`Your picture ${n + 1}`} />
              <span className="soft small">
                {isHidden
                  ? 'Hidden with your review'
                  : is_shown
                    ? 'On the page'
                    : 'Shown after we have checked it'}
              </span>
              <RouterForm method="post" preventScrollReset>
                <FormButton small name="remove" value={id}>
                  Remove<span className="sr"> picture {n + 1}</span>
                </FormButton>
              </RouterForm>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && pictures.length < mostReviewPictures && (
        <RouterForm
          key={pictures.length}
          method="post"
          encType="multipart/form-data"
          className="stack"
          preventScrollReset
        >
          <TextField
            label="Add a picture"
            type="file"
            name="file"
            required
            accept={acceptedTypes.join(',')}
            hint={`Up to ${mostReviewPictures} pictures of at most ${formatBytes(largestUpload)} each. We remove personal data from the file, such as where it was taken. Please ask the people in the picture first.`}
            error={problem}
          />
          <p>
            <FormButton busy="Sending …">Send the picture</FormButton>
          </p>
        </RouterForm>
      )}
    </section>
  )
}
