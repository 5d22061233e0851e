import { href } from 'react-router'

import { postalAddressOf, placeOf } from '../../vineyards/vineyard.ts'
import type { BookingView } from '../booking.server.ts'
import { calendarLinks } from '../calendar-links.ts'

/** Ways to put a booking into a calendar; nothing for one that was imported without its times. */
export function AddToCalendar({ booking }: { booking: BookingView }) {
  const { starts_at, ends_at, experience, reference } = booking
  const { vineyard } = experience
  if (!starts_at || !ends_at) return null
  const links = calendarLinks({
    title: `${experience.title} at ${vineyard.name}`,
    place: [vineyard.name, postalAddressOf(vineyard) ?? placeOf(vineyard)].filter(Boolean).join(', '),
    reference,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
  })
  return (
    <section className="after" aria-labelledby="calendar-heading">
      <h2 id="calendar-heading" className="as-h3">
        Add it to your calendar
      </h2>
      <ul className="row calendars">
        <li>
          <a href={href('/booking/:id/calendar.ics', { id: booking.id })} download>
            Calendar file (.ics)
          </a>
        </li>
        {links.map((link) => (
          <li key={link.label}>
            <a href={link.href} target="_blank" rel="noopener noreferrer">
              {link.label}
            </a>
          </li>
        ))}
      </ul>
      <p className="soft">Open the file again after a change: the same entry takes it.</p>
    </section>
  )
}
