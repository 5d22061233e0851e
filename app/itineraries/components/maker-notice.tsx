import { href, Link } from 'react-router'

import { Notice } from '../../ui/notice.tsx'
import { useSendsEmail } from '../../ui/sends-email.ts'
import type { CopyResult } from '../copying.ts'

/** What whoever holds the key is told: what is booked, what became of a copy, and where the key is. */
export function MakerNotice({
  booked,
  copied,
  isKept,
}: {
  booked: number
  copied: CopyResult | null
  /** Whether this browser stores the key, so that the address does not carry it. */
  isKept: boolean
}) {
  const emails = useSendsEmail()
  return (
    <>
      {copied && <CopiedNotice {...copied} />}
      <Notice tone={booked > 0 ? 'good' : 'info'}>
        {booked > 0 && (
          <p>
            <strong>{booked === 1 ? 'One visit is booked.' : `${booked} visits are booked.`}</strong> Please
            arrive 15 minutes early at each. You pay at the vineyard.
          </p>
        )}
        <p className="no-print">
          {isKept
            ? 'You can change this day in this browser: you’ll find it under '
            : 'Keep this page: anyone with its address can see and change everything here. You’ll also find it under '}
          <Link to={href('/my-itineraries')}>My itineraries</Link>.
          {isKept && emails && ' To open it on another device, sign in by email on both.'}
        </p>
      </Notice>
    </>
  )
}

function CopiedNotice({ untimed, left_out }: CopyResult) {
  return (
    <Notice tone={untimed + left_out > 0 ? 'wait' : 'good'} role="status">
      <p>
        <strong>This copy is yours.</strong> Nothing in it is booked yet.
      </p>
      {untimed > 0 && (
        <p>
          {untimed === 1
            ? 'One of its times can not be booked for your day and party, so that stop has none for now.'
            : `${untimed} of its times can not be booked for your day and party, so those stops have none for now.`}{' '}
          Below each stands what can.
        </p>
      )}
      {left_out > 0 && (
        <p>
          {left_out === 1
            ? 'One vineyard is no longer listed here, so its stop was left out.'
            : `${left_out} vineyards are no longer listed here, so their stops were left out.`}
        </p>
      )}
    </Notice>
  )
}
