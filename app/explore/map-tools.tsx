import type { Map as Canvas } from 'maplibre-gl'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { href, Link } from 'react-router'
import type { Backdrop } from './map-backdrop.ts'

/** The buttons on the map: nearer, further, and whatever else a map offers. */
export function MapTools({ map, children }: { map: Canvas; children?: ReactNode }) {
  return (
    <div className="map-tools">
      <button type="button" aria-label="Zoom in" onClick={() => map.zoomIn()}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => map.zoomOut()}>
        <Icon name="minus" />
      </button>
      {children}
    </div>
  )
}

/** Whose map it is, always in sight. */
export function MapCredit({ backdrop }: { backdrop: Backdrop | null }) {
  return (
    <p className="map-credit">
      {backdrop === null ? (
        <>
          <a href="https://www.openstreetmap.org/copyright" rel="noopener" target="_blank">
            © OpenStreetMap contributors
          </a>
          , <Link to={href('/sources')}>GeoNames, Natural Earth</Link>
        </>
      ) : backdrop.attribution_url ? (
        <a href={backdrop.attribution_url} rel="noopener" target="_blank">
          {backdrop.attribution}
        </a>
      ) : (
        backdrop.attribution
      )}
    </p>
  )
}
