import { CheckField } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { type VisitColumns, visitChoices } from '../experience-facts.ts'

const visitTexts = [
  { name: 'parking', label: 'Where can guests park?', hint: 'Free, behind the press house' },
  { name: 'station', label: 'Which station is nearest?', hint: 'Polegate, 20 minutes by taxi' },
  { name: 'food', label: 'What is there to eat?', hint: 'Boards from £12, no kitchen on Mondays' },
] as const
const visitQuestions = [
  { name: 'step_free', label: 'Can guests who cannot manage steps take part?' },
  { name: 'dogs', label: 'May guests bring a dog?' },
  { name: 'children', label: 'May children come?' },
] as const

/** Lets staff confirm all answers, so that they count as stated today. */
export function RestateField() {
  return (
    <CheckField
      name="restate"
      value="yes"
      label="All these answers are right today"
      hint="Visitors see the month in which you stated each answer."
    />
  )
}

/** The questions about a visit whose answers are stored in columns of the experience. */
export function VisitQuestions({
  answers,
  problems,
}: {
  answers: VisitColumns
  problems: Record<string, string>
}) {
  const field = (name: keyof VisitColumns) => ({
    name,
    defaultValue: answers[name] ?? '',
    error: problems[name],
  })
  return (
    <>
      {visitTexts.map(({ name, label, hint }) => (
        <TextField
          key={name}
          {...field(name)}
          label={label}
          optional
          maxLength={200}
          hint={`For example: ${hint}`}
        />
      ))}
      {visitQuestions.map(({ name, label }) => (
        <SelectField key={name} {...field(name)} label={label} options={visitChoices[name]}>
          <option value="">Not stated</option>
        </SelectField>
      ))}
    </>
  )
}
