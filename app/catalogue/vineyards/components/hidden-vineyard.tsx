import { href, Link } from 'react-router'

import { Notice } from '../../../ui/page/notice.tsx'

/** Tells staff that visitors cannot book because the vineyard is hidden. Admins show it at `switchUrl`; other staff ask us. */
export function HiddenVineyard({ switchUrl }: { switchUrl?: string }) {
  return (
    <div className="space-below no-print">
      <Notice tone="wait" icon="lock">
        The vineyard is hidden: visitors cannot see it or book. Existing bookings stay.{' '}
        {switchUrl ? (
          <Link to={switchUrl}>Show it</Link>
        ) : (
          <>
            <Link to={href('/contact')} reloadDocument>
              Ask us to show it
            </Link>{' '}
            when it is ready.
          </>
        )}
      </Notice>
    </div>
  )
}
