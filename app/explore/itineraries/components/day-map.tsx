import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import { type Backdrop, MapCredit } from '../../map/map-backdrop.tsx'
import { useLabelClearance } from '../../locator/label-clearance.tsx'
import { MapCanvas, type MapFailure, type ShownMap } from '../../map/map-canvas.tsx'
import { followMap } from '../../locator/map-outline.tsx'
import { boundsOf } from '../../locator/outline.ts'
import { MapMarker, MapTools } from '../../map/map-markers.tsx'
import { fitPadding, nearestFit } from '../../map/map-zooms.ts'
import type { MapControl } from '../../map/still-map.ts'
import type { Position } from '../../../catalogue/vineyards/position.ts'
import { daysOf } from '../itinerary.ts'
import './itineraries.css'

/** A stop on the map. Its label is its number, with the day's number in front if there are several days. */
export type MapStop = Position & { id: string; day: number; label: string; name: string }

/** Shows the stops of one or more days on a map, with a line through the stops of each day. Loaded when the map is opened. */
export default function DayMap({
  stops,
  backdrop,
  onFailure,
}: {
  stops: MapStop[]
  backdrop: Backdrop | null
  onFailure: (why: MapFailure) => void
}) {
  const [first] = stops
  return (
    <MapCanvas
      label="Map of the day"
      backdrop={backdrop}
      initialPosition={() => ({ center: [first?.longitude ?? 0, first?.latitude ?? 0], zoom: nearestFit })}
      onFailure={onFailure}
    >
      {(shown) => <Sheet {...shown} stops={stops} />}
    </MapCanvas>
  )
}

function Sheet({ map, canvas, layer, overlay, stops, backdrop }: ShownMap & { stops: MapStop[] }) {
  useEffect(() => {
    const box = boundsOf(stops.flatMap(({ longitude, latitude }) => [longitude, latitude]))
    map.fitBounds([box.left, box.top, box.right, box.bottom], {
      padding: fitPadding,
      maxZoom: nearestFit,
      animate: false,
    })
  }, [map, stops])
  useLabelClearance(
    canvas,
    stops.map(({ latitude, longitude }) => ({ kind: 'cluster', latitude, longitude })),
  )
  return (
    <>
      {createPortal(
        <>
          <MapTools map={map} />
          <p className="map-credit">
            <MapCredit backdrop={backdrop} />
          </p>
        </>,
        overlay,
      )}
      {createPortal(
        <>
          <svg className="day-lines" aria-hidden="true">
            {daysOf(stops).map(({ day, stops }) => (
              <DayLine key={day} map={map} stops={stops} />
            ))}
          </svg>
          {stops.map((stop) => (
            <MapMarker key={stop.id} map={map} at={stop}>
              <span
                className="day-stop"
                role="img"
                aria-label={`${stop.label}: ${stop.name}`}
                title={stop.name}
              >
                {stop.label}
              </span>
            </MapMarker>
          ))}
        </>,
        layer,
      )}
    </>
  )
}

/** Draws a straight line from stop to stop. */
function DayLine({ map, stops }: { map: MapControl; stops: MapStop[] }) {
  const line = useRef<SVGPolylineElement>(null)
  useEffect(() => {
    const draw = () => {
      const points = stops.map(({ longitude, latitude }) => map.project([longitude, latitude]))
      line.current?.setAttribute('points', points.map(({ x, y }) => `${x},${y}`).join(' '))
    }
    return followMap(map, draw)
  }, [map, stops])
  return <polyline ref={line} />
}
