import { type ReactNode, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { EditRefusal, Preview, SaveBar, usePreview } from '../../ui/edit-form.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { Form } from '../../ui/form.tsx'
import { UnsavedGuard } from '../../ui/leaving.tsx'
import {
  readVineyardDraft,
  vineyardChangesFrom,
  type VineyardDraft,
  type VineyardField,
  vineyardLabels,
  type VineyardSaveResult,
  type VineyardVersion,
  webFields,
} from '../vineyard-save.tsx'

/** The version that changes are compared with, and the save it came from. */
type Opened = { opened: VineyardVersion; after: VineyardSaveResult | undefined }

/**
 * The form of a vineyard. Saves only the fields changed since it was opened or last saved. Typed text survives refusals and
 * changes of pictures.
 */
export function VineyardEditor({
  vineyard,
  outcome,
  position,
  preview,
}: {
  vineyard: VineyardVersion
  outcome: VineyardSaveResult | undefined
  /** The position picker, which calls `changed` for every pick. */
  position: (opened: VineyardVersion, changed: () => void, problems: Record<string, string>) => ReactNode
  preview: (draft: VineyardDraft) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().formMethod === 'POST'
  const [{ opened, after }, setOpened] = useState<Opened>({ opened: vineyard, after: undefined })
  const [typed, setTyped] = useState<{ after: VineyardSaveResult | undefined } | null>(null)
  if (outcome?.saved && outcome !== after) setOpened({ opened: outcome.saved, after: outcome })
  const touch = () => setTyped({ after: outcome })
  const dirty = typed !== null && (outcome?.saved_at == null || typed.after === outcome)
  const refused = outcome && outcome.saved_at === null ? outcome : undefined
  useRefusalFocus(form, refused)
  const { shown, button, hide } = usePreview(
    () => form.current && readVineyardDraft(new FormData(form.current)),
    refused !== undefined,
  )

  // A changed picture changes the version but none of these fields, so it is no conflict.
  const isSame = Object.keys(vineyardChangesFrom(opened, vineyard)).length === 0
  const base = isSame ? { ...opened, version: vineyard.version } : opened
  return (
    <Form
      ref={form}
      method="post"
      className="editor"
      draft="vineyard"
      onChange={touch}
      onDiscard={() => setTyped(null)}
      onWrong={hide}
    >
      <UnsavedGuard dirty={dirty && !saving} />
      <input type="hidden" name="seen" value={JSON.stringify(base)} />
      {refused && <EditRefusal refused={refused} />}
      <div hidden={shown !== null} className="editor-fields">
        <VineyardFields
          vineyard={opened}
          problems={refused?.fields ?? {}}
          position={position(opened, touch, refused?.fields ?? {})}
        />
      </div>
      {shown && <Preview>{preview(shown)}</Preview>}
      <SaveBar saving={saving} dirty={dirty} savedAt={outcome?.saved_at ?? null}>
        {button}
      </SaveBar>
    </Form>
  )
}

const hints: Partial<Record<VineyardField, string>> = {
  region: 'The name visitors use: Kent, not South East.',
  description:
    'Start a new paragraph with a blank line. The first lines appear on cards and in search results.',
  email: 'Guests see it, and replies to booking emails go to it.',
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
      <section aria-labelledby="links">
        <h2 id="links">Website and social media</h2>
        <div className="form-grid">
          {webFields.map((name) => field(name, { type: 'text', maxLength: 2000 }))}
        </div>
      </section>
    </>
  )
}
