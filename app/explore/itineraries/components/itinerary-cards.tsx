import { href, Link } from 'react-router'

import { pictureOf } from '../../../platform/media/picture.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { moods } from '../../../ui/pictures/drawings.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import type { listCuratedItineraries } from '../itinerary.server.ts'

/** Curated itineraries as cards. */
export function ItineraryCards({
  itineraries,
}: {
  itineraries: Awaited<ReturnType<typeof listCuratedItineraries>>
}) {
  return (
    <ul className="cards plain space-above">
      {itineraries.map(({ id, title, summary, stops, cover }, n) => (
        <li key={id} className="card">
          <PictureFrame
            picture={pictureOf(cover)}
            scene="rows"
            mood={moods[n % moods.length]}
            sizes="(min-width: 64rem) 24rem, 100vw"
          />
          <h3>
            <Link to={href('/itinerary/:id', { id })}>{title}</Link>
          </h3>
          <p className="meta">{countOf(stops, 'stop')}</p>
          {summary && <p className="clamp">{summary}</p>}
        </li>
      ))}
    </ul>
  )
}
