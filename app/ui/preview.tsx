import { type ReactNode, useState } from 'react'

import { Button } from './button.tsx'

/**
 * What stands in a form, as visitors would see it. `read` reads the form. A refusal names fields, which a preview hides:
 * while there is one the form is shown.
 */
export function usePreview<Written>(read: () => Written | null, refused: boolean) {
  const [looked, setLooked] = useState<Written | null>(null)
  const shown = refused ? null : looked
  const button = (
    <Button type="button" onClick={shown === null ? () => setLooked(read()) : () => setLooked(null)}>
      {shown === null ? 'Preview the page' : 'Back to the form'}
    </Button>
  )
  return { shown, button, hide: () => setLooked(null) }
}

/** Where a preview stands, in the place of the form's fields; one is taken there when it appears. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Preview" tabIndex={-1} ref={focusOn}>
      <p className="soft small" role="status">
        So visitors would see the page with what stands in the form. Its links lead nowhere here.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- takes the links' effect away, for the keyboard too */}
      <div className="preview" onClickCapture={leadNowhere}>
        {children}
      </div>
    </section>
  )
}

function focusOn(element: HTMLElement | null) {
  element?.focus()
}

function leadNowhere(event: { preventDefault: () => void; stopPropagation: () => void }) {
  event.preventDefault()
  event.stopPropagation()
}
