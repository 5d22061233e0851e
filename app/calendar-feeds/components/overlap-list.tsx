import { Link } from 'react-router'

import { bookingLink } from '../../bookings/booking-links.tsx'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatMoment } from '../../platform/days.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { ShownOverlap } from '../calendar-data.tsx'

/** Bookings that stand where a calendar says busy: staff move or cancel them, or let them be. */
export function OverlapList({ area, overlaps }: { area: StaffArea; overlaps: ShownOverlap[] }) {
  return (
    <section className="panel mt-6" aria-labelledby="overlaps">
      <h2 id="overlaps">
        {overlaps.length === 1 ? 'One booking overlaps' : `${overlaps.length} bookings overlap`}
      </h2>
      <p className="soft small">
        They were made before a calendar said busy. Nothing cancels them: move them, cancel them, or let them
        be.
      </p>
      <DataTable caption="Bookings that overlap" columns={columnsAt(area)} rows={overlaps} sort="" />
    </section>
  )
}

const columnsAt = (area: StaffArea): Column<ShownOverlap>[] => [
  {
    head: 'Guest',
    place: 'name',
    cell: ({ id, guest_name, reference }) => (
      <>
        <Link to={bookingLink(area, id)}>{guest_name}</Link>
        <br />
        <span className="soft small">{reference}</span>
      </>
    ),
  },
  {
    head: 'Experience',
    cell: ({ number_of_guests, experience_title, vineyard_name }) =>
      `${number_of_guests} × ${experience_title}${area === 'admin' ? `, ${vineyard_name}` : ''}`,
  },
  { head: 'When', cell: ({ starts_at }) => formatMoment(starts_at) },
]
