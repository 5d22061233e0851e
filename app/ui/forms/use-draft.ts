import { createContext, type RefObject, use, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useActionData, useLocation, useNavigation } from 'react-router'

import type { openDraft } from './form-draft.tsx'

/** What a form restored from its draft; `overtaken` if somebody else has changed some of it since. */
export type Restored = 'overtaken' | 'whole'

export type OpenDraft = (
  pathname: string,
  name: string,
  form: RefObject<HTMLFormElement | null>,
  show: (restored: Restored | null) => void,
) => ReturnType<typeof openDraft>

/** Opens the drafts of who is signed in. Null on visitors' pages: they store nothing and load no code for it. */
export const DraftOpener = createContext<OpenDraft | null>(null)

/**
 * Stores a form's draft in local storage, so that a reload or crash loses nothing, until it is saved or discarded.
 * `name` distinguishes the forms of a page; without one nothing is stored.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, saved }: { name: string | undefined; saved: unknown },
) {
  const open = use(DraftOpener)
  const { pathname } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const result: unknown = useActionData()
  const [restored, setRestored] = useState<Restored | null>(null)
  const draft = useMemo(
    () => (name === undefined ? undefined : open?.(pathname, name, form, setRestored)),
    [open, pathname, name, form],
  )

  useLayoutEffect(() => draft?.storePending, [draft])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the last result is read when the form mounts
  useEffect(() => draft?.start(result), [draft])
  useEffect(() => draft?.settle(isIdle, result), [draft, isIdle, result])
  useEffect(() => {
    if (saved) draft?.forget()
  }, [draft, saved])

  return {
    restored,
    touch: () => draft?.touch(),
    send: () => draft?.send(result),
    discard: () => draft?.discard(),
  }
}
