import { type FocusEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { focusOnPage, isFocusLost } from '../focus.tsx'

export type ToastFocus = ReturnType<typeof useToastFocus>

/** Returns whether the pointer or the focus is on the toasts, and functions that move the focus back to where it was. */
export function useToastFocus() {
  const [held, setHeld] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  const undoing = useRef<{ key: string | undefined }>(null)
  const returnFocus = () => {
    if (before.current?.isConnected) before.current.focus()
    else focusOnPage()
  }
  return {
    held,
    returnFocus,
    undo(key: string | undefined) {
      undoing.current = { key }
    },
    /** Moves the focus back if the Undo with this key was pressed. Ignores the results of other toasts. */
    returnFocusAfterUndo(key: string | undefined) {
      if (undoing.current === null || undoing.current.key !== key) return
      undoing.current = null
      if (isFocusLost()) returnFocus()
    },
    handlers: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus({ currentTarget, relatedTarget }: FocusEvent) {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget
      },
      onBlur: () => setHeld(false),
    },
  }
}

/** Moves the focus back after the pressed Undo button has disappeared. */
export function useFocusAfterUndo(
  done: object | undefined,
  { returnFocusAfterUndo }: ToastFocus,
  key: string | undefined,
) {
  const returnFocus = useEffectEvent(() => returnFocusAfterUndo(key))
  // Runs before the paint, so that nobody presses a new button by accident.
  useLayoutEffect(() => {
    if (done) returnFocus()
  }, [done])
}

/** Focuses the page if the pressed button disappeared with its row. */
export function useFocusOnPage(done: object | undefined) {
  const isOver = useNavigation().state === 'idle'
  const handled = useRef<object>(undefined)
  useEffect(() => {
    if (!done || !isOver || handled.current === done) return
    handled.current = done
    focusOnPage()
  }, [done, isOver])
}
