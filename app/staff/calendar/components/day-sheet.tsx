import { heldSentence } from '../../../bookings/group-holds/group-hold.ts'
import { alsoGuides, guestsFigure, type Party, type Session } from '../../../bookings/sessions/session.ts'
import { isExpected } from '../../../bookings/today/today.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatTime } from '../../../platform/days.ts'
import { formatTags, linesOf } from '../../../bookings/notes/notes.ts'
import { partiesOf, placesSentence } from './running-order.tsx'

/** The printed list of a day: its parties by session, each with a box to tick, then the called-off and cancelled parties. */
export function DaySheet({ sessions, parties }: { sessions: Session[]; parties: Party[] }) {
  const listed = sessions.map((session) => {
    const all = partiesOf(session, parties)
    return { session, expected: all.filter(isExpected) }
  })
  const expected = listed.flatMap((each) => each.expected)
  const days = new Set(sessions.map(({ slot_date }) => slot_date))
  const absent = parties.filter((party) => !isExpected(party) && days.has(party.booking_date))
  const [cancelled, calledOff] = [
    absent.filter(({ status }) => status === 'cancelled'),
    absent.filter(({ status }) => status !== 'cancelled'),
  ]
  return (
    <table className="day-sheet">
      <thead>
        <tr>
          <th scope="col">Came</th>
          <th scope="col">Party</th>
          <th scope="col">Guests</th>
          <th scope="col">Notes</th>
          <th scope="col">Phone</th>
        </tr>
      </thead>
      {listed.map(({ session, expected }, n) => (
        <tbody key={n}>
          <tr>
            <th colSpan={5} scope="rowgroup">
              {session.start_time ? formatTime(session.start_time) : 'No time'}
              {session.end_time && ` to ${formatTime(session.end_time)}`}: {session.title}
              {session.host && `, ${session.host.name}`}
              <span>
                {expected.length > 0 && `${countOf(expected.length, 'party', 'parties')}, `}
                {[placesSentence(session), alsoGuides(session, sessions)].filter(Boolean).join('. ')}
              </span>
            </th>
          </tr>
          {expected.map((party) => (
            <PartyRow key={party.id} party={party} />
          ))}
          {session.group_holds.map((hold) => (
            <tr key={hold.id}>
              <td colSpan={5}>{heldSentence(hold)}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tbody>
        <tr className="day-total">
          <th colSpan={2} scope="row">
            {countOf(expected.length, 'party', 'parties')} that day
          </th>
          <td colSpan={3}>{expected.reduce((sum, { number_of_guests }) => sum + number_of_guests, 0)}</td>
        </tr>
      </tbody>
      <AbsentParties heading="Called off" parties={calledOff} />
      <AbsentParties heading="Cancelled" parties={cancelled} />
    </table>
  )
}

/** Lists the parties that are no longer expected. */
function AbsentParties({ heading, parties }: { heading: string; parties: Party[] }) {
  if (parties.length === 0) return null
  return (
    <tbody>
      <tr>
        <th colSpan={5} scope="rowgroup">
          {heading}
        </th>
      </tr>
      {parties.map((party) => (
        <tr key={party.id}>
          <td>–</td>
          <td>
            <s>{party.guest_name}</s>
          </td>
          <td>{party.number_of_guests}</td>
          <td colSpan={2}>{party.start_time && formatTime(party.start_time)}</td>
        </tr>
      ))}
    </tbody>
  )
}

function PartyRow({ party }: { party: Party }) {
  const { guest_name, guest_phone, status, attendance } = party
  return (
    <tr>
      <td>
        <i className="box">
          {attendance === 'arrived' ? '\u2713' : attendance === 'no_show' ? '\u2717' : ''}
        </i>
      </td>
      <td>
        {guest_name}
        {status === 'pending' && ' (pending)'}
      </td>
      <td>{guestsFigure(party)}</td>
      <td>
        {party.tags.length > 0 && <strong>{formatTags(party.tags)}</strong>}
        {linesOf(party).map(({ label, text }) => (
          <div key={label}>
            {label}: {text}
          </div>
        ))}
      </td>
      <td>{guest_phone}</td>
    </tr>
  )
}
