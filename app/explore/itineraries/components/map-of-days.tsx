import { useMemo, useState } from 'react'

import { countOf } from '../../../platform/text/counts.ts'
import { AreaFigure } from '../../locator/area-figure.tsx'
import type { AreaMap } from '../../locator/area-map.server.ts'
import type { Backdrop } from '../../map/map-backdrop.tsx'
import { MapView } from '../../map/map-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { nameOf, positionOf, type TimedDay } from '../itinerary.ts'
import type { MapStop } from './day-map.tsx'
import '../../map/map.css'

/** Shows the stops on a drawn map. A button loads an interactive map and shows it instead. */
export function MapOfDays({
  days,
  drawn,
  backdrop,
}: {
  days: TimedDay[]
  drawn: AreaMap
  backdrop: Backdrop | null
}) {
  const hydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const { stops, nowhere } = useMemo(() => mapStops(days), [days])
  const figure = <AreaFigure map={drawn} label={`Map of ${countOf(stops.length, 'stop')}`} route={stops} />
  return (
    <section className="map-of-days" aria-labelledby="map-of-days">
      <div className="between">
        <h2 id="map-of-days">On the map</h2>
        {hydrated && (
          <Button type="button" small icon="map" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close the map' : 'Open the map'}
          </Button>
        )}
      </div>
      {isOpen ? (
        <MapView
          load={() => import('./day-map.tsx')}
          about={{ stops, backdrop }}
          instead={figure}
          insteadText="The list shows the same stops in order."
          className="day-map"
        />
      ) : (
        figure
      )}
      {nowhere.length > 0 && (
        <p className="soft">Not on the map, because we don’t know the location: {nowhere.join(', ')}.</p>
      )}
    </section>
  )
}

/** Returns the stops with a position, and the names of the stops without a position. */
function mapStops(days: TimedDay[]) {
  const all = days.flatMap(({ day, points }) =>
    points.map(({ stop }, n) => ({
      stop,
      position: positionOf(stop),
      day,
      label: days.length > 1 ? `${day + 1}.${n + 1}` : String(n + 1),
    })),
  )
  return {
    stops: all.flatMap(({ stop, position, day, label }): MapStop[] =>
      position ? [{ ...position, id: stop.id, day, label, name: nameOf(stop) }] : [],
    ),
    nowhere: all.flatMap(({ stop, position }) => (position ? [] : [nameOf(stop)])),
  }
}
