import { Link } from 'react-router'

import type { StaffArea } from '../../../staff-client/staff-area.ts'
import type { Day } from '../../../platform/days.ts'
import { bookingLink } from '../../staff-links.tsx'
import { guestsSentence, type Party } from '../../sessions/session.ts'
import { isExpected } from '../../today/today.ts'

/** Lists the parties of the day before `day` whose visit ends after midnight. */
export function StillHere({ area, day, parties }: { area: StaffArea; day: Day; parties: Party[] }) {
  const staying = parties.filter(
    (party) => party.booking_date < day && party.ends_on >= day && isExpected(party),
  )
  if (staying.length === 0) return null
  return (
    <p className="small">
      Still here after midnight:{' '}
      {staying.map((party, n) => (
        <span key={n}>
          {n > 0 && ', '}
          <PartyName area={area} party={party} /> ({guestsSentence(party)})
        </span>
      ))}
    </p>
  )
}

/** Shows the name of a party as a link to its booking. */
export function PartyName({ area, party }: { area: StaffArea; party: Party }) {
  return <Link to={bookingLink(area, party.id)}>{party.guest_name}</Link>
}
