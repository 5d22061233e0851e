import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../button.tsx'
import { EditRefusal, type EditRefused, SaveBar } from './edit-form.tsx'
import { focusOn, useRefusalFocus } from '../focus.tsx'
import { Form } from './form.tsx'
import { UnsavedGuard } from './leaving.tsx'

/**
 * The result of saving. `saved_at` is a time by `performance.now()`, or null if nothing was saved. After a
 * merge with somebody else's changes, the form shows the merged fields.
 */
type SaveResult = EditRefused & {
  saved_at: number | null
  is_merged?: boolean
  fields: Record<string, string>
}

/** Returns a React key for the fields. It changes when a save has merged the changes of somebody else. */
export function useMergeKey(result: Pick<SaveResult, 'saved_at' | 'is_merged'> | undefined) {
  const [mergedAt, setMergedAt] = useState<number | null>(null)
  if (result?.is_merged && result.saved_at !== mergedAt) setMergedAt(result.saved_at)
  return mergedAt
}

/** Returns the version with which the changes of a form are compared: the last saved version, or `first`. */
export function useOpened<Version>(
  first: Version,
  result: { saved: NonNullable<Version> | null } | undefined,
): Version {
  const [{ opened, after }, setOpened] = useState({ opened: first, after: undefined as typeof result })
  if (!result?.saved || result === after) return opened
  setOpened({ opened: result.saved, after: result })
  return result.saved
}

/**
 * A form with a preview, in which typed text survives refusals. A refusal is shown together with the fields instead of the
 * preview, because its message names the fields.
 */
export function DraftEditor<Draft>({
  name,
  opened,
  result,
  read,
  preview,
  saveLabel,
  children,
}: {
  /** The name of the draft stored on this device. */
  name: string
  /** The version with which changes are compared; null for a new row. */
  opened: object | null
  result: SaveResult | undefined
  read: (form: FormData) => Draft
  /** Shows the form's content as visitors would see it, saved or not. */
  preview: (draft: Draft) => ReactNode
  saveLabel?: string
  /** Renders the fields. Controls whose changes send no bubbling event must call `onChange`. */
  children: (problems: Record<string, string>, onChange: () => void) => ReactNode
}) {
  const saving = useNavigation().formMethod === 'POST'
  // `after` is the result that was current at the last change. Any later success has saved this change too.
  const [typed, setTyped] = useState<{ after: SaveResult | undefined } | null>(null)
  const [previewed, setPreviewed] = useState<Draft | null>(null)
  const dirty = typed !== null && (result?.saved_at == null || typed.after === result)
  const refused = result?.saved_at === null ? result : undefined
  const shown = refused ? null : previewed
  const mergeKey = useMergeKey(result)
  const form = useRefusalFocus<HTMLFormElement>(refused)
  const touch = () => setTyped({ after: result })
  const hidePreview = () => setPreviewed(null)
  const showPreview = () => setPreviewed(form.current && read(new FormData(form.current)))
  return (
    <Form
      ref={form}
      method="post"
      className="editor"
      draft={name}
      onChange={touch}
      onDiscard={() => setTyped(null)}
      onWrong={hidePreview}
    >
      <UnsavedGuard dirty={dirty && !saving} />
      {opened && <input type="hidden" name="seen" value={JSON.stringify(opened)} />}
      {refused && <EditRefusal refused={refused} />}
      <div key={mergeKey} hidden={shown !== null} className="editor-fields">
        {children(refused?.fields ?? {}, touch)}
      </div>
      {shown && <Preview>{preview(shown)}</Preview>}
      <SaveBar saving={saving} dirty={dirty} savedAt={result?.saved_at ?? null} label={saveLabel ?? 'Save'}>
        <Button type="button" onClick={shown === null ? showPreview : hidePreview}>
          {shown === null ? 'Preview the page' : 'Back to the form'}
        </Button>
      </SaveBar>
    </Form>
  )
}

/** The preview, shown instead of the fields. It takes focus when it appears. */
function Preview({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Preview" tabIndex={-1} ref={focusOn}>
      <p className="soft small" role="status">
        This is how visitors will see the page. Links don’t work in the preview.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- disables the links, also for the keyboard */}
      <div className="preview" onClickCapture={leadNowhere}>
        {children}
      </div>
    </section>
  )
}

function leadNowhere(event: { preventDefault: () => void; stopPropagation: () => void }) {
  event.preventDefault()
  event.stopPropagation()
}
