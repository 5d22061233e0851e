import { Fragment, type ReactNode, useState } from 'react'

import { DraftEditor } from '../../../ui/forms/draft-editor.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { mostTaxis } from '../../stations/station.ts'
import {
  readVineyardDraft,
  taxiInputs,
  vineyardChangesFrom,
  type VineyardDraft,
  type VineyardField,
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
  const [{ opened, after }, setOpened] = useState({
    opened: vineyard,
    after: undefined as VineyardSaveResult | undefined,
  })
  if (outcome?.saved && outcome !== after) setOpened({ opened: outcome.saved, after: outcome })
  // A changed picture changes the version but none of these fields, so it does not cause a conflict.
  const isSame = Object.keys(vineyardChangesFrom(opened, vineyard)).length === 0
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
      <section aria-labelledby="contact">
        <h2 id="contact">How to reach you</h2>
        <div className="form-grid">
          {field('phone', { type: 'tel', maxLength: 40 })}
          {field('email', { type: 'email', maxLength: 254 })}
        </div>
      </section>
      <section aria-labelledby="taxis">
        <h2 id="taxis">Taxis</h2>
        <p className="soft small space-below">
          Firms that bring guests from the station. Guests see them on your page and with their booking.
        </p>
        <div className="form-grid">
          {Array.from({ length: mostTaxis }, (_, n) => {
            const { name, phone } = taxiInputs(n)
            const taxi = vineyard.taxis[n]
            return (
              <Fragment key={name}>
                <TextField
                  name={name}
                  label={`Taxi firm ${n + 1}`}
                  optional
                  maxLength={80}
                  defaultValue={taxi?.name ?? ''}
                  error={problems[name]}
                />
                <TextField
                  name={phone}
                  label={`Taxi number ${n + 1}`}
                  optional
                  type="tel"
                  maxLength={40}
                  defaultValue={taxi?.phone ?? ''}
                  error={problems[phone]}
                />
              </Fragment>
            )
          })}
        </div>
      </section>
      <section aria-labelledby="links">
        <h2 id="links">Website and social media</h2>
        <div className="form-grid">
          {webFields.map((name) => field(name, { type: 'text', maxLength: 2000 }))}
        </div>
      </section>
    </>
  )
}
