import { type ReactNode, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { EditRefusal } from '../../ui/edit-refusal.tsx'
import { Form } from '../../ui/form.tsx'
import { Preview, usePreview } from '../../ui/preview.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { UnsavedGuard } from '../../ui/unsaved.tsx'
import { ExperienceFields } from './experience-fields.tsx'
import type { ExperienceSaveResult, ExperienceVersion } from '../experience-save.ts'
import { readExperienceDraft, type ExperienceDraft } from '../experience-form.ts'

/**
 * The form of an experience, with what it was when it was opened: only what is changed is saved. What is typed stays
 * through every refusal. `seen` is null for one that is not there yet.
 */
export function ExperienceEditor({
  experience,
  seen,
  hosts,
  outcome,
  saveLabel = 'Save',
  preview,
}: {
  experience: ExperienceDraft
  seen: ExperienceVersion | null
  hosts: { id: string; name: string; capacity: number }[]
  outcome: ExperienceSaveResult | undefined
  saveLabel?: string
  /** How visitors would see what stands in the form, saved or not. */
  preview: (written: ExperienceDraft) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().formMethod === 'POST'
  // What was typed before the last saving is saved with it.
  const [typed, setTyped] = useState<{ after: ExperienceSaveResult | undefined } | null>(null)
  const dirty = typed !== null && (outcome?.saved_at == null || typed.after === outcome)
  const refused = outcome?.problem ? outcome : undefined
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
      onChange={() => setTyped({ after: outcome })}
      onDiscard={() => setTyped(null)}
      onWrong={hide}
    >
      <UnsavedGuard dirty={dirty && !saving} />
      {seen && <input type="hidden" name="seen" value={JSON.stringify(seen)} />}
      {refused && <EditRefusal refused={refused} />}
      <div hidden={shown !== null} className="editor-fields">
        <ExperienceFields experience={experience} hosts={hosts} problems={refused?.fields ?? {}} />
      </div>
      {shown && <Preview>{preview(shown)}</Preview>}
      <SaveBar saving={saving} dirty={dirty} savedAt={outcome?.saved_at ?? null} label={saveLabel}>
        {button}
      </SaveBar>
    </Form>
  )
}
