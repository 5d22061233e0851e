import { useLayoutEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { focusOnPage } from '../../ui/focus.ts'

/** Loads anew what could not be loaded. The button goes with the failure; the focus is then on what came. */
export function TryAgain({ look = 'do' }: { look?: 'do' | 'line' }) {
  const { revalidate, state } = useRevalidator()
  const pressed = useRef(false)
  useLayoutEffect(
    () => () => {
      // What comes stands there only after this.
      if (pressed.current) queueMicrotask(focusOnPage)
    },
    [],
  )
  return (
    <Button
      type="button"
      look={look}
      disabled={state === 'loading'}
      onClick={() => {
        pressed.current = true
        void revalidate()
      }}
    >
      Try Again
    </Button>
  )
}
