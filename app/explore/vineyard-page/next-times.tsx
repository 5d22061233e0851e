import { href, Link } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { NextDay } from '../search/components/card-facts.tsx'
import { queryOf, type Trip, tripFor } from '../search/trip.ts'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { Live } from '../../ui/page/live.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'

/** The next times of an experience. A press opens the booking form with day, time and party chosen. */
export function NextTimes({
  vineyardId,
  offer: { id, title, next_day, next_times },
  trip,
  today,
}: {
  vineyardId: string
  offer: ExperienceOffer
  trip: Trip
  today: Day
}) {
  if (next_day === null) return null
  const form = href('/book-now/:id', { id: vineyardId })
  return (
    <div className="next-times">
      <p className="meta">
        <NextDay day={next_day} today={today} />
      </p>
      <Live instead="">
        <ul className="plain" aria-label={`Next times for ${title}`}>
          {next_times.map(({ query, day, time, places, is_few }) => (
            <li key={query}>
              <Link to={form + query}>
                <span>{day}</span> <b>{time}</b>{' '}
                <small className={is_few ? 'few' : undefined}>{places}</small>
              </Link>
            </li>
          ))}
          <li>
            <Link className="more" to={`${form}${queryOf({ experience: id, ...trip })}#day-heading`}>
              More dates<span className="sr"> for {title}</span>
            </Link>
          </li>
        </ul>
      </Live>
    </div>
  )
}

type BookProps = { vineyardId: string; offers: ExperienceOffer[]; trip: Trip }

/** The price, the next available day and a Book link beside the vineyard's name. */
export function BookHead(props: BookProps) {
  return <BookPart {...props} className="book-beside" label="Price and next available day" />
}

/** The price, the next available day and a Book link at the bottom of a phone's screen, while `BookHead` is out of sight. */
export function BookBar(props: BookProps) {
  return <BookPart {...props} className="book-bar" label="Book" />
}

/** The parts that `BookHead` and `BookBar` share. With several experiences, the link leads to their list. */
function BookPart({
  vineyardId,
  offers,
  trip,
  className,
  label,
}: BookProps & { className: string; label: string }) {
  const [cheapest] = offers
  if (!cheapest) return null
  const soonest = offers.filter(({ next_day }) => next_day !== null).toSorted(bySoonest)[0]
  const next = soonest?.next_times[0]
  return (
    <Live instead="">
      <aside className={`${className} no-print`} aria-label={label}>
        <p>
          <span>
            {offers.length > 1 && 'from '}
            <b className="num">{formatMoney(cheapest.price_per_person, cheapest.currency)}</b> a person
          </span>
          {next && <small>Next: {offers.length > 1 ? next.day : `${next.day}, ${next.time}`}</small>}
        </p>
        {offers.length > 1 ? (
          <ButtonAnchor variant="primary" href="#experiences">
            Book
          </ButtonAnchor>
        ) : (
          <ButtonLink
            variant="primary"
            to={
              href('/book-now/:id', { id: vineyardId }) +
              (next?.query ?? queryOf({ experience: cheapest.id, ...tripFor(cheapest, trip) }))
            }
          >
            Book
          </ButtonLink>
        )}
      </aside>
    </Live>
  )
}

const bySoonest = (a: ExperienceOffer, b: ExperienceOffer) => (a.next_day! < b.next_day! ? -1 : 1)
