import { href, Link } from 'react-router'

import { formatMoney } from '../../../platform/money.ts'
import { pictureOf } from '../../../platform/media/picture.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { moods } from '../../../ui/pictures/drawings.tsx'
import { IconText } from '../../../ui/pictures/icon-text.tsx'
import type { IconName } from '../../../ui/pictures/icons.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import type { ItineraryLine } from '../itinerary.server.ts'
import { waysToTravel } from '../means-of-travel.ts'
import './itinerary-cards.css'

/** Curated itineraries as cards, each with the pictures of its vineyards side by side. */
export function ItineraryCards({ itineraries }: { itineraries: ItineraryLine[] }) {
  return (
    <ul className="cards plain space-above">
      {itineraries.map((itinerary, n) => (
        <li key={itinerary.id} className="card">
          <div className="card-pictures">
            {(itinerary.covers.length === 0 ? [null] : itinerary.covers).map((cover, at) => (
              <PictureFrame
                key={cover}
                picture={pictureOf(cover)}
                scene="rows"
                mood={moods[n % moods.length]}
                sizes={at === 0 ? '(min-width: 64rem) 24rem, 100vw' : '(min-width: 64rem) 8rem, 33vw'}
              />
            ))}
          </div>
          <h3>
            <Link to={href('/itinerary/:id', { id: itinerary.id })}>{itinerary.title}</Link>
          </h3>
          <p className="meta">
            {factsOf(itinerary).map(([icon, text]) => (
              <IconText key={icon} icon={icon}>
                {text}
              </IconText>
            ))}
          </p>
          {itinerary.summary && <p className="clamp">{itinerary.summary}</p>}
          {itinerary.price_per_person !== null && (
            <p>
              <span className="soft small">from </span>
              <span className="price">
                {formatMoney(itinerary.price_per_person, 'GBP')}
                <small> per person</small>
              </span>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns the region, the number of visits and days, and whether visitors need a car. */
function factsOf({ regions, visits, days, travel }: ItineraryLine): [IconName, string][] {
  const facts: [IconName, string][] = [
    ['glass', countOf(visits, 'visit')],
    ['calendar', days > 1 ? countOf(days, 'day') : 'One day'],
    ['route', waysToTravel[travel]],
  ]
  return regions.length > 0 ? [['pin', regions.join(', ')], ...facts] : facts
}
