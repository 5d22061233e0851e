import { href, Link } from 'react-router'

import { noAlertSentence, OpeningAlertForm } from '../opening-alerts/components/opening-alert-form.tsx'
import type { Day } from '../../platform/days.ts'
import { VineyardCards } from '../search/components/vineyard-cards.tsx'
import { formatMiles } from '../search/near.ts'
import type { FoundVineyard } from '../search/search.server.ts'
import { queryOf, type Trip } from '../search/trip.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Facts } from '../../ui/pictures/ticket.tsx'
import type { Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'

/** A town, and its distance from the vineyard in kilometres */
export type TownNearby = { title: string; distance: number }

/** The known facts about a vineyard without experiences: website, location, and the nearest vineyards that can be booked */
export function KnownFacts({
  vineyard,
  town,
  near,
  trip,
}: {
  vineyard: Vineyard
  town: TownNearby | null
  near: FoundVineyard[]
  trip: Trip
}) {
  const { city, region, postcode, website, is_verified } = vineyard
  const nearest = (
    <ul className="plain">
      {near.map(({ id, name, distance }) => (
        <li key={id}>
          <Link to={href('/vineyard/:id', { id }) + queryOf(trip)}>{name}</Link>
          {distance !== null && `, ${formatMiles(distance).replaceAll(' ', '\u00a0')}`}
        </li>
      ))}
    </ul>
  )
  return (
    <div className="known-facts stack">
      {website && (
        <p>
          <ButtonAnchor variant="primary" href={website} target="_blank" rel="noopener">
            Visit their website
          </ButtonAnchor>
        </p>
      )}
      <Facts
        variant="sumlist facts-across"
        items={[
          ...(city ? [{ term: 'Town or village', value: city }] : []),
          ...(region ? [{ term: 'County', value: region }] : []),
          ...(town
            ? [{ term: 'Nearest town', value: `${town.title}, ${formatMiles(town.distance)} away` }]
            : []),
          ...(postcode ? [{ term: 'Postcode', value: postcode }] : []),
          ...(near.length > 0 ? [{ term: 'Nearest bookable', value: nearest }] : []),
          { term: 'Online booking', value: 'Not yet' },
          {
            term: 'Managed by',
            value: is_verified ? (
              'The vineyard'
            ) : (
              <Link to={href('/sources')}>Chalk &amp; Vine, from public sources</Link>
            ),
          },
        ]}
      />
    </div>
  )
}

/** Offers an email when the vineyard opens for booking, if the site sends emails. */
export function UntilItOpens({ vineyard }: { vineyard: Pick<Vineyard, 'id' | 'name'> }) {
  const emails = useSendsEmail()
  return (
    <section className="panel space-above stack-sm" aria-labelledby="opening-alert">
      <h3 id="opening-alert">Tell me when it opens for booking</h3>
      {emails ? (
        <>
          <p>We’ll email you once, when {vineyard.name} takes its first bookings here.</p>
          <OpeningAlertForm vineyardId={vineyard.id} />
        </>
      ) : (
        <p>{noAlertSentence}</p>
      )}
    </section>
  )
}

/** The nearest vineyards with a free day. */
export function BookableNear({
  vineyards,
  today,
  trip,
}: {
  vineyards: FoundVineyard[]
  today: Day
  trip: Trip
}) {
  return (
    <section className="wrap bookable-near stack" aria-labelledby="bookable-near">
      <h2 id="bookable-near">Nearest vineyards you can book</h2>
      <VineyardCards vineyards={vineyards} today={today} trip={trip} eager={false} />
      <p>
        <Link to={href('/explore') + queryOf(trip)}>All vineyards</Link>
      </p>
    </section>
  )
}
