import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { focusOnPage } from '../../../ui/focus.tsx'
import type { BookingStatus } from '../../booking.ts'

/** A booking whose last change of status can be undone for so many seconds after it was loaded. */
export type UndoableBooking = {
  id: string
  guest_name: string
  status: BookingStatus
  undo_seconds: number | null
}

/** Whether the seconds are not over yet. Counts by this device's time, so that its clock does not matter. */
export function useMayUndo(seconds: number | null): boolean {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    if (seconds === null) return
    const timer = setTimeout(() => {
      setOver(seconds)
      // The focused button is removed with this.
      requestAnimationFrame(focusOnPage)
    }, seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds !== null && over !== seconds
}

/** A submit button that undoes the last change of a booking's status; nothing once that is no longer possible. */
export function UndoStatus({ booking }: { booking: UndoableBooking }) {
  const busy = useNavigation().formMethod === 'POST'
  if (!useMayUndo(booking.undo_seconds)) return null
  return (
    <Button small name="undo" value={`${booking.id} ${booking.status}`} disabled={busy} formNoValidate>
      Undo<span className="sr"> the change for {booking.guest_name}</span>
    </Button>
  )
}
