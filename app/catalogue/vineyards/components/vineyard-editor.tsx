import type { ReactNode } from 'react'

import { DraftEditor, useOpened } from '../../../ui/forms/draft-editor.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { EditorSection } from '../../editor-section.tsx'
import { changedFields } from '../../save-result.ts'
import { mostTaxis } from '../../stations/station.ts'
import {
  readVineyardDraft,
  taxiInputs,
  type VineyardDraft,
  type VineyardField,
  vineyardFields,
  vineyardLabels,
  type VineyardSaveResult,
  type VineyardVersion,
  webFields,
} from '../vineyard-save.tsx'

/** The form of a vineyard. Saves only the fields that changed after it was opened or last saved. */
export function VineyardEditor({
  vineyard,
  outcome,
  position,
  preview,
}: {
  vineyard: VineyardVersion
  outcome: VineyardSaveResult | undefined
  /** Renders the field for the position. The field calls `changed` for every picked position. */
  position: (opened: VineyardVersion, changed: () => void, problems: Record<string, string>) => ReactNode
  preview: (draft: VineyardDraft) => ReactNode
}) {
  const opened = useOpened(vineyard, outcome)
  // A changed picture changes the version but none of these fields, so it does not cause a conflict.
  const isSame = Object.keys(changedFields(vineyardFields, opened, vineyard)).length === 0
  return (
    <DraftEditor
      name="vineyard"
      opened={isSame ? { ...opened, version: vineyard.version } : opened}
      result={outcome}
      read={readVineyardDraft}
      preview={preview}
    >
      {(problems, onChange) => (
        <VineyardFields
          vineyard={opened}
          problems={problems}
          position={position(opened, onChange, problems)}
        />
      )}
    </DraftEditor>
  )
}

const hints: Partial<Record<VineyardField, string>> = {
  region: 'The name visitors use: Kent, not South East.',
  description:
    'Start a new paragraph with a blank line. The first lines appear on cards and in search results.',
  email: 'Guests see this address, and their replies to booking emails go to it.',
}

const taxiParts = [
  { part: 'name', label: 'Taxi firm', maxLength: 80 },
  { part: 'phone', label: 'Taxi number', type: 'tel', maxLength: 40 },
] as const

function VineyardFields({
  vineyard,
  problems,
  position,
}: {
  vineyard: VineyardDraft
  problems: Record<string, string>
  position: ReactNode
}) {
  const field = (
    name: VineyardField,
    rest: { type?: string; maxLength?: number; required?: boolean } = {},
  ) => (
    <TextField
      key={name}
      name={name}
      label={vineyardLabels[name]}
      optional={!rest.required}
      hint={hints[name]}
      maxLength={200}
      {...rest}
      defaultValue={String(vineyard[name] ?? '')}
      error={problems[name]}
    />
  )
  return (
    <>
      <section aria-labelledby="words">
        <h2 id="words">Name and description</h2>
        <div className="stack">
          {field('name', { required: true })}
          <TextAreaField
            name="description"
            label={vineyardLabels.description}
            optional
            rows={10}
            maxLength={10_000}
            hint={hints.description}
            defaultValue={vineyard.description ?? ''}
            error={problems.description}
          />
        </div>
      </section>
      <section aria-labelledby="where">
        <h2 id="where">Where it is</h2>
        <div className="form-grid">
          {field('address')}
          {field('city')}
          {field('region')}
          {field('postcode')}
        </div>
        {position}
      </section>
      <EditorSection id="contact" title="How to reach you">
        {field('phone', { type: 'tel', maxLength: 40 })}
        {field('email', { type: 'email', maxLength: 254 })}
      </EditorSection>
      <section aria-labelledby="taxis">
        <h2 id="taxis">Taxis</h2>
        <p className="soft small space-below">
          Firms that bring guests from the station. Guests see them on your page and with their booking.
        </p>
        <div className="form-grid">
          {Array.from({ length: mostTaxis }, (_, n) =>
            taxiParts.map(({ part, label, ...input }) => {
              const name = taxiInputs(n)[part]
              return (
                <TextField
                  key={name}
                  name={name}
                  label={`${label} ${n + 1}`}
                  optional
                  {...input}
                  defaultValue={vineyard.taxis[n]?.[part] ?? ''}
                  error={problems[name]}
                />
              )
            }),
          )}
        </div>
      </section>
      <EditorSection id="links" title="Website and social media">
        {webFields.map((name) => field(name, { type: 'text', maxLength: 2000 }))}
      </EditorSection>
    </>
  )
}
