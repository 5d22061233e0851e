import { arrivalSentence } from '../booking-terms.ts'
import { href } from 'react-router'

import { postalAddressOf, locationOf } from '../../catalogue/vineyards/vineyard.ts'
import type { BookingView } from '../booking.server.ts'

/** Links that add a booking to a calendar. Shows nothing for a booking that was imported without times. */
export default function AddToCalendar({ booking }: { booking: BookingView }) {
  const { starts_at, ends_at, experience, reference } = booking
  const { vineyard } = experience
  if (!starts_at || !ends_at) return null
  const title = `${experience.title} at ${vineyard.name}`
  const location = [vineyard.name, postalAddressOf(vineyard) ?? locationOf(vineyard)]
    .filter(Boolean)
    .join(', ')
  const details = `${arrivalSentence} Reference ${reference}.`
  const [start, end] = [new Date(starts_at).toISOString(), new Date(ends_at).toISOString()]
  // Leaves out the booking's own link, because anyone who has that link can cancel.
  const sites = {
    'Google Calendar': address('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${compact(start)}/${compact(end)}`,
      location,
      details,
    }),
    Outlook: address('https://outlook.live.com/calendar/0/action/compose', {
      rru: 'addevent',
      subject: title,
      startdt: start,
      enddt: end,
      location,
      body: details,
    }),
  }
  return (
    <section className="after no-print" aria-labelledby="calendar-heading">
      <h2 id="calendar-heading" className="as-h3">
        Add the visit to your calendar
      </h2>
      <ul className="row calendars">
        <li>
          <a href={href('/booking/:id/calendar.ics', { id: booking.id })} download>
            Calendar file (.ics)
          </a>
        </li>
        {Object.entries(sites).map(([label, link]) => (
          <li key={label}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p className="soft">If your booking changes, open the file again and the entry updates.</p>
    </section>
  )
}

/** Returns an instant in the basic ISO format, such as 20260606T133000Z. */
function compact(instant: string): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '')
}

function address(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`
}
