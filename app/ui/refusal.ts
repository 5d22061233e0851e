import { type RefObject, useEffect } from 'react'

/** After a refusal the focus goes to the first field it names, else to the words that say why. */
export function useRefusalFocus(form: RefObject<HTMLElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus()
  }, [form, refusal])
}
