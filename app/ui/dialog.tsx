import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

/**
 * A modal dialog. Put the safe choice first: it gets focus, and Escape or a press outside counts as it.
 * variant="sheet" opens from the bottom of narrow screens, with a scrolling `sheet-body` and a fixed `sheet-foot`.
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
  // A dialog that is unmounted while open also returns focus.
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
      // The close event may come late on slow devices, after a navigation back.
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
 * Which dialog is open, until it is closed or its action succeeds. A refusal keeps it open and is returned as
 * `refused`. Each action must pass a new `outcome` object.
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
