import { useEffect, useState } from 'react'

import { focusOnPage } from '../../../ui/focus.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import type { Party } from '../../sessions/session.ts'

/** A booking, with the number of seconds after loading during which its last change of status can be undone. */
type UndoableBooking = Pick<Party, 'id' | 'guest_name' | 'status' | 'undo_seconds'>

/** Returns whether the time to undo is still running. Measures elapsed time, so that a wrong clock does not matter. */
export function useMayUndo(seconds: number | null): boolean {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    if (seconds === null) return
    const timer = setTimeout(() => {
      setOver(seconds)
      // The focused button disappears now, so the focus moves to the page.
      requestAnimationFrame(focusOnPage)
    }, seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds !== null && over !== seconds
}

/** A submit button that undoes the last change of a booking's status. Disappears when the time to undo is over. */
export function UndoStatus({ booking }: { booking: UndoableBooking }) {
  if (!useMayUndo(booking.undo_seconds)) return null
  return (
    <FormButton small name="undo" value={`${booking.id} ${booking.status}`} formNoValidate>
      Undo<span className="sr"> the change for {booking.guest_name}</span>
    </FormButton>
  )
}
