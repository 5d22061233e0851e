import type { ComponentProps, ReactNode } from 'react'
import { useActionData } from 'react-router'

import { Button } from '../button.tsx'
import { Dialog, DialogButtons, useAsking } from '../dialog.tsx'
import { Refusal } from '../page/notice.tsx'
import { Form } from './form.tsx'
import { HiddenFields, useSending } from './form-parts.tsx'

type ButtonsProps = Pick<ComponentProps<typeof DialogButtons>, 'safe' | 'variant'> & { busy?: string }

/**
 * Shows why the form was refused, its fields, a button that only closes the dialog (`safe`), and a button that sends the form.
 * While the form is sent, `busy` replaces the text of the button.
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
}: ButtonsProps & { refusal?: string | undefined; send: string; onClose: () => void } & Omit<
    ComponentProps<typeof Form>,
    'method'
  >) {
  const isSending = useSending()
  return (
    <Form {...form} method="post" preventScrollReset className="stack">
      {refusal && <Refusal>{refusal}</Refusal>}
      {children}
      <DialogButtons safe={safe} onClose={onClose} busy={isSending && (busy ?? true)} variant={variant}>
        {send}
      </DialogButtons>
    </Form>
  )
}

/**
 * A button that asks a question in a dialog, whose form sends `values` to the page's action. The dialog closes when the action
 * succeeds, and otherwise says why it failed. `about` follows the label for screen readers.
 */
export function AskFirst({
  label,
  about,
  title,
  values,
  send = label,
  variant = 'danger',
  button,
  children,
  ...buttons
}: ButtonsProps & {
  label: string
  about?: string
  title: string
  values: ComponentProps<typeof HiddenFields>['values']
  /** The button that sends the form, if its text differs from the label. */
  send?: string
  /** Props of the button that asks. */
  button?: Pick<ComponentProps<typeof Button>, 'small' | 'variant'>
  children: ReactNode
}) {
  const outcome = useActionData<{ failed: boolean; message: string }>()
  const { asking, refused, ask, close } = useAsking<true, NonNullable<typeof outcome>>(outcome)
  return (
    <>
      <Button variant={variant} {...button} type="button" onClick={() => ask(true)}>
        {label}
        {about && <span className="sr"> {about}</span>}
      </Button>
      <Dialog open={asking !== null} onClose={close} title={title}>
        {asking && (
          <DialogForm {...{ send, variant, refused, ...buttons }} refusal={refused?.message} onClose={close}>
            <HiddenFields values={values} />
            <p>{children}</p>
          </DialogForm>
        )}
      </Dialog>
    </>
  )
}
