import { href } from 'react-router'

import { formatDuration } from '../../catalogue/experiences/experience.ts'
import { pictureOf } from '../../platform/media/picture.ts'
import { formatDay } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Badge, StatusPill } from '../../ui/badge.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { MailLink } from '../../ui/mail-link.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import type { QrPath } from '../../ui/pictures/qr-path.ts'
import { Facts, Ticket } from '../../ui/pictures/ticket.tsx'
import type { GettingHere, Taxi } from '../../catalogue/stations/station.ts'
import { phoneLink } from '../../platform/text/phone-link.ts'
import { directionsTo } from '../../catalogue/vineyards/contact-links.ts'
import { postalAddressOf, locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { guestCutoff, statusDetails, statusPillOf } from '../booking.ts'
import type { BookingView } from '../booking.server.ts'
import { formatSlotTimes } from '../../availability/slot.ts'
import { arrivalSentence, cancellationRule, zoneSentence } from '../booking-terms.ts'

import './printed-ticket.css'

const GettingHereList = lazyPart(() => import('../../catalogue/stations/components/getting-here.tsx'))
const VisitFactList = lazyPart(() => import('../../catalogue/experiences/components/visit-fact-list.tsx'))
const RequestAnswers = lazyPart(() => import('../../catalogue/facts/components/request-answers.tsx'))

/** A booking as a ticket. `code` is the QR code for the gate, or null once the visit is over or cancelled. */
export function BookingTicket({
  booking,
  code,
  due,
  paying,
  journey,
  hasPass,
  isFramed,
  now,
}: {
  booking: BookingView & { is_being_cancelled?: boolean }
  code: QrPath | null
  /** The pounds to pay at the vineyard; null if nothing is owed, or if the amount is unknown. */
  due: number | null
  /** What is paid and what is due, as a sentence. */
  paying: string
  /** How a guest without a car travels; null if it is unknown, or if the visit is over or cancelled. */
  journey: { ways: GettingHere | null; taxis: Taxi[] } | null
  /** Whether the site offers the booking for Apple Wallet. */
  hasPass: boolean
  isFramed: boolean
  now: Date
}) {
  const { experience } = booking
  const { vineyard } = experience
  const isUpcoming = statusDetails[booking.status].isUpcoming && booking.called_off_at === null
  const directions = directionsTo(vineyard)
  const address = postalAddressOf(vineyard) ?? locationOf(vineyard)
  const { start_time, end_time } = booking
  // In a frame on another site, Safari does not open a pass.
  const pass = hasPass && !isFramed ? href('/booking/:id/ticket.pkpass', { id: booking.id }) : null
  // An imported booking may have no times.
  const times = start_time && end_time ? formatSlotTimes({ start_time, end_time }) : booking.booking_time
  return (
    <Ticket
      labelledBy="ticket-heading"
      plate={
        <PictureFrame
          picture={pictureOf(vineyard.cover_image_url ?? vineyard.poster_url)}
          sizes="(min-width: 52rem) 72vw, 100vw"
          eager
        />
      }
    >
      <div className="between">
        <h2 id="ticket-heading" className="as-h3">
          {experience.title}
        </h2>
        <StatusPill {...statusPillOf(booking)} />
      </div>
      <p className="when">
        <time dateTime={`${booking.booking_date}T${start_time?.slice(0, 5) ?? '12:00'}`}>
          {formatDay(booking.booking_date)}
          <br />
          {times}
        </time>
      </p>
      <p className="soft small">{zoneSentence}</p>
      {isUpcoming && (
        <Notice tone="good" icon="clock">
          <strong>{arrivalSentence}</strong> {paying}{' '}
          {cancellationRule(
            guestCutoff(booking, experience.cancellation_cutoff_minutes),
            booking.starts_at ?? undefined,
            now,
          )}
        </Notice>
      )}
      {code && (
        <figure className="ticket-code">
          <QrCode code={code} label={`QR code of booking ${booking.reference}`} />
          <figcaption>
            <strong>Show this code when you arrive</strong>
            <br />
            <span className="soft">or give your name.</span>
          </figcaption>
        </figure>
      )}
      <Facts
        items={[
          { term: 'Guests', value: booking.number_of_guests },
          { term: 'Total', value: formatMoney(booking.total_price, booking.currency) },
          { term: 'To pay at the vineyard', value: due === null ? null : formatMoney(due, booking.currency) },
          {
            term: 'Takes',
            value: experience.duration_minutes && formatDuration(experience.duration_minutes),
          },
          { term: 'Name', value: booking.guest_name },
          { term: 'Phone', value: booking.guest_phone },
          { term: 'Reference', value: booking.reference },
        ]}
      />
      {isUpcoming && experience.included && (
        <Facts items={[{ term: 'Included', value: experience.included }]} />
      )}
      {booking.special_requests && (
        <Facts items={[{ term: 'You told the vineyard', value: booking.special_requests }]} />
      )}
      {isUpcoming && booking.special_requests && (
        <RequestAnswers request={booking.special_requests} facts={experience} />
      )}
      {isUpcoming && <VisitFactList heading="Good to know before you come" facts={experience} />}
      <div className="pairs place">
        <address>
          <strong>{vineyard.name}</strong>
          <br />
          {address}
        </address>
        <p>
          {vineyard.phone && (
            <>
              <a href={phoneLink(vineyard.phone)}>{vineyard.phone}</a>
              <br />
            </>
          )}
          {vineyard.email && <MailLink to={vineyard.email} />}
        </p>
      </div>
      {(directions || pass || vineyard.is_demo) && (
        <p className="row space-above">
          {directions && (
            <ButtonAnchor icon="route" href={directions} target="_blank" rel="noopener noreferrer">
              Get Directions
            </ButtonAnchor>
          )}
          {pass && (
            <ButtonAnchor icon="download" href={pass}>
              Add to Apple Wallet
            </ButtonAnchor>
          )}
          {vineyard.is_demo && (
            <Badge tone="note" icon="info">
              Demonstration estate: nobody is expecting you
            </Badge>
          )}
        </p>
      )}
      {journey && <GettingHereList {...journey} credit={!isFramed} />}
    </Ticket>
  )
}
