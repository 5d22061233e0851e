import { href } from 'react-router'

import { formatMoney } from '../../platform/money.ts'
import { queryOf, type Trip, tripFor } from '../search/trip.ts'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { Live } from '../../ui/page/live.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'

/**
 * The price, the next available day and a Book link: beside the vineyard's name, and at the bottom of a phone's screen (`isBar`)
 * while the name is out of sight. With several experiences, the link leads to their list.
 */
export function BookBeside({
  vineyardId,
  offers,
  trip,
  isBar = false,
}: {
  vineyardId: string
  offers: ExperienceOffer[]
  trip: Trip
  isBar?: boolean
}) {
  const open = offers.filter(({ next_day }) => next_day !== null)
  const soonest = open.toSorted(bySoonest)[0]
  // The price is that of a visit with places for the party, on the chosen day if there is one.
  const fitting = trip.date ? open.filter(({ next_day }) => next_day === soonest?.next_day) : open
  const [cheapest] = fitting.length > 0 ? fitting : offers
  if (!cheapest) return null
  const next = soonest?.next_times[0]
  return (
    <Live instead="">
      <aside
        className={`${isBar ? 'book-bar' : 'book-beside'} no-print`}
        aria-label={isBar ? 'Book' : 'Price and next available day'}
      >
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
