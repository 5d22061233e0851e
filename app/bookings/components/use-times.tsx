import { useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { slotShown, slotState, type Slot } from '../../availability/slot.ts'
import type { Day, Month } from '../../platform/days.ts'
import { useSlow } from '../../ui/slow.ts'
import type { BookingFormView } from '../booking-form.server.ts'

/**
 * Day and time while they are being chosen: what was pressed is shown as chosen at once, and its times come without a
 * reload.
 */
export function useTimes({
  view,
  guests,
  page,
  kept,
  first,
}: {
  view: BookingFormView
  guests: number
  page: string
  /** What the page's address says besides. */
  kept?: Record<string, string>
  /** The slot that is chosen to begin with. */
  first: string | undefined
}) {
  const navigate = useNavigate()
  const { state, location } = useNavigation()
  const [slotChosen, setSlot] = useState(first)
  const [pressed, setPressed] = useState<{
    on: BookingFormView
    choice: { date?: Day; month?: Month }
  } | null>(null)
  const asked = pressed?.on === view ? pressed.choice : null
  const date = asked ? asked.date : view.date
  const waiting = asked !== null || (state === 'loading' && location.pathname === page)
  const slow = useSlow(waiting)
  const shown = chosenSlot(view.slots ?? [], slotChosen, guests)
  const slot = waiting ? undefined : shown

  // An offered start takes the focus once its day has come.
  const [focusOn, setFocusOn] = useState<string | null>(null)
  const arrived = !waiting && focusOn !== null && slot?.id === focusOn
  useEffect(() => {
    if (arrived) document.getElementById(focusOn)?.focus()
  }, [arrived, focusOn])

  const look = (choice: { date?: Day; month?: Month }) => {
    setPressed({ on: view, choice })
    const search = new URLSearchParams({ ...kept, guests: String(guests), ...choice })
    void navigate(`${page}?${search}`, { replace: true, preventScrollReset: true })
  }
  const choose = (other: Slot) => {
    setSlot(slotShown(other))
    setFocusOn(other.id)
    look({ date: other.slot_date })
  }
  return { date, slot, chosen: shown && slotShown(shown), setSlot, waiting, slow, look, choose }
}

/** The chosen slot if it has room for the party. On a day that does not have it, the slot that starts at the same time. */
function chosenSlot(slots: Slot[], chosen: string | undefined, guests: number): Slot | undefined {
  const free = slots.filter((slot) => ['free', 'few'].includes(slotState(slot, guests)))
  const [id, start_time] = chosen?.split('@') ?? []
  return slots.some((slot) => slot.id === id)
    ? free.find((slot) => slotShown(slot) === chosen)
    : free.find((slot) => slot.start_time === start_time)
}
