import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { Button } from './button.tsx'

/**
 * A modal dialog. Put the safe choice first: that button gets focus, and Escape or a press outside has the same effect.
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
  // Closes a dialog that is removed while it is open, because closing returns the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  const closeIfTarget = ({ target }: { target: EventTarget }) => {
    if (target === element.current) onClose()
  }
  return (
    <dialog
      ref={element}
      className={variant === 'sheet' ? 'dialog sheet' : 'dialog'}
      aria-labelledby={heading}
      onClose={onClose}
      // On slow devices, the close event may arrive after the user has navigated back, so `cancel` already calls
      // `onClose`.
      onCancel={closeIfTarget}
      onClick={closeIfTarget}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}

/**
 * The last row of a dialog's form: the safe choice, which closes the dialog, and the button that sends the form. While the
 * form is sent, `busy` is true, or the words that the button shows meanwhile.
 */
export function DialogButtons({
  safe,
  onClose,
  busy,
  children,
  ...button
}: {
  safe: string
  onClose: () => void
  busy: boolean | string
} & Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'>) {
  return (
    <div className="full row">
      <Button type="button" onClick={onClose}>
        {safe}
      </Button>
      <Button variant="primary" {...button} disabled={busy !== false}>
        {typeof busy === 'string' ? busy : children}
      </Button>
    </div>
  )
}

/**
 * Returns which dialog is open, until it is closed or its action succeeds. After a refusal, the dialog stays open and the
 * refusal is returned as `refused`. Each action must pass a new `outcome` object.
 */
export function useAsking<Question, Outcome extends { failed: boolean }>(outcome: Outcome | undefined) {
  const [opened, setOpened] = useState<{ dialog: Question; before: Outcome | undefined } | null>(null)
  const result = opened !== null && outcome !== opened.before ? outcome : undefined
  const isOpen = opened !== null && (result === undefined || result.failed)
  return {
    asking: isOpen ? opened.dialog : null,
    refused: isOpen && result?.failed ? result : undefined,
    ask: (dialog: Question) => setOpened({ dialog, before: outcome }),
    close: () => setOpened(null),
  }
}
