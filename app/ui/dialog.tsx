import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

/**
 * A question over the page. Put the safe choice first: it gets the focus. Escape and a press beside the dialog count as
 * that choice, and the focus goes back to where it came from. It needs a script; a page that must work without one shows
 * the same block in its place. A sheet comes up from the foot of a narrow screen instead; in it are a `sheet-body`, which
 * scrolls, and a `sheet-foot`, which does not.
 */
export function Dialog({
  open,
  onClose,
  title,
  variant = 'question',
  children,
}: {
  open: boolean
  onClose: () => void
  title: ReactNode
  variant?: 'question' | 'sheet'
  children: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const dialog = element.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  // One that is taken out of the page while it is open gives the focus back as well.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={element}
      className={variant === 'sheet' ? 'dialog sheet' : 'dialog'}
      aria-labelledby={heading}
      onClose={onClose}
      // The event of having been closed comes a while after on a busy device, when one may have gone back already.
      onCancel={(event) => {
        if (event.target === element.current) onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}

/**
 * Which question is open: until it is closed, or what was sent from it was done. A refusal leaves it open with what was
 * typed, and is handed back as `refused`. Every act hands in an object of its own.
 */
export function useAsking<What, Done extends { failed: boolean }>(outcome: Done | undefined) {
  const [asked, setAsked] = useState<{ what: What; before: Done | undefined } | null>(null)
  const came = asked !== null && outcome !== asked.before ? outcome : undefined
  const open = asked !== null && (came === undefined || came.failed)
  return {
    asking: open ? asked.what : null,
    refused: open && came?.failed ? came : undefined,
    ask: (what: What) => setAsked({ what, before: outcome }),
    close: () => setAsked(null),
  }
}
