import type { Map as Canvas } from 'maplibre-gl'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

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
