import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

import { statusPillOf } from '../../../bookings/booking.ts'
import { queryOf } from '../../search/trip.ts'
import { type Day, formatDay, formatTime, type Time } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Badge, StatusPill } from '../../../ui/badge.tsx'
import { ButtonAnchor, ButtonLink } from '../../../ui/button.tsx'
import { TaxiLine } from './taxi-line.tsx'
import { postalAddressOf, locationOf } from '../../../catalogue/vineyards/vineyard.ts'
import { guestsAt, nameOf, type Stop } from '../itinerary.ts'
import type { Opening } from '../open-itinerary.server.ts'

/** A stop with its booking, or with the times that can be booked. `children` lets the maker swap the stop. */
export function StopView({
  stop,
  date,
  party,
  opening,
  isOver,
  byCar,
  booking: booksAt,
  children,
}: {
  stop: Stop
  /** The day for which the stop is planned; null for any day */
  date: Day | null
  party: number
  opening: Opening | undefined
  /** Whether the day has passed, so that the visit cannot be booked */
  isOver: boolean
  /** Whether the guests come by car, and so need no taxi. */
  byCar: boolean
  /** Where visits are booked: in the form below, or on the vineyard's page. 'by_maker': a friend is looking and cannot book. */
  booking: 'below' | 'page' | 'by_maker'
  children?: ReactNode
}) {
  const { vineyard, experience, booking, booked, note, start_time } = stop
  const where = vineyard?.is_visible ? (postalAddressOf(vineyard) ?? locationOf(vineyard)) : ''
  const cannot = opening?.kind === 'held' || opening?.kind === 'party' || booksAt === 'by_maker'
  const mayBook = !booked && !isOver && vineyard?.is_visible && experience && !cannot
  const book = (
    <>
      Book Now<span className="sr"> {experience?.title}</span>
    </>
  )
  const guests = guestsAt(stop, party)
  const availability = opening && openingSentence(opening, start_time, party)
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
      {!byCar && vineyard?.is_visible && <TaxiLine taxis={vineyard.taxis} />}
      {vineyard && !vineyard.is_visible && (
        <p className="soft">
          This vineyard is no longer listed here.{' '}
          {booked ? 'Your booking is still valid, but please' : 'Please'} contact the vineyard before you go.
        </p>
      )}
      {experience && (
        <p>
          {experience.title}
          {stop.price != null && (
            <span className="soft">
              , {formatMoney(stop.price, 'GBP')}
              {guests > 1 && ` for ${guests}`}
            </span>
          )}
        </p>
      )}
      {note && <p className="soft">{note}</p>}
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
          <StatusPill {...statusPillOf(booking)} />
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
      {availability && !availability.isBad && <p className="soft">{availability.text}</p>}
      {availability?.isBad && (
        <p>
          <Badge tone="note" icon="alert">
            {availability.text}
          </Badge>
        </p>
      )}
      {mayBook && (
        <p className="no-print">
          {booksAt === 'below' && opening?.kind === 'free' ? (
            <ButtonAnchor small href="#book-plan">
              {book}
            </ButtonAnchor>
          ) : (
            <ButtonLink
              small
              to={
                href('/book-now/:id', { id: vineyard.id }) +
                queryOf({
                  experience: experience.id,
                  ...(date && { date }),
                  ...(start_time && { time: start_time.slice(0, 5) }),
                  guests: String(party),
                })
              }
            >
              {book}
            </ButtonLink>
          )}
        </p>
      )}
      {children}
    </>
  )
}

/** Returns a sentence about the bookable times, and whether the sentence is a warning. */
function openingSentence(opening: Opening, planned: Time | null, party: number) {
  const you = party === 1 ? 'you' : `the ${party} of you`
  if (opening.kind === 'free') return { text: `There are places for ${you}.`, isBad: false }
  if (opening.kind === 'held')
    return { text: 'Places are held until the guest confirms this visit.', isBad: false }
  if (opening.kind === 'party') return { text: `Not available for a party of ${party}.`, isBad: true }
  const { kind, starts } = opening
  const others = starts.map(formatTime)
  if (kind === 'choose')
    return others.length > 0
      ? { text: `There are places for ${you} at ${list.format(others)}.`, isBad: false }
      : { text: `There are no places for ${you} that day. Try another day.`, isBad: true }
  const start = planned === null ? 'This time' : formatTime(planned)
  const lost =
    kind === 'full' ? `${start} no longer has places for ${you}.` : `${start} cannot be booked that day.`
  const instead =
    others.length > 0
      ? ` There are places at ${list.format(others)}.`
      : ' No other time that day has places either. Try another day.'
  return { text: lost + instead, isBad: true }
}

const list = new Intl.ListFormat('en-GB')
