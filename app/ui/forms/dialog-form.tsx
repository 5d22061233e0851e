import type { ComponentProps } from 'react'

import { DialogButtons } from '../dialog.tsx'
import { Notice } from '../page/notice.tsx'
import { Form } from './form.tsx'
import { useSending } from './form-parts.tsx'

/**
 * The form of a dialog: why it was refused, its fields, the safe choice that closes the dialog, and the button that sends
 * the form. While the form is sent, `busy` replaces the text of the button.
 */
export function DialogForm({
  refusal,
  safe,
  onClose,
  send,
  busy,
  variant = 'primary',
  children,
  ...form
}: {
  refusal?: string | undefined
  send: string
  busy?: string
} & Pick<ComponentProps<typeof DialogButtons>, 'safe' | 'onClose' | 'variant'> &
  Omit<ComponentProps<typeof Form>, 'method'>) {
  const isSending = useSending()
  return (
    <Form {...form} method="post" preventScrollReset className="stack">
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {children}
      <DialogButtons safe={safe} onClose={onClose} busy={isSending && (busy ?? true)} variant={variant}>
        {send}
      </DialogButtons>
    </Form>
  )
}
