import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../button.tsx'

/** Returns whether the page is sending a form. */
export const useSending = () => useNavigation().formMethod === 'POST'

/**
 * A button that is disabled while the page is sending a form. Meanwhile, `busy` replaces its text, unless another value of its
 * `name` is being sent.
 */
export function FormButton({
  busy,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'disabled'> & { busy?: string }) {
  const isSending = useSending()
  const { formData } = useNavigation()
  const isSent = isSending && (!button.name || formData?.get(button.name) === button.value)
  return (
    <Button {...button} disabled={isSending}>
      {isSent && busy ? busy : children}
    </Button>
  )
}

/** Hidden inputs of a form, one for each value */
export function HiddenFields({ values }: { values: Record<string, string | number | null | undefined> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value ?? ''} />
  ))
}
