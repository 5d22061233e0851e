import { href } from 'react-router'

import { formatMoney } from '../../platform/money.ts'
import { queryOf, type Trip, tripFor } from '../search/trip.ts'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { Live } from '../../ui/page/live.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'

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
