import { href, Link } from 'react-router'

import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { Notice } from '../../../ui/page/notice.tsx'

/** Tells staff that visitors cannot book because the vineyard is hidden, and how to show it. */
export function HiddenVineyard({ area, id }: { area: StaffArea; id: string }) {
  return (
    <div className="space-below">
      <Notice tone="wait" icon="lock">
        The vineyard is hidden: visitors cannot see it or book. Its bookings stay.{' '}
        {area === 'admin' ? (
          <Link to={href('/admin/vineyards/:id', { id })}>Show it</Link>
        ) : (
          <>
            <Link to={href('/contact')}>Ask us to show it</Link> when it is ready.
          </>
        )}
      </Notice>
    </div>
  )
}
