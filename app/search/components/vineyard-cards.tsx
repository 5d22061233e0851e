import { href, Link } from 'react-router'
import { pictureOf } from '../../media/picture.ts'
import type { Day } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { CardsSkeleton } from '../../ui/skeleton.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { moods } from '../../ui/scene.tsx'
import { placeOf } from '../../vineyards/vineyard.ts'
import { FactsLine } from './card-facts.tsx'
import type { FoundVineyard } from '../explore.server.ts'
import { formatMiles } from '../near.ts'
import { queryOf, type Trip } from '../search-terms.ts'
import { DemoRibbon, VineyardBadge } from '../../vineyards/components/vineyard-badge.tsx'

/** Cards that are above the fold on a wide screen; their pictures are not put off. */
const eagerCards = 3
const skeletons = 6

/** Vineyards side by side. The whole card leads to the vineyard, with what is already chosen of a visit. */
export function VineyardCards({
  vineyards,
  today,
  trip = {},
}: {
  vineyards: FoundVineyard[]
  today: Day
  trip?: Trip
}) {
  return (
    <ul className="cards plain">
      {vineyards.map((vineyard, n) => (
        <li className="card" key={vineyard.id}>
          <VineyardCard vineyard={vineyard} today={today} trip={trip} place={n} />
        </li>
      ))}
    </ul>
  )
}

function VineyardCard({
  vineyard,
  today,
  trip,
  place,
}: {
  vineyard: FoundVineyard
  today: Day
  trip: Trip
  place: number
}) {
  const { name, description, cover_image_url, facts, distance } = vineyard
  const where = placeOf(vineyard)
  return (
    <>
      <PictureFrame
        picture={pictureOf(cover_image_url)}
        sizes="(min-width: 64rem) 24rem, (min-width: 44rem) 50vw, 100vw"
        eager={place < eagerCards}
        mood={moods[place % moods.length]}
      >
        <VineyardBadge vineyard={vineyard} />
        <DemoRibbon vineyard={vineyard} />
      </PictureFrame>
      <h3>
        <Link to={href('/vineyard/:id', { id: vineyard.id }) + queryOf(trip)}>{name}</Link>
      </h3>
      {(where || distance !== null) && (
        <p className="meta">
          {where && (
            <span>
              <Icon name="pin" />
              {where}
            </span>
          )}
          {distance !== null && (
            <span>
              <Icon name="route" />
              {formatMiles(distance)} away
            </span>
          )}
        </p>
      )}
      {description && <p className="clamp">{description}</p>}
      {facts && <FactsLine facts={facts} today={today} />}
      <p className="go">
        <span className="soft">
          {facts && (
            <>
              from <strong className="num">{formatMoney(facts.from.price, facts.from.currency)}</strong> a
              person
            </>
          )}
        </span>
        {/* The name's link covers the card, so this is only what it looks like: one tab stop, one link read out. */}
        <span className="btn btn-text" aria-hidden="true">
          View Details
        </span>
      </p>
    </>
  )
}

/** The list while it loads. */
export function VineyardCardsSkeleton() {
  return <CardsSkeleton label="Loading vineyards" cards={skeletons} />
}
