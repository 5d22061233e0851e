import { href } from 'react-router'

import { postalAddressOf, placeOf } from '../../vineyards/vineyard.ts'
import type { BookingView } from '../booking.server.ts'

/** Links that add a booking to a calendar; nothing for one imported without times. */
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
      <p className="soft">If your booking changes, open the file again and the entry updates.</p>
    </section>
  )
}

const early = 'Please arrive 15 minutes early.'

type Entry = { title: string; place: string; reference: string; starts_at: Date; ends_at: Date }

/** Links to calendar sites with the entry filled in. The booking's own link stays out: anyone who has it can cancel. */
function calendarLinks(entry: Entry): { label: string; href: string }[] {
  const details = `${early} Reference ${entry.reference}.`
  return [
    {
      label: 'Google Calendar',
      href: address('https://calendar.google.com/calendar/render', {
        action: 'TEMPLATE',
        text: entry.title,
        dates: `${compact(entry.starts_at)}/${compact(entry.ends_at)}`,
        location: entry.place,
        details,
      }),
    },
    {
      label: 'Outlook',
      href: address('https://outlook.live.com/calendar/0/action/compose', {
        rru: 'addevent',
        subject: entry.title,
        startdt: entry.starts_at.toISOString(),
        enddt: entry.ends_at.toISOString(),
        location: entry.place,
        body: details,
      }),
    },
  ]
}

/** 20260606T133000Z */
function compact(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function address(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`
}
