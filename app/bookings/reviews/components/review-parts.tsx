import { SelectField } from '../../../ui/forms/select-field.tsx'
import { reviewRules } from '../hiding-rules.ts'

/** Shows the vineyard's answer to a review. */
export function VineyardAnswer({ vineyard, answer }: { vineyard: string; answer: string }) {
  return (
    <div className="review-answer">
      <p className="small">
        <strong>{vineyard} answers</strong>
      </p>
      <p className="review-words" dir="auto">
        {answer}
      </p>
    </div>
  )
}

/** A field to choose the rule that a review breaks. */
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
