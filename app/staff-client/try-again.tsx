import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

import { Button } from '../ui/button.tsx'
import { focusOnPage } from '../ui/focus.tsx'

/**
 * Loads anew what could not be loaded. The button goes with the failure; the focus is then on what came. It goes to where
 * one is: the router's boundaries, as of 8.4.0, keep their error where a revalidation is over before the device has drawn it
 * as begun (remix-run/react-router#11597), so that it would be asked for and never shown.
 */
export function TryAgain({ variant = 'primary' }: { variant?: 'primary' | 'line' }) {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const busy = useNavigation().state === 'loading'
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
      variant={variant}
      disabled={busy}
      onClick={() => {
        pressed.current = true
        void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true })
      }}
    >
      Try Again
    </Button>
  )
}
