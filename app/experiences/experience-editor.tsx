import { type ReactNode, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { Button } from '../ui/button.tsx'
import { Conflict } from '../ui/conflict.tsx'
import { Notice } from '../ui/notice.tsx'
import { useRefusalFocus } from '../ui/refusal.ts'
import { SaveBar } from '../ui/save-bar.tsx'
import { UnsavedGuard } from '../ui/unsaved.tsx'
import { ExperienceFields } from './experience-fields.tsx'
import type { Outcome, Seen } from './experience-save.ts'
import type { Written } from './experience-form.ts'

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
  children,
}: {
  experience: Written
  seen: Seen | null
  hosts: { id: string; name: string; capacity: number }[]
  outcome: Outcome | undefined
  saveLabel?: string
  /** What stands below the fields. */
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().formMethod === 'POST'
  // What was typed before the last saving is saved with it.
  const [typed, setTyped] = useState<{ after: Outcome | undefined } | null>(null)
  const dirty = typed !== null && (outcome?.saved_at == null || typed.after === outcome)
  const refused = outcome?.problem ? outcome : undefined
  useRefusalFocus(form, refused)

  return (
    <Form ref={form} method="post" className="editor" onChange={() => setTyped({ after: outcome })}>
      <UnsavedGuard dirty={dirty && !saving} />
      {seen && <input type="hidden" name="seen" value={JSON.stringify(seen)} />}
      {refused && !refused.conflict && (
        <div data-refusal tabIndex={-1}>
          <Notice tone="bad">{refused.said}</Notice>
        </div>
      )}
      {refused?.conflict && (
        <Conflict differences={refused.conflict.differences}>
          <Button name="over" value={refused.conflict.version}>
            Save my changes with theirs
          </Button>
          <Button type="button" look="text" onClick={() => location.reload()}>
            Take theirs, drop mine
          </Button>
        </Conflict>
      )}
      <ExperienceFields experience={experience} hosts={hosts} problems={refused?.fields ?? {}} />
      {children}
      <SaveBar saving={saving} dirty={dirty} savedAt={outcome?.saved_at ?? null} label={saveLabel} />
    </Form>
  )
}
