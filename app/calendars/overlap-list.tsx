import { Link } from 'react-router'

import { bookingLink } from '../bookings/desk/desk-links.tsx'
import type { Desk } from '../people/desk/desk.ts'
import { formatMoment } from '../platform/days.ts'
import type { ShownOverlap } from './calendar-desk.tsx'

/** Bookings that stand where a calendar says busy: staff move or cancel them, or let them be. */
export function OverlapList({ desk, overlaps }: { desk: Desk; overlaps: ShownOverlap[] }) {
  return (
    <section className="panel mt-6" aria-labelledby="overlaps">
      <h2 id="overlaps">
        {overlaps.length === 1 ? 'One booking overlaps' : `${overlaps.length} bookings overlap`}
      </h2>
      <p className="soft small">
        They were made before a calendar said busy. Nothing cancels them: move them, cancel them, or let them
        be.
      </p>
      <ul className="roll">
        {overlaps.map((overlap) => (
          <li key={overlap.id}>
            <span>
              <strong>{overlap.guest_name}</strong>
              <br />
              <span className="soft small">
                {overlap.number_of_guests} × {overlap.experience_title}
                {desk === 'admin' && `, ${overlap.vineyard_name}`}
              </span>
            </span>
            <span>{formatMoment(overlap.starts_at)}</span>
            <Link to={bookingLink(desk, overlap.id)}>{overlap.reference}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
