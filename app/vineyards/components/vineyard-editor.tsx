import { type ReactNode, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { EditRefusal, Preview, SaveBar, usePreview } from '../../ui/edit-form.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { UnsavedGuard } from '../../ui/leaving.tsx'
import { VineyardFields } from './vineyard-fields.tsx'
import { vineyardChangesFrom, readVineyardDraft, type VineyardDraft } from '../vineyard-form.ts'
import type { VineyardSaveResult, VineyardVersion } from '../vineyard-save.ts'

/** What the form shows changes against, and the saving it comes from. */
type Opened = { opened: VineyardVersion; after: VineyardSaveResult | undefined }

/**
 * The form of a vineyard. What is typed stays through every refusal, and while pictures come and go beside it: only what
 * was changed since the form was opened, or last saved, is saved.
 */
export function VineyardEditor({
  vineyard,
  outcome,
  position,
  preview,
}: {
  /** As it is now. */
  vineyard: VineyardVersion
  outcome: VineyardSaveResult | undefined
  /** Where it lies, to be picked; `changed` is called with every pick. */
  position: (opened: VineyardVersion, changed: () => void, problems: Record<string, string>) => ReactNode
  /** How visitors would see what stands in the form, saved or not. */
  preview: (written: VineyardDraft) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().formMethod === 'POST'
  const [{ opened, after }, setOpened] = useState<Opened>({ opened: vineyard, after: undefined })
  const [typed, setTyped] = useState<{ after: VineyardSaveResult | undefined } | null>(null)
  if (outcome?.seen && outcome !== after) setOpened({ opened: outcome.seen, after: outcome })
  const touch = () => setTyped({ after: outcome })
  const dirty = typed !== null && (outcome?.saved_at == null || typed.after === outcome)
  const refused = outcome && outcome.saved_at === null ? outcome : undefined
  useRefusalFocus(form, refused)
  const { shown, button, hide } = usePreview(
    () => form.current && readVineyardDraft(new FormData(form.current)),
    refused !== undefined,
  )

  // A new picture makes a new version, and stands in nobody's way.
  const isSame = Object.keys(vineyardChangesFrom(opened, vineyard)).length === 0
  const seen = isSame ? { ...opened, version: vineyard.version } : opened
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
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
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
