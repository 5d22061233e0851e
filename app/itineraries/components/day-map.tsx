import type { Map as Canvas } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import { type Backdrop, MapCredit } from '../../map/map-backdrop.tsx'
import {
  followMap,
  type LoadedMap,
  MapCanvas,
  type MapFailure,
  MapMarker,
  MapTools,
  useLabelClearance,
} from '../../map/map-canvas.tsx'
import { fitPadding, nearestFit } from '../../search/map-pins.ts'
import type { MapStop } from './map-of-days.tsx'
import './itineraries.css'

/** The stops of a day on a map, joined by a line. Loaded when the map is opened. */
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
      initialView={() => ({ center: [first?.longitude ?? 0, first?.latitude ?? 0], zoom: nearestFit })}
      onFailure={onFailure}
    >
      {(loaded) => <Sheet {...loaded} stops={stops} backdrop={backdrop} />}
    </MapCanvas>
  )
}

function Sheet({
  map,
  overlay,
  stops,
  backdrop,
}: LoadedMap & { stops: MapStop[]; backdrop: Backdrop | null }) {
  useEffect(() => {
    const longitudes = stops.map(({ longitude }) => longitude)
    const latitudes = stops.map(({ latitude }) => latitude)
    const southWest: [number, number] = [Math.min(...longitudes), Math.min(...latitudes)]
    const northEast: [number, number] = [Math.max(...longitudes), Math.max(...latitudes)]
    map.fitBounds([southWest, northEast], { padding: fitPadding, maxZoom: nearestFit, duration: 0 })
  }, [map, stops])
  useLabelClearance(
    map,
    stops.map(({ latitude, longitude }) => ({ kind: 'cluster', latitude, longitude })),
  )
  const days = [...new Set(stops.map(({ day }) => day))]
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
            {days.map((day) => (
              <DayLine key={day} map={map} stops={stops.filter((stop) => stop.day === day)} />
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
        map.getCanvasContainer(),
      )}
    </>
  )
}

/** A straight line from stop to stop. */
function DayLine({ map, stops }: { map: Canvas; stops: MapStop[] }) {
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
