import { useState } from 'react'

import { Button } from '../../../ui/button.tsx'
import { removeStored, store } from '../../../staff-client/local-storage.ts'
import { removeTickets } from '../../../platform/ticket-storage.ts'
import { focusOn } from '../../../ui/focus.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { madeKey } from '../../new-bookings/browser-storage.tsx'
import { bookingsKey, bookingsOnDevice } from '../../new-bookings/device-bookings.tsx'

/** A button that removes a booking from this browser without cancelling it, after a question if the visit is still to come. */
export default function RemoveBooking({ id, title, isOver }: { id: string; title: string; isOver: boolean }) {
  const [asking, setAsking] = useState(false)
  // The server cannot know this browser's storage, so the button appears only after hydration. A booking of
  // the visitor's account that was made in another browser has no button.
  const hydrated = useHydrated()
  if (!hydrated || !bookingsOnDevice().includes(id)) return null
  const remove = () => {
    store(bookingsKey, JSON.stringify(bookingsOnDevice().filter((other) => other !== id)))
    removeStored(madeKey(id))
    void removeTickets(id).then(() => location.reload())
  }
  if (asking)
    return (
      <p
        className="row small"
        role="group"
        tabIndex={-1}
        ref={focusOn}
        aria-label={`Remove ${title} from this browser?`}
      >
        <span>The booking stays valid, but afterwards you can open it only by its link.</span>
        <Button small variant="danger" onClick={remove}>
          Remove it
        </Button>
        <Button small onClick={() => setAsking(false)}>
          Keep it here
        </Button>
      </p>
    )
  return (
    <Button small onClick={isOver ? remove : () => setAsking(true)}>
      Remove from this browser<span className="sr"> {title}</span>
    </Button>
  )
}
