import { href } from 'react-router'

import type { BookingView } from '../booking.server.ts'

/** A link to the file that removes a cancelled booking from a calendar. */
export default function RemoveFromCalendar({ booking: { id, starts_at } }: { booking: BookingView }) {
  if (!starts_at) return null
  return (
    <section className="after no-print" aria-labelledby="calendar-heading">
      <h2 id="calendar-heading" className="as-h3">
        Remove the visit from your calendar
      </h2>
      <p>
        <a href={href('/booking/:id/calendar.ics', { id })} download>
          Calendar file (.ics)
        </a>
      </p>
      <p className="soft">If you added this booking, open the file and your calendar removes the entry.</p>
    </section>
  )
}
