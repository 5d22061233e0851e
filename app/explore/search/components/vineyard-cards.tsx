import { href, Link } from 'react-router'
import { pictureOf } from '../../../platform/media/picture.ts'
import { FavouriteHeart } from '../../favourites/components/favourite-button.tsx'
import type { Day } from '../../../platform/days.ts'
import { CardsSkeleton } from '../../../ui/page/skeleton.tsx'
import { IconText } from '../../../ui/pictures/icon-text.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { moods } from '../../../ui/pictures/drawings.tsx'
import { locationOf } from '../../../catalogue/vineyards/vineyard.ts'
import type { FoundVineyard } from '../search.server.ts'
import { CardChips, FactsLine, NextSlotLine, RatingLine } from './card-facts.tsx'
import { formatMiles } from '../near.ts'
import { queryOf, type Trip } from '../trip.ts'
import { DemoRibbon, VineyardBadge } from '../../../catalogue/vineyards/components/vineyard-badge.tsx'

/** A grid of cards, or compact rows. Each card links to its vineyard and passes on the chosen day and party. */
export function VineyardCards({
  vineyards,
  today,
  trip = {},
  compact = false,
  eager = !compact,
}: {
  vineyards: FoundVineyard[]
  today: Day
  trip?: Trip
  compact?: boolean
  /** Whether the first picture is above the fold on a phone, so that it loads before all others. */
  eager?: boolean
}) {
  return (
    <ul className={compact ? 'cards compact plain' : 'cards plain'}>
      {vineyards.map((vineyard, n) => {
        const { id, name, description, facts, distance, rating } = vineyard
        const where = locationOf(vineyard)
        return (
          <li className="card" key={id}>
            <PictureFrame
              picture={pictureOf(vineyard.scene_url ?? vineyard.cover_image_url ?? vineyard.poster_url)}
              sizes={compact ? '9rem' : '(min-width: 64rem) 24rem, (min-width: 44rem) 50vw, 100vw'}
              eager={eager && n === 0}
              mood={moods[n % moods.length]}
            >
              <VineyardBadge vineyard={vineyard} />
              <DemoRibbon vineyard={vineyard} />
            </PictureFrame>
            <h3>
              <Link to={href('/vineyard/:id', { id }) + queryOf(trip)}>{name}</Link>
            </h3>
            <FavouriteHeart vineyard={vineyard} />
            {(where || distance !== null || rating) && (
              <p className="meta">
                {where && <IconText icon="pin">{where}</IconText>}
                {distance !== null && <IconText icon="route">{formatMiles(distance)} away</IconText>}
                {rating && <RatingLine rating={rating} />}
              </p>
            )}
            {description && <p className="clamp">{description}</p>}
            {facts && <NextSlotLine facts={facts} today={today} />}
            {facts && <CardChips facts={facts} />}
            <div className="card-foot">
              {facts ? <FactsLine facts={facts} /> : <span />}
              {/* This only looks like a button: the link of the name covers the whole card. */}
              <span className="btn btn-text" aria-hidden="true">
                View Details
              </span>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function VineyardCardsSkeleton() {
  return <CardsSkeleton label="Loading vineyards" cards={6} />
}
