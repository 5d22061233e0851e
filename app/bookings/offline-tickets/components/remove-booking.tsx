import { Button } from '../../../ui/button.tsx'
import { removeStored, store } from '../../../staff-client/local-storage.ts'
import { removeTickets } from '../../../platform/ticket-storage.ts'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { madeKey } from '../../new-bookings/browser-storage.tsx'
import { bookingsKey, bookingsOnDevice } from '../../new-bookings/device-bookings.tsx'

/** A button that removes a booking from this browser's list and saved tickets. The booking is not cancelled. */
export default function RemoveBooking({ id, title }: { id: string; title: string }) {
  // The server cannot know this browser's storage, so the button appears only after hydration. A booking of
  // the visitor's account that was made in another browser has no button.
  const hydrated = useHydrated()
  if (!hydrated || !bookingsOnDevice().includes(id)) return null
  const remove = () => {
    store(bookingsKey, JSON.stringify(bookingsOnDevice().filter((other) => other !== id)))
    removeStored(madeKey(id))
    void removeTickets(id).then(() => location.reload())
  }
  return (
    <Button small onClick={remove}>
      Remove from this browser<span className="sr"> {title}</span>
    </Button>
  )
}
