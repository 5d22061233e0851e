import { Fragment } from 'react'
import { Form, href, useLocation } from 'react-router'

import { addDays, type Day, formatDay, formatTime } from '../../../platform/days.ts'
import { formatMoney, timesGuests } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Notice, Refusal } from '../../../ui/page/notice.tsx'
import type { BookableDay, DayProblem, DayVisit } from './bookable-day.server.ts'
import { daysOf, type Itinerary } from '../itinerary.ts'
import type { ItineraryRefusal } from '../edit-form.ts'
import { PartyField } from '../components/party-field.tsx'
import { PlanBooking } from '../components/plan-booking.tsx'
import './visits.css'

/** Lets visitors choose a day and party for a curated itinerary, see which visits have places, and book these together. */
export function BookDay({
  itinerary: { id, title, party, travel },
  bookable: { typed, problems, offer, unfit, isRead, failed },
  today,
  copy,
  refusal,
}: {
  itinerary: Pick<Itinerary, 'id' | 'title' | 'party' | 'travel'>
  bookable: BookableDay
  today: Day
  /** The id and edit key of the itinerary that booking creates */
  copy: { id: string; key: string }
  /** Why booking was refused, with the typed values */
  refusal: ItineraryRefusal | null
}) {
  const { search } = useLocation()
  const section = useRefusalFocus<HTMLElement>(refusal)
  const path = href('/itinerary/:id', { id })
  const booked = offer?.visits.flatMap((visit) => (visit.visit ? [visit] : [])) ?? []
  const isWhole = offer !== null && booked.length === offer.visits.length
  return (
    <section className="book-day no-print" ref={section} aria-labelledby="book-day">
      <h2 id="book-day">Book this plan</h2>
      {refusal?.sentence && <Refusal>{refusal.sentence}</Refusal>}
      <Form action={`${path}#book-day`} className="row" preventScrollReset>
        <TextField
          label="Day to book"
          name="date"
          type="date"
          min={today}
          defaultValue={offer?.date ?? typed.date}
          key={offer?.date ?? typed.date}
          hint="Leave blank for the next day with places at every visit."
          error={problems.date}
        />
        <PartyField
          label="How many of you?"
          name="guests"
          inputMode="numeric"
          defaultValue={typed.guests || party}
          error={problems.guests}
        />
        <Button variant={offer ? 'line' : 'primary'}>See the times</Button>
      </Form>
      {failed && <Notice tone="bad">We couldn’t read the times just now. Please try again.</Notice>}
      {isRead && !offer && (
        <Notice tone="info" role="status">
          {unfit.length > 0
            ? `No day has places for ${typed.guests} at every visit: ${list.format(unfit)}. `
            : `No day in the next weeks has places for ${typed.guests} at every visit. `}
          Choose a day to see which visits have places.
        </Notice>
      )}
      {offer && (
        <>
          {daysOf(offer.visits).map(({ day, stops }) => (
            <Fragment key={day}>
              <h3>{formatDay(addDays(offer.date, day))}</h3>
              <ul className="plain result-list">
                {stops.map((visit) => (
                  <li key={visit.stop} className="between">
                    <VisitLine visit={visit} party={offer.party} />
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
          {!isWhole && (
            <Notice tone="info" role="status">
              <p>
                {booked.length === 0
                  ? 'None of the visits can be booked for that day.'
                  : 'Some visits cannot be booked for that day, so they are left out.'}{' '}
                {offer.next === null && 'None of the 60 days after that day has places at every visit.'}
              </p>
              {offer.next && (
                <p className="space-above-tiny">
                  <ButtonLink
                    small
                    to={`${path}?date=${offer.next}&guests=${offer.party}#book-day`}
                    preventScrollReset
                  >
                    Choose {formatDay(offer.next)}, with places at every visit
                  </ButtonLink>
                </p>
              )}
            </Notice>
          )}
          {booked.length > 0 && (
            <PlanBooking
              key={`${offer.date} ${offer.party}`}
              action={path + search}
              post={{ ...copy, title, visit_date: offer.date, party: offer.party, travel }}
              visits={booked}
              refusal={refusal}
            />
          )}
        </>
      )}
    </section>
  )
}

const list = new Intl.ListFormat('en-GB')

const problemTexts: Record<DayProblem, (party: number, group: string | null) => string> = {
  none: () => 'Not on that day',
  full: (party) => `No places for ${party}`,
  party: (_, group) => `For ${group} guests`,
  unfit: () => 'No time that fits with the other visits',
}

/**
 * A visit with its price for the party, or the reason why it cannot be booked. `date` is shown if the visits of a list are on
 * several days.
 */
export function VisitLine({ visit, party, date }: { visit: DayVisit; party: number; date?: Day | false }) {
  return (
    <>
      <span>
        {date && `${formatDay(date)}, `}
        {visit.visit && <strong className="num">{formatTime(visit.visit.start_time)} </strong>}
        {visit.vineyard} <span className="soft small">{visit.title}</span>
        {visit.visit && (
          <span className="soft small visit-terms">
            {visit.cancellation}
            {visit.is_demo && ' Demonstration estate: nobody is expecting you.'}
          </span>
        )}
      </span>
      {visit.visit ? (
        <span className="num">{formatMoney(timesGuests(visit.visit.price_per_person, party), 'GBP')}</span>
      ) : (
        <Badge tone="note" icon="alert">
          {problemTexts[visit.problem](party, visit.group)}
        </Badge>
      )}
    </>
  )
}
