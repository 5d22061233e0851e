import { createContext, type RefObject, use, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useActionData, useLocation, useNavigation } from 'react-router'

/** A form was restored from its draft: `overtaken` if somebody else has changed restored fields since, otherwise `whole`. */
export type Restored = 'overtaken' | 'whole'

/** The draft of one form. */
export type FormDraft = {
  /** Restores the stored draft of a form that was just mounted. Returns a function that stops storing the draft. */
  start(result: unknown): () => void
  /** Stores the draft when typing pauses. */
  touch(): void
  /** Stores the latest text immediately. Called before the form is removed. */
  storePending(): void
  /**
   * Stores the draft on submit, before the result is known. `result` is the result of the previous submission. If `isPrevented`,
   * the form was not sent, or its component sends it.
   */
  send(result: unknown, isPrevented?: boolean): void
  /** Deletes the draft of a submitted form when the result is known, unless the form was refused. */
  settle(isIdle: boolean, result: unknown): void
  /** Deletes the draft, because the form shows what is saved. */
  forget(): void
  /** Shows what is saved, and deletes the draft. */
  discard(): void
}

export type OpenDraft = (
  pathname: string,
  name: string | undefined,
  form: RefObject<HTMLFormElement | null>,
  show: (restored: Restored | null) => void,
) => FormDraft

/** Opens the drafts of the person who is signed in. Null on visitors' pages, which store no drafts and load no code for them. */
export const DraftOpener = createContext<OpenDraft | null>(null)

/**
 * Stores a form's draft in local storage, so that a reload or crash loses nothing, until the form is saved or the draft
 * is discarded. `name` distinguishes the forms of a page. Without a name, the text is stored only if the sign-in ends before
 * the form is saved.
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
  const draft = useMemo(() => open?.(pathname, name, form, setRestored), [open, pathname, name, form])

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
    send: (isPrevented: boolean) => draft?.send(result, isPrevented),
    discard: () => draft?.discard(),
  }
}
