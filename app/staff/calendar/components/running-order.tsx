import type { ReactNode } from 'react'

import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatTime } from '../../../platform/days.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PlacesBar } from '../../../ui/page/places.tsx'
import { StatusPill } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { statusPillOf } from '../../../bookings/booking.ts'
import { heldSentence } from '../../../bookings/group-holds/group-hold.ts'
import { SessionHost } from '../../../bookings/sessions/components/session-host.tsx'
import { PartyNotes } from '../../../bookings/notes/components/party-notes.tsx'
import { PartyName } from '../../../bookings/new-bookings/components/still-here.tsx'
import { dueSentence } from '../../../bookings/payments/payment.ts'
import {
  alsoGuides,
  stillToChooseSentence,
  cameTo,
  fewerLeft,
  guestsSentence,
  overBy,
  type Party,
  type Session,
  sessionPlaces,
} from '../../../bookings/sessions/session.ts'
import './running-order.css'

/** Lists a day's sessions in order of time, each with its places and parties. */
export function RunningOrder({
  area,
  sessions,
  parties,
  level: Heading = 'h3',
  addTo,
  actions,
  hosts,
  onMove,
}: {
  area: StaffArea
  sessions: Session[]
  parties: Party[]
  level?: 'h2' | 'h3'
  /** Returns the link that adds a booking to a session, or null if the session takes no bookings. */
  addTo?: (session: Session) => string | null
  /** Returns the buttons of a party. */
  actions?: (party: Party) => ReactNode
  /** The hosts that staff can choose for each session. */
  hosts?: { id: string; name: string }[]
  /** Returns the function that asks where to move a session, or null if the session cannot be moved. */
  onMove?: (session: Session) => (() => void) | null
}) {
  return (
    <ol>
      {sessions.map((session, n) => (
        <li key={n} className="session">
          <p className="at">
            {session.start_time ? formatTime(session.start_time) : 'No time'}
            {session.end_time && <small>to {formatTime(session.end_time)}</small>}
          </p>
          <div>
            <div className="between">
              <Heading>{session.title}</Heading>
              <span className="small soft num">{placesSentence(session)}</span>
            </div>
            <PlacesBar taken={session.guests} of={session.capacity ?? session.own_places ?? 0} />
            <ul hidden={parties.length === 0}>
              {partiesOf(session, parties).map((party) => (
                <li key={party.id} className="party">
                  <div>
                    <PartyName area={area} party={party} />{' '}
                    <span className="soft">
                      <span className="num">{guestsSentence(party)}</span>
                    </span>
                    {party.due !== 0 && <span className="due num"> {dueSentence(party.due)}</span>}
                    {party.status !== 'cancelled' && <PartyNotes party={party} />}
                  </div>
                  <span className="row party-actions">
                    {actions?.(party)}
                    <StatusPill {...statusPillOf(party)} />
                  </span>
                </li>
              ))}
            </ul>
            {hosts ? (
              <SessionHost session={session} hosts={hosts} />
            ) : (
              session.host && <p className="small soft">{session.host.name}</p>
            )}
            {alsoGuides(session, sessions) && (
              <p className="small also-guides">
                <Icon name="alert" />
                {alsoGuides(session, sessions)}
              </p>
            )}
            {session.group_holds.map((hold) => (
              <p key={hold.id} className="small soft">
                {heldSentence(hold)}
              </p>
            ))}
            {sessionActions(session, addTo?.(session) ?? null, onMove?.(session) ?? null)}
          </div>
        </li>
      ))}
    </ol>
  )
}

function sessionActions({ title, start_time }: Session, to: string | null, onMove: (() => void) | null) {
  if (to === null && onMove === null) return null
  const which = `${title}${start_time ? ` at ${formatTime(start_time)}` : ''}`
  return (
    <p className="row no-print">
      {to !== null && (
        <ButtonLink small variant="text" icon="plus" to={to}>
          Add a booking<span className="sr"> to {which}</span>
        </ButtonLink>
      )}
      {onMove !== null && (
        <Button type="button" small variant="text" icon="clock" aria-haspopup="dialog" onClick={onMove}>
          Move the whole session …<span className="sr"> {which}</span>
        </Button>
      )}
    </p>
  )
}

/** Returns the parties of a session. Cancelled parties are last. */
export function partiesOf({ experience_id, slot_date, start_time }: Session, parties: Party[]): Party[] {
  const inSession = parties.filter(
    (party) =>
      party.experience_id === experience_id &&
      party.booking_date === slot_date &&
      party.start_time === start_time,
  )
  const isCancelled = ({ status }: Party) => Number(status === 'cancelled')
  return inSession.toSorted((a, b) => isCancelled(a) - isCancelled(b))
}

/**
 * Returns a session's figures, such as '8 of 12 places, 2 did not come' or 'called off, 9 guests still to
 * choose'. If fewer places can be booked than are free, says how many and why: '0 of 10 places, 9 left: the
 * host is with 1 other'.
 */
export function placesSentence(session: Session): string {
  const { capacity, guests, called_off } = session
  const absent = cameTo([session]).missed
  const missed = absent > 0 ? `, ${absent} did not come` : ''
  if (called_off > 0) {
    const rest = guests === 0 ? '' : `, ${countOf(guests, 'guest')} booked`
    return `${stillToChooseSentence(session)}${rest}`
  }
  // A day that a device stored before this field was introduced lacks the field.
  if (session.own_places != null)
    return `${guests} of ${countOf(session.own_places, 'place')}, not offered online${missed}`
  if (capacity === null) return `closed, ${countOf(guests, 'guest')} booked`
  const over = overBy(session)
  const left = fewerLeft([session])
  const fewer = left === null ? '' : `, ${leftSentence(left, session)}`
  return `${guests} of ${countOf(capacity, 'place')}${over > 0 ? `, over by ${over}` : ''}${fewer}${missed}`
}

const leftSentence = (left: number, session: Session) =>
  left > 0 && !session.host_guests ? `${left} left` : sessionPlaces(left, session).toLowerCase()
