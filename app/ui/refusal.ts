import { type RefObject, useLayoutEffect } from 'react'

/** After a refusal the focus goes to the first field it names, else to the words that say why. */
export function useRefusalFocus(form: RefObject<HTMLElement | null>, refusal: unknown): void {
  useLayoutEffect(() => {
    if (!refusal) return
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    const place = find('[aria-invalid="true"]') ?? find('[data-refusal]')
    place?.focus()
  }, [form, refusal])
}
