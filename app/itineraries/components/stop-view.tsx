import { href, Link } from 'react-router'

import { statusDetails } from '../../bookings/booking.ts'
import { queryOf } from '../../search/search-terms.ts'
import { type Day, formatDay, formatTime } from '../../platform/days.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { postalAddressOf, placeOf } from '../../vineyards/vineyard.ts'
import { nameOf, type Stop } from '../itinerary.ts'
import { type Opening, openingSentence } from '../opening.ts'

/** A stop as it is read: what it is, whether it is booked, and what can be booked where it is not. */
export function StopView({
  stop,
  date,
  party,
  opening,
  isOver,
}: {
  stop: Stop
  /** The day it is planned for; null for any. */
  date: Day | null
  party: number
  opening: Opening | undefined
  /** Nobody books what has passed. */
  isOver: boolean
}) {
  const { vineyard, experience, booking, booked, note, start_time } = stop
  const where = vineyard?.is_visible ? (postalAddressOf(vineyard) ?? placeOf(vineyard)) : ''
  const said = opening && openingSentence(opening, start_time, party)
  return (
    <>
      <h3>
        {vineyard?.is_visible ? (
          <Link to={href('/vineyard/:id', { id: vineyard.id })}>{vineyard.name}</Link>
        ) : (
          nameOf(stop)
        )}
      </h3>
      {where && <p className="soft small">{where}</p>}
      {vineyard && !vineyard.is_visible && (
        <p className="soft">
          It is no longer listed here. {booked ? 'What is booked stands, but please' : 'Please'} ask it before
          you go.
        </p>
      )}
      {experience && <p>{experience.title}</p>}
      {note && <p className="soft note-text">{note}</p>}
      {booked && date !== null && booked.date !== date && (
        <p>
          <Badge tone="note" icon="calendar">
            Booked for {formatDay(booked.date)}
            {booked.start_time && ` at ${formatTime(booked.start_time)}`}, not for this day
          </Badge>
        </p>
      )}
      {booking ? (
        <p className="row">
          <StatusPill {...statusDetails[booking.status]} />
          <Link to={href('/booking/:id', { id: booking.id })}>Booking {booking.reference}</Link>
        </p>
      ) : (
        booked && (
          <p>
            <Badge tone="yes" icon="tick">
              Booked
            </Badge>
          </p>
        )
      )}
      {said && !said.isBad && <p className="soft">{said.text}</p>}
      {said?.isBad && (
        <p>
          <Badge tone="note" icon="alert">
            {said.text}
          </Badge>
        </p>
      )}
      {!booked && !isOver && vineyard?.is_visible && experience && (
        <p className="no-print">
          <ButtonLink
            small
            to={
              href('/book-now/:id', { id: vineyard.id }) +
              queryOf({ experience: experience.id, ...(date && { date }), guests: String(party) })
            }
          >
            Book Now<span className="sr"> {experience.title}</span>
          </ButtonLink>
        </p>
      )}
    </>
  )
}
