import { CheckField, CheckGroup } from '../../ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { formatType } from '../experience.ts'
import { formatBefore, experienceLabels, cutoffChoices, type ExperienceDraft } from '../experience-form.ts'
import { VisitFields } from './visit-fields.tsx'

const usualTypes = ['Cellar tour', 'Vineyard tour', 'Wine tasting', 'Lunch', 'Dinner', 'Masterclass']

/** Everything staff write of an experience, part by part. `problems` are sentences by field. */
export function ExperienceFields({
  experience,
  hosts,
  problems,
}: {
  experience: ExperienceDraft
  hosts: { id: string; name: string; capacity: number }[]
  problems: Record<string, string>
}) {
  const text = (name: 'title' | 'description' | 'included') => ({
    name,
    label: experienceLabels[name],
    defaultValue: experience[name] ?? '',
    error: problems[name],
  })
  const number = (name: 'price_per_person' | 'duration_minutes' | 'min_group_size' | 'max_group_size') => ({
    name,
    label: experienceLabels[name],
    type: 'number' as const,
    defaultValue: experience[name] ?? '',
    error: problems[name],
  })
  return (
    <>
      <section aria-labelledby="what">
        <h2 id="what">What it is</h2>
        <div className="form-grid">
          <TextField {...text('title')} wide required maxLength={200} />
          <TextField
            label={experienceLabels.type}
            name="type"
            optional
            wide
            list="kinds"
            maxLength={60}
            defaultValue={experience.type ? formatType(experience.type) : ''}
            hint="Visitors can look for this kind."
            error={problems.type}
          />
          <datalist id="kinds">
            {usualTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </datalist>
          <TextAreaField {...text('description')} wide optional maxLength={10_000} rows={5} />
          <TextAreaField
            {...text('included')}
            wide
            optional
            maxLength={10_000}
            rows={3}
            hint="Stands before the button: “Five wines, cheese, a glass to keep”."
          />
        </div>
      </section>
      <section aria-labelledby="size">
        <h2 id="size">Price and size</h2>
        <div className="form-grid">
          <TextField
            {...number('price_per_person')}
            required
            min={0}
            max={100_000}
            step="0.01"
            inputMode="decimal"
            hint="In pounds. Bookings keep the price they were made at."
          />
          <TextField
            {...number('duration_minutes')}
            optional
            min={1}
            max={1440}
            hint="Without it a visit is reckoned as an hour."
          />
          <TextField {...number('min_group_size')} required min={1} max={1000} />
          <TextField {...number('max_group_size')} optional min={1} max={1000} hint="Without it, 10." />
        </div>
      </section>
      <section aria-labelledby="booking">
        <h2 id="booking">Booking</h2>
        <div className="form-grid">
          <CheckGroup legend="A new booking is" wide>
            <CheckField
              type="radio"
              name="is_instant"
              value="true"
              defaultChecked={experience.is_instant}
              label="Confirmed at once"
              hint="The guest has a yes before closing the page."
            />
            <CheckField
              type="radio"
              name="is_instant"
              value="false"
              defaultChecked={!experience.is_instant}
              label="Confirmed by you"
              hint="It takes its places and waits for your word."
            />
          </CheckGroup>
          <Before
            name="booking_cutoff_minutes"
            chosen={experience.booking_cutoff_minutes}
            error={problems.booking_cutoff_minutes}
          />
          <Before
            name="cancellation_cutoff_minutes"
            chosen={experience.cancellation_cutoff_minutes}
            error={problems.cancellation_cutoff_minutes}
          />
          <TextField
            label={experienceLabels.booking_horizon_days}
            name="booking_horizon_days"
            type="number"
            required
            min={1}
            max={1100}
            defaultValue={experience.booking_horizon_days}
            hint="How far ahead visitors may book."
            error={problems.booking_horizon_days}
          />
          <SelectField
            label={experienceLabels.host_id}
            name="host_id"
            optional
            defaultValue={experience.host_id ?? ''}
            hint="A guide or a room that several experiences share."
            error={problems.host_id}
          >
            <option value="">None</option>
            {hosts.map(({ id, name, capacity }) => (
              <option key={id} value={id}>
                {name}, {capacity} at once
              </option>
            ))}
          </SelectField>
        </div>
      </section>
      <VisitFields facts={experience} problems={problems} />
    </>
  )
}

function Before({
  name,
  chosen,
  error,
}: {
  name: 'booking_cutoff_minutes' | 'cancellation_cutoff_minutes'
  chosen: number
  error: string | undefined
}) {
  const choices = cutoffChoices.includes(chosen)
    ? cutoffChoices
    : [...cutoffChoices, chosen].toSorted((one, other) => one - other)
  return (
    <SelectField label={experienceLabels[name]} name={name} defaultValue={chosen} error={error}>
      {choices.map((minutes) => (
        <option key={minutes} value={minutes}>
          {formatBefore(minutes)}
        </option>
      ))}
    </SelectField>
  )
}
