import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Returns whether nothing has focus, or only a disabled element that is about to lose it. */
export function isFocusLost(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.matches(':disabled')
}

/** Focuses an element as soon as it is shown, if this function is the `ref` of the element. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus()
}

/** Focuses the main content if focus was lost, so that keyboard users do not start at the top. */
export function focusOnPage(): void {
  const main = document.getElementById('main')
  if (main === null || !isFocusLost()) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/**
 * Returns the ref for a form: `given`, or a new ref. After a refused submit, focuses the first invalid field in the form or, if
 * no field is invalid, the message.
 */
export function useRefusalFocus<Part extends HTMLElement>(
  refusal: unknown,
  given?: RefObject<Part | null>,
): RefObject<Part | null> {
  const own = useRef<Part>(null)
  const form = given ?? own
  useLayoutEffect(() => {
    if (!refusal) return
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    const place = find('[aria-invalid="true"]') ?? find('[data-refusal]')
    place?.focus()
  }, [form, refusal])
  return form
}

/** Announces the page title to screen readers after a client navigation, as browsers do after a full load. */
export function Announcer() {
  const { pathname } = useLocation()
  const first = useRef(true)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const timer = setTimeout(() => setTitle(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname])

  return (
    <div className="sr" role="status" aria-live="polite">
      {title}
    </div>
  )
}
