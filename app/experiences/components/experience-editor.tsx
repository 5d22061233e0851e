import { type ReactNode, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { CheckField, CheckGroup, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { EditRefusal, Preview, SaveBar, usePreview } from '../../ui/edit-form.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { UnsavedGuard } from '../../ui/leaving.tsx'
import { formatType } from '../experience.ts'
import { visitChoices } from '../visit-facts.ts'
import type { ExperienceSaveResult, ExperienceVersion } from '../experience-actions.tsx'
import {
  cutoffChoices,
  type ExperienceDraft,
  experienceLabels,
  formatBefore,
  readExperienceDraft,
} from '../experience-form.ts'

type HostChoice = { id: string; name: string; capacity: number }

/** The form of an experience. A refusal keeps what was typed. `opened` is null for a new experience. */
export function ExperienceEditor({
  experience,
  opened,
  hosts,
  result,
  saveLabel = 'Save',
  preview,
}: {
  experience: ExperienceDraft
  opened: ExperienceVersion | null
  hosts: HostChoice[]
  result: ExperienceSaveResult | undefined
  saveLabel?: string
  /** Shows the form's content as visitors would see it, saved or not. */
  preview: (draft: ExperienceDraft) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().formMethod === 'POST'
  // The result that was current at the last change: a later one that saved has saved that change.
  const [typed, setTyped] = useState<{ after: ExperienceSaveResult | undefined } | null>(null)
  const dirty = typed !== null && (result?.saved_at == null || typed.after === result)
  const refused = result?.problem ? result : undefined
  useRefusalFocus(form, refused)
  const { shown, button, hide } = usePreview(
    () => form.current && readExperienceDraft(new FormData(form.current)),
    refused !== undefined,
  )

  return (
    <Form
      ref={form}
      method="post"
      className="editor"
      draft="experience"
      onChange={() => setTyped({ after: result })}
      onDiscard={() => setTyped(null)}
      onWrong={hide}
    >
      <UnsavedGuard dirty={dirty && !saving} />
      {opened && <input type="hidden" name="seen" value={JSON.stringify(opened)} />}
      {refused && <EditRefusal refused={refused} />}
      <div hidden={shown !== null} className="editor-fields">
        <ExperienceFields experience={experience} hosts={hosts} problems={refused?.fields ?? {}} />
      </div>
      {shown && <Preview>{preview(shown)}</Preview>}
      <SaveBar saving={saving} dirty={dirty} savedAt={result?.saved_at ?? null} label={saveLabel}>
        {button}
      </SaveBar>
    </Form>
  )
}

const usualTypes = ['Cellar tour', 'Vineyard tour', 'Wine tasting', 'Lunch', 'Dinner', 'Masterclass']

function ExperienceFields({
  experience,
  hosts,
  problems,
}: {
  experience: ExperienceDraft
  hosts: HostChoice[]
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
            hint="Visitors can filter by kind."
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
            hint="Shown above the Book button: “Five wines, cheese, a glass to keep”."
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
            hint="Left blank, we assume an hour."
          />
          <TextField {...number('min_group_size')} required min={1} max={1000} />
          <TextField {...number('max_group_size')} optional min={1} max={1000} hint="Left blank, 10." />
        </div>
      </section>
      <section aria-labelledby="booking">
        <h2 id="booking">Booking</h2>
        <div className="form-grid">
          <CheckGroup legend="New bookings" wide>
            <CheckField
              type="radio"
              name="is_instant"
              value="true"
              defaultChecked={experience.is_instant}
              label="Instant confirmation"
              hint="The guest is confirmed straight away."
            />
            <CheckField
              type="radio"
              name="is_instant"
              value="false"
              defaultChecked={!experience.is_instant}
              label="Confirmed by you"
              hint="Places are held until you confirm."
            />
          </CheckGroup>
          <CutoffField
            name="booking_cutoff_minutes"
            chosen={experience.booking_cutoff_minutes}
            error={problems.booking_cutoff_minutes}
          />
          <CutoffField
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
      <VisitFields experience={experience} problems={problems} />
    </>
  )
}

function CutoffField({
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
    : [...cutoffChoices, chosen].toSorted((a, b) => a - b)
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

const textFacts = [
  { name: 'parking', hint: 'Free, behind the press house' },
  { name: 'station', hint: 'Polegate, 20 minutes by taxi' },
  { name: 'food', hint: 'Boards from £12, no kitchen on Mondays' },
] as const
const choiceFacts = ['step_free', 'dogs', 'children'] as const

function VisitFields({
  experience,
  problems,
}: {
  experience: ExperienceDraft
  problems: Record<string, string>
}) {
  return (
    <section aria-labelledby="visit">
      <h2 id="visit">Before the visit</h2>
      <div className="form-grid">
        {textFacts.map(({ name, hint }) => (
          <TextField
            key={name}
            label={experienceLabels[name]}
            name={name}
            optional
            maxLength={200}
            defaultValue={experience[name] ?? ''}
            hint={`For example: ${hint}`}
            error={problems[name]}
          />
        ))}
        {choiceFacts.map((name) => (
          <SelectField
            key={name}
            label={experienceLabels[name]}
            name={name}
            defaultValue={experience[name] ?? ''}
            error={problems[name]}
          >
            <option value="">Not given</option>
            {Object.entries(visitChoices[name]).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </section>
  )
}
