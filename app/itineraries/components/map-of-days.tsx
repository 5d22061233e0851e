import { useMemo, useState } from 'react'

import type { Backdrop } from '../../map/map-backdrop.ts'
import { MapView } from '../../map/map-view.tsx'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import type { Stop } from '../itinerary.ts'
import { mapStops } from '../map-stop.ts'
import '../../map/map.css'

/** Where the stops lie, on a map that is loaded when somebody opens it. The list beside it says the same without. */
export function MapOfDays({
  days,
  backdrop,
}: {
  days: { day: number; points: { stop: Stop }[] }[]
  backdrop: Backdrop | null
}) {
  const hydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const { stops, nowhere } = useMemo(() => mapStops(days), [days])
  if (stops.length === 0 && nowhere.length === 0) return null
  return (
    <section className="map-of-days" aria-labelledby="map-of-days">
      <div className="between">
        <h2 id="map-of-days">On the map</h2>
        {hydrated && stops.length > 0 && (
          <Button type="button" small icon="map" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close the map' : 'Open the map'}
          </Button>
        )}
      </div>
      <noscript>
        <p className="soft">The map needs JavaScript, which is off. The list has every stop in its order.</p>
      </noscript>
      {nowhere.length > 0 && (
        <p className="soft">
          {stops.length === 0
            ? 'None of the stops says where it is, so there is no map of them.'
            : `Not on the map, because nobody has said where it is: ${nowhere.join(', ')}.`}
        </p>
      )}
      {isOpen && (
        <MapView
          load={() => import('./day-map.tsx')}
          about={{ stops, backdrop }}
          instead={null}
          saysInstead="The list of stops says the same in its order."
          className="day-map"
        />
      )}
    </section>
  )
}
