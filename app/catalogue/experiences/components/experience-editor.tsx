import type { ReactNode } from 'react'

import { DraftEditor } from '../../../ui/forms/draft-editor.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { formatType } from '../experience.ts'
import { sceneKinds, type SceneKind, sceneUrl } from '../../scenes/scene-kind.ts'
import type { ExperienceSaveResult, ExperienceVersion } from '../experience-actions.tsx'
import {
  cutoffChoices,
  type ExperienceDraft,
  type ExperienceField,
  experienceLabels,
  formatBefore,
  readExperienceDraft,
} from '../experience-form.ts'
import { EditorSection } from '../../editor-section.tsx'
import { RestateField, VisitQuestions } from './visit-questions.tsx'
import './staff-experiences.css'

type HostChoice = { id: string; name: string; capacity: number }

/** The form of an experience. `opened` is null for a new experience. */
export function ExperienceEditor({
  experience,
  hosts,
  ...editor
}: {
  experience: ExperienceDraft
  opened: ExperienceVersion | null
  hosts: HostChoice[]
  result: ExperienceSaveResult | undefined
  saveLabel?: string
  preview: (draft: ExperienceDraft) => ReactNode
}) {
  return (
    <DraftEditor name="experience" read={readExperienceDraft} {...editor}>
      {(problems) => <ExperienceFields {...{ experience, hosts, problems }} isNew={editor.opened === null} />}
    </DraftEditor>
  )
}

const usualTypes = ['Cellar tour', 'Vineyard tour', 'Wine tasting', 'Lunch', 'Dinner', 'Masterclass']

const hints: Partial<Record<ExperienceField, string>> = {
  type: 'Visitors can filter by kind.',
  included: 'Shown above the Book button: “Five wines, cheese, a glass to keep”.',
  price_per_person: 'In pounds. Bookings keep the price they were made at.',
  duration_minutes: 'Left blank, we assume an hour.',
  max_group_size: 'Left blank, we assume 10.',
  booking_horizon_days: 'How far ahead visitors may book.',
  host_id: 'A guide or a room that several experiences share.',
}

const confirmations = [
  { is_instant: true, label: 'Instant confirmation', hint: 'The booking is confirmed straight away.' },
  { is_instant: false, label: 'Confirmed by you', hint: 'Places are held until you confirm.' },
]
function ExperienceFields({
  experience,
  hosts,
  problems,
  isNew,
}: {
  experience: ExperienceDraft
  hosts: HostChoice[]
  problems: Record<string, string>
  isNew: boolean
}) {
  const price: number | string = experience.price_per_person
  const field = (name: Exclude<ExperienceField, 'is_instant' | 'sold_by_resellers' | 'scene'>) => ({
    name,
    label: experienceLabels[name],
    defaultValue: experience[name] ?? '',
    error: problems[name],
    hint: hints[name],
  })
  const cutoff = (name: 'booking_cutoff_minutes' | 'cancellation_cutoff_minutes') => (
    <SelectField
      {...field(name)}
      options={[...new Set([...cutoffChoices, experience[name]])]
        .toSorted((a, b) => a - b)
        .map((minutes) => [minutes, formatBefore(minutes)])}
    />
  )
  return (
    <>
      <EditorSection id="what" title="What it is">
        <TextField {...field('title')} wide required maxLength={200} />
        <TextField
          {...field('type')}
          optional
          wide
          list="kinds"
          maxLength={60}
          defaultValue={experience.type ? formatType(experience.type) : ''}
        />
        <datalist id="kinds">
          {usualTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </datalist>
        <TextAreaField {...field('description')} wide optional maxLength={10_000} rows={5} />
        <TextAreaField {...field('included')} wide optional maxLength={10_000} rows={3} />
      </EditorSection>
      <EditorSection id="size" title="Price and size">
        <TextField
          {...field('price_per_person')}
          defaultValue={typeof price === 'number' ? price.toFixed(2) : price}
          required
          maxLength={14}
          autoComplete="off"
          inputMode="decimal"
        />
        <TextField {...field('duration_minutes')} type="number" optional min={1} max={1440} />
        <TextField {...field('min_group_size')} type="number" required min={1} max={1000} />
        <TextField {...field('max_group_size')} type="number" optional min={1} max={1000} />
      </EditorSection>
      <EditorSection id="booking" title="Booking">
        <CheckGroup legend="New bookings" wide>
          {confirmations.map(({ is_instant, ...words }) => (
            <CheckField
              key={words.label}
              type="radio"
              name="is_instant"
              value={String(is_instant)}
              defaultChecked={experience.is_instant === is_instant}
              {...words}
            />
          ))}
        </CheckGroup>
        <CheckGroup legend="Other sellers" wide>
          <CheckField
            name="sold_by_resellers"
            value="true"
            defaultChecked={experience.sold_by_resellers}
            label="Resellers may sell this experience"
            hint="This needs instant confirmation, and each reseller needs a key from Integrations."
          />
        </CheckGroup>
        {cutoff('booking_cutoff_minutes')}
        {cutoff('cancellation_cutoff_minutes')}
        <TextField {...field('booking_horizon_days')} type="number" required min={1} max={1100} />
        <SelectField
          {...field('host_id')}
          optional
          options={hosts.map(({ id, name, capacity }) => [id, `${name}, ${capacity} at once`])}
        >
          <option value="">None</option>
        </SelectField>
      </EditorSection>
      <section aria-labelledby="drawing">
        <h2 id="drawing">Drawing</h2>
        <p className="soft small">
          Until the experience has a picture of its own, visitors see a drawing, marked as an illustration. If
          the experience above it in the list shows the same kind of drawing, we use the next suitable kind.
        </p>
        <CheckGroup legend="Which drawing?" wide>
          <div className="scene-choices">
            <CheckField
              type="radio"
              name="scene"
              value=""
              defaultChecked={experience.scene === null}
              label="Choose for me"
              hint="We pick one to suit your texts and the season."
            />
            {(Object.keys(sceneKinds) as SceneKind[]).map((kind) => (
              <CheckField
                key={kind}
                type="radio"
                name="scene"
                value={kind}
                defaultChecked={experience.scene === kind}
                label={
                  <>
                    <span className="picture">
                      <img src={sceneUrl(kind, '')} width={1600} height={1000} alt="" loading="lazy" />
                    </span>
                    {sceneKinds[kind].name}
                  </>
                }
              />
            ))}
          </div>
        </CheckGroup>
      </section>
      <section aria-labelledby="visit">
        <h2 id="visit">Before the visit</h2>
        <p className="soft small">
          Guests can filter by your answers, and see them before they book and in their emails. Questions
          without an answer are not shown.
        </p>
        <div className="form-grid">
          <VisitQuestions answers={experience} problems={problems} />
        </div>
        {!isNew && <RestateField />}
      </section>
    </>
  )
}
