import { type Day, formatDate } from '../../../platform/days.ts'
import { pictureOf } from '../../../platform/media/picture.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { SizedPicture } from '../../../ui/pictures/picture-frame.tsx'
import { reviewRules } from '../hiding-rules.ts'

/** Shows the vineyard's answer to a review, and on which day the guest changed the review after the answer. */
export function VineyardAnswer({
  vineyard,
  answer,
  changedOn,
}: {
  vineyard: string
  answer: string
  changedOn: Day | null
}) {
  return (
    <div className="review-answer">
      <p className="small">
        <strong>{vineyard} answers</strong>
      </p>
      <p className="review-words" dir="auto">
        {answer}
      </p>
      {changedOn && (
        <p className="soft small">The review was changed on {formatDate(changedOn)}, after this answer.</p>
      )}
    </div>
  )
}

/** A small picture of a review. */
export function ReviewPicture({ address, alt }: { address: string; alt: string }) {
  const picture = pictureOf(address)
  return picture && <SizedPicture picture={picture} alt={alt} sizes="9rem" eager={false} />
}

/** A field to choose the hiding rule that a review breaks. */
export function RuleField({ label, id, hint }: { label: string; id?: string; hint?: string }) {
  return (
    <SelectField label={label} name="rule" id={id} hint={hint} required defaultValue="">
      <option value="">Choose a rule</option>
      {reviewRules.map((text, n) => (
        <option key={text} value={n + 1}>
          {n + 1}. {text}
        </option>
      ))}
    </SelectField>
  )
}
