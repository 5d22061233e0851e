import { Link, useFetcher } from 'react-router'

import { bookingLink } from '../../../bookings/staff-links.tsx'
import type { Party } from '../../../bookings/sessions/session.ts'
import { phoneLink } from '../../../platform/text/phone-link.ts'
import { formatTime } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import type { ActionResult } from '../../../staff-client/action-result.tsx'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/page/toast.tsx'

/** Lists guests of called-off, closed, reopened or moved sessions whom no email reaches. Staff phone them and mark them. */
export function GuestsToCall({ area, parties }: { area: StaffArea; parties: Party[] }) {
  const listed = parties.filter(({ to_call }) => to_call)
  if (listed.length === 0) return null
  const waiting = listed.filter(({ informed_at }) => informed_at === null).length
  return (
    <section className="panel no-print space-below" aria-labelledby="to-call">
      <h2 id="to-call">Please call these guests</h2>
      <p className="soft small">
        {waiting === 0 ? 'You have phoned all of them.' : 'They get no email about this change.'}
      </p>
      <ul className="history">
        {listed.map((party) => (
          <GuestToCall key={party.id} area={area} party={party} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the news that staff tell the guest on the phone. */
function newsOf({ called_off_at, status, moved_from, start_time }: Party): string {
  if (called_off_at !== null) return 'The session is called off:'
  if (status === 'cancelled') return 'The session is closed and the booking cancelled:'
  return moved_from === null
    ? 'The session takes place after all:'
    : `The session has moved to ${start_time ? formatTime(start_time) : 'this day'}:`
}

function GuestToCall({ area, party }: { area: StaffArea; party: Party }) {
  const { id, guest_name, guest_phone, number_of_guests, start_time, informed_at } = party
  const fetcher = useFetcher<ActionResult>()
  return (
    <li className="between">
      <span>
        <Link to={bookingLink(area, id)}>{guest_name}</Link>{' '}
        <span className="soft small">
          {[start_time && formatTime(start_time), countOf(number_of_guests, 'guest')]
            .filter(Boolean)
            .join(', ')}
        </span>
        <br />
        {newsOf(party)} {guest_phone ? <a href={phoneLink(guest_phone)}>{guest_phone}</a> : 'no phone number'}
      </span>
      <fetcher.Form method="post">
        <input type="hidden" name="informed_booking" value={id} />
        <Button
          small
          icon={informed_at === null ? 'phone' : 'tick'}
          name="informed"
          value={informed_at === null ? 'yes' : ''}
          aria-pressed={informed_at !== null}
          disabled={fetcher.state !== 'idle'}
        >
          Phoned<span className="sr"> {guest_name}</span>
        </Button>
      </fetcher.Form>
      <Toast about={fetcher.data} isShownByPage={fetcher.data?.failed === false} />
    </li>
  )
}
