import { Link } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { countOf } from '../../platform/counts.ts'
import type { Day } from '../../platform/days.ts'
import { statusDetails } from '../booking.ts'
import { bookingLink } from '../booking-links.tsx'
import type { Party } from '../session.ts'

/** The parties that stay past midnight into `day` from the day before. */
export function StillHere({ area, day, parties }: { area: StaffArea; day: Day; parties: Party[] }) {
  const staying = parties.filter(
    ({ booking_date, ends_on, status }) =>
      booking_date < day && ends_on >= day && statusDetails[status].takesPlaces,
  )
  if (staying.length === 0) return null
  return (
    <p className="small">
      Still here after midnight:{' '}
      {staying.map(({ id, guest_name, number_of_guests }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <Link to={bookingLink(area, id)}>{guest_name}</Link> ({countOf(number_of_guests, 'guest')})
        </span>
      ))}
    </p>
  )
}
