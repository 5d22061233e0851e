import { href, Link } from 'react-router'

import type { Dashboard } from '../dashboard.server.ts'
import { formatDayShort, formatTime } from '../../platform/days.ts'
import { Notice } from '../../ui/notice.tsx'

/** So many are named; the rest is a number. */
const mostNamed = 4

/** What somebody should see to: sessions with more people than places, closed days with guests, mails that came back. */
export function DashboardWarnings({
  today,
  overfull: overbooked,
  dead_mails,
}: Pick<Dashboard, 'today' | 'overfull' | 'dead_mails'>) {
  if (overbooked.length === 0 && dead_mails === 0) return null
  return (
    <div className="stack-sm warnings">
      {overbooked.length > 0 && (
        <Notice tone="wait" icon="alert">
          <ul className="plain-list">
            {overbooked.slice(0, mostNamed).map((slot) => (
              <li key={`${slot.pattern_id}${slot.availability_id}${slot.slot_date}`}>
                <Link to={`${href('/winemaker/bookings')}?from=${slot.slot_date}&until=${slot.slot_date}`}>
                  {formatDayShort(slot.slot_date, today)}, {formatTime(slot.start_time)}
                </Link>
                {slot.capacity === 0 ? ` is closed with ${slot.sold} booked` : ` is over by ${slot.over_by}`}
              </li>
            ))}
            {overbooked.length > mostNamed && <li>and {overbooked.length - mostNamed} more sessions</li>}
          </ul>
        </Notice>
      )}
      {dead_mails > 0 && (
        <Notice tone="wait" icon="mail">
          {dead_mails === 1
            ? 'One mail to a guest could not be delivered. Their booking’s page says which; a call may help.'
            : `${dead_mails} mails to guests could not be delivered. Their bookings’ pages say which; a call may help.`}
        </Notice>
      )}
    </div>
  )
}
