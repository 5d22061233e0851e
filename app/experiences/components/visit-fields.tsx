import { SelectField, TextField } from '../../ui/field.tsx'
import { experienceLabels } from '../experience-form.ts'
import { visitChoices, type VisitFacts } from '../visit-facts.ts'

const lines = [
  { name: 'parking', hint: 'Free, behind the press house' },
  { name: 'station', hint: 'Polegate, 20 minutes by taxi' },
  { name: 'food', hint: 'Boards from £12, no kitchen on Mondays' },
] as const
const choices = ['step_free', 'dogs', 'children'] as const

/** What visitors want to know before they come. What is left open is not shown. */
export function VisitFields({ facts, problems }: { facts: VisitFacts; problems: Record<string, string> }) {
  return (
    <section aria-labelledby="visit">
      <h2 id="visit">Before they come</h2>
      <div className="form-grid">
        {lines.map(({ name, hint }) => (
          <TextField
            key={name}
            label={experienceLabels[name]}
            name={name}
            optional
            maxLength={200}
            defaultValue={facts[name] ?? ''}
            hint={`For example: ${hint}`}
            error={problems[name]}
          />
        ))}
        {choices.map((name) => (
          <SelectField
            key={name}
            label={experienceLabels[name]}
            name={name}
            defaultValue={facts[name] ?? ''}
            error={problems[name]}
          >
            <option value="">Not said</option>
            {Object.entries(visitChoices[name]).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </section>
  )
}
