import { href, Link } from 'react-router'

import { ItineraryCards } from '../itineraries/components/itinerary-cards.tsx'
import { AreaFigure } from '../locator/area-figure.tsx'
import { countOf } from '../../platform/text/counts.ts'
import { VineyardCards } from '../search/components/vineyard-cards.tsx'
import { Breadcrumb } from '../../ui/page/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { trailToLocation } from './location-head.tsx'
import type { Neighbour, LocationPage } from './location-page.server.ts'
import { inLocation } from './location-text.ts'
import './location-page.css'

/** The page of a county or town: text and map, the live list, stations, itineraries and neighbours. */
export function LocationView({ page }: { page: LocationPage }) {
  const { county, town, text, map, mapped, stations, stated, itineraries, towns, counties } = page
  const { bookable, others, today, total } = page
  const name = town?.name ?? county.name
  return (
    <>
      <Breadcrumb className="wrap" trail={trailToLocation(page)} here={name} />
      <div className="wrap location-page">
        <div className="two location-top">
          <div className="stack">
            <h1>{text.heading}</h1>
            <div className="measure">
              {text.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <p className="row">
              <ButtonLink to={exploreUrl(page, { view: 'map' })}>
                <Icon name="map" />
                Open the map
              </ButtonLink>
            </p>
          </div>
          {map && (
            <AreaFigure map={map} label={`Map of ${countOf(mapped, 'vineyard')} in and around ${name}`} />
          )}
        </div>
        {bookable.length > 0 && (
          <section className="location-part" aria-labelledby="bookable">
            <h2 id="bookable">Visits you can book</h2>
            <VineyardCards vineyards={bookable} today={today} />
          </section>
        )}
        {others.length > 0 && (
          <section className="location-part" aria-labelledby="directory">
            <h2 id="directory">{bookable.length > 0 ? 'Also in the directory' : 'In the directory'}</h2>
            <VineyardCards vineyards={others} today={today} compact />
          </section>
        )}
        {total > bookable.length + others.length && (
          <p className="row location-more">
            <ButtonLink to={exploreUrl(page)}>See all {total} vineyards</ButtonLink>
          </p>
        )}
        {page.nearby.length > 0 && (
          <section className="location-part" aria-labelledby="bookable-near">
            <h2 id="bookable-near">Nearest vineyards you can book</h2>
            <VineyardCards vineyards={page.nearby} today={today} eager={false} />
          </section>
        )}
        <Stations {...{ stations, stated }} />
        {itineraries.length > 0 && (
          <section className="location-part" aria-labelledby="itineraries">
            <h2 id="itineraries">Itineraries {inLocation(name)}</h2>
            <ItineraryCards itineraries={itineraries} />
          </section>
        )}
        <Neighbours title={town ? `Towns near ${name}` : `Towns ${inLocation(name)}`} neighbours={towns} />
        <Neighbours title={`Counties near ${county.name}`} neighbours={counties} />
      </div>
    </>
  )
}

/** Returns the URL of the search for the same vineyards: those of the county, or those nearest to the town. */
function exploreUrl({ county, town }: LocationPage, view: { view?: string } = {}): string {
  const where: Record<string, string> =
    town === null
      ? { region: county.name }
      : town.position
        ? { near: town.name, lat: String(town.position.latitude), lng: String(town.position.longitude) }
        : { search: town.name }
  return `${href('/explore')}?${new URLSearchParams({ ...where, ...view })}`
}

function Stations({ stations, stated }: Pick<LocationPage, 'stations' | 'stated'>) {
  if (stations.length === 0 && stated.length === 0) return null
  return (
    <section className="location-part" aria-labelledby="stations">
      <h2 id="stations">Coming by train</h2>
      {stations.length > 0 && (
        <>
          <ul className="location-list plain">
            {stations.map(({ name, vineyards, others }) => (
              <li key={name}>
                <strong>{name}</strong>
                {vineyards.map(({ id, name: vineyard, way }) => (
                  <p key={id} className="small">
                    <Link to={href('/vineyard/:id', { id })}>{vineyard}</Link>
                    <br />
                    {way}
                  </p>
                ))}
                {others > 0 && <p className="small soft">and {countOf(others, 'more vineyard')}</p>}
              </li>
            ))}
          </ul>
          <p className="soft small">
            Estimated from the straight-line distance and, where known, the road to each vineyard’s nearest
            station. Positions of unverified vineyards are accurate to about half a mile; times by taxi
            include a wait of up to 15 minutes.{' '}
            <Link to={`${href('/sources')}#stations`}>About the stations</Link>
          </p>
        </>
      )}
      {stated.length > 0 && (
        <>
          <p className="small space-above">In the vineyards’ own words:</p>
          <ul className="plain small">
            {stated.map(({ vineyard, station }) => (
              <li key={vineyard}>
                {station} <span className="soft">({vineyard})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Neighbours({ title, neighbours }: { title: string; neighbours: Neighbour[] }) {
  if (neighbours.length === 0) return null
  return (
    <nav className="location-part" aria-label={title}>
      <h2>{title}</h2>
      <ul className="location-list plain">
        {neighbours.map(({ to, name, vineyards }) => (
          <li key={to}>
            <Link to={to}>Vineyards {inLocation(name)}</Link>
            <span className="soft num">{vineyards}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
