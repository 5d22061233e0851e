import { formatBefore } from '../../../catalogue/experiences/experience-form.ts'
import { formatDuration } from '../../../catalogue/experiences/experience.ts'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { WeekdayBoxes } from '../../../ui/forms/weekday-boxes.tsx'
import { firstExperienceDefaults } from '../setup.ts'

const {
  days_of_week,
  start_time,
  capacity,
  duration_minutes,
  booking_cutoff_minutes,
  cancellation_cutoff_minutes,
} = firstExperienceDefaults

/** A short form for the first experience and its weekly times. Only the title and the price must be typed. */
export function FirstExperience({ fields }: { fields: Record<string, string> }) {
  const field = (name: string) => ({ name, required: true, error: fields[name] })
  return (
    <Form method="post" className="first-experience" draft="first-experience">
      <input type="hidden" name="setup" value="experience" />
      <TextField
        label="Title"
        maxLength={200}
        hint="For example: Vineyard tour and tasting"
        {...field('title')}
      />
      <TextField
        label="Price per person"
        maxLength={14}
        autoComplete="off"
        inputMode="decimal"
        hint="In pounds"
        {...field('price_per_person')}
      />
      <fieldset className="full">
        <legend className="label">Every</legend>
        <WeekdayBoxes name="days_of_week" isChecked={(day) => days_of_week.some((each) => each === day)} />
        {fields.days_of_week && <FieldError id="days-error">Choose at least one day.</FieldError>}
      </fieldset>
      <TextField label="At" type="time" defaultValue={start_time} {...field('start_time')} />
      <TextField
        label="Places"
        type="number"
        min={1}
        max={1000}
        defaultValue={capacity}
        {...field('capacity')}
      />
      <p className="full small soft">
        A visit takes {formatDuration(duration_minutes)}. Guests can book until{' '}
        {formatBefore(booking_cutoff_minutes)} and cancel until {formatBefore(cancellation_cutoff_minutes)}.
        You confirm each booking. You can change all of this afterwards.
      </p>
      <p className="full">
        <FormButton variant="primary" busy="Putting on sale …">
          Put on sale
        </FormButton>
      </p>
    </Form>
  )
}
