import { countOf } from '../../../platform/text/counts.ts'
import { attendanceLabels, statusPillOf } from '../../booking.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { dueSentence } from '../../payments/payment.ts'
import { bookingLink, fromToday } from '../../staff-links.tsx'
import { PartyNotes } from '../../notes/components/party-notes.tsx'
import { hasStarted, isExpected, timeInLondon, type TodayParty } from '../today.ts'
import type { TodayStore } from '../today-store.ts'
import { PartyMoney } from './party-money.tsx'

type Props = { party: TodayParty; store: TodayStore; now: number }

/** The row of a party, with its marks and payments. If `opens`, the name links to the booking. */
export function PartyRow({ party, store, now, opens }: Props & { opens: boolean }) {
  const { attendance, guest_name, overruled, reference, walk_in_key, due } = party
  return (
    <li
      id={walk_in_key ?? undefined}
      tabIndex={-1}
      className="today-party"
      data-attendance={isExpected(party) ? (attendance ?? undefined) : 'cancelled'}
      data-reference={reference}
    >
      <div>
        <h3>
          {opens && reference !== walk_in_key ? (
            <a href={`${bookingLink('winemaker', reference)}?from=${fromToday}`}>{guest_name}</a>
          ) : (
            guest_name
          )}
        </h3>
        <p>
          <strong className="num">{countOf(party.number_of_guests, 'guest')}</strong>{' '}
          {attendance === null && due > 0 && <span className="num">{dueSentence(due)} </span>}
          <span className="soft small num">{reference === walk_in_key ? 'Not sent yet' : reference}</span>
        </p>
        {party.sold_by && isExpected(party) && (
          <p className="today-note">
            <Icon name="info" />
            <span>Sold by {party.sold_by}: the guest may have paid there.</span>
          </p>
        )}
        {isExpected(party) && <PartyNotes party={party} />}
        {overruled && isExpected(party) && (
          <p className="today-note">
            <Icon name="alert" />
            <span>
              Two devices marked this party. This list shows the mark that counts. The other mark (
              {overruled.attendance === null ? 'Undo' : attendanceLabels[overruled.attendance]} at{' '}
              {timeInLondon(overruled.marked_at)}) does not count.
            </span>
          </p>
        )}
      </div>
      <PartyMarks party={party} store={store} now={now} />
    </li>
  )
}

/** The buttons of a party: Arrived and No-show, or the recorded mark with its Undo; and the buttons for payments. */
export function PartyMarks({ party, store, now }: Props) {
  const { attendance, due, money } = party
  if (!isExpected(party))
    return (
      <div className="today-actions">
        <StatusPill {...statusPillOf(party)} />
        {(due < 0 || money.length > 0) && <PartyMoney party={party} store={store} />}
      </div>
    )
  return (
    <div className="today-actions">
      <Attendance party={party} store={store} now={now} />
      {(attendance === 'arrived' || money.length > 0) && <PartyMoney party={party} store={store} />}
    </div>
  )
}

function Attendance({ party, store, now }: Props) {
  const { attendance, arrived_guests, guest_name, marked_at, money, number_of_guests, walk_in_key } = party
  const name = <span className="sr"> {guest_name}</span>
  const record = (next: TodayParty['attendance'], came: number | null = null) => {
    const label = next === null ? 'Undo' : attendanceLabels[next]
    const count = came === null ? '' : ` (${came} of ${number_of_guests})`
    void store.mark(party, { attendance: next, arrived_guests: came }, `${guest_name}: ${label}${count}`)
  }
  if (attendance === null)
    return (
      <div className="today-marks">
        <Button variant="primary" icon="tick" onClick={() => record('arrived')}>
          Arrived{name}
        </Button>
        {hasStarted(party, now) && (
          <Button icon="cross" onClick={() => record('no_show')}>
            No-show{name}
          </Button>
        )}
      </div>
    )
  const came = arrived_guests ?? number_of_guests
  // Undoing the arrival of a walk-in removes the walk-in. Its payments must be undone first.
  const isWalkIn = walk_in_key !== null && attendance === 'arrived'
  const mayUndo = !isWalkIn || money.length === 0
  const undo = () =>
    isWalkIn
      ? void store.undoWalkIn(party, `${guest_name}, ${countOf(number_of_guests, 'guest')}: Undo`)
      : record(null)
  const set = (count: number) => record('arrived', count === number_of_guests ? null : count)
  return (
    <div className="today-attendance">
      <p className="today-marked">
        <Icon name={attendance === 'arrived' ? 'tick' : 'cross'} />
        <span>
          <strong>{attendanceLabels[attendance]}</strong>{' '}
          {marked_at && <span className="soft small">{timeInLondon(marked_at)}</span>}
        </span>
      </p>
      {attendance === 'arrived' && number_of_guests > 1 && (
        <div className="today-count" role="group" aria-label={`How many of ${guest_name}’s party came`}>
          <Button icon="minus" aria-label="One fewer" disabled={came <= 1} onClick={() => set(came - 1)} />
          <span className="num" role="status">
            {came === number_of_guests ? `All ${came}` : `${came} of ${number_of_guests}`}
          </span>
          <Button
            icon="plus"
            aria-label="One more"
            disabled={came >= number_of_guests}
            onClick={() => set(came + 1)}
          />
        </div>
      )}
      {mayUndo && (
        <Button variant="text" onClick={undo}>
          Undo{name}
        </Button>
      )}
    </div>
  )
}
