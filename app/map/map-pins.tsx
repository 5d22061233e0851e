import type { Map as Canvas } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { Position } from '../vineyards/position.ts'
import { clusterLabel, type Pin } from '../search/map-pins.ts'
import { PinShape, MapMarker, useLabelClearance } from './map-canvas.tsx'
import { ClusterPopup, VineyardPopup } from './map-popup.tsx'
import type { Trip } from '../search/trip.ts'

/** Pins and clusters as buttons: a pin opens a popup, a cluster zooms in. */
export function MapPins({
  map,
  pins,
  trip,
  listCluster,
}: {
  map: Canvas
  pins: Pin[]
  trip: Trip
  listCluster: (key: string) => Promise<{ id: string; name: string }[]> | undefined
}) {
  const [open, setOpen] = useState<Pin | null>(null)
  const [members, setMembers] = useState<{ id: string; name: string }[]>([])
  const { elements, focusNear } = useFocusAfterZoom(pins)
  useLabelClearance(map, pins)

  const close = () => {
    if (open) elements.current.get(open.key)?.focus({ preventScroll: true })
    setOpen(null)
  }
  const press = async (pin: Pin) => {
    if (pin.kind === 'cluster' && pin.zoom !== null) {
      setOpen(null)
      focusNear(pin)
      map.easeTo({ center: [pin.longitude, pin.latitude], zoom: pin.zoom })
      return
    }
    if (pin.kind === 'cluster') setMembers((await listCluster(pin.key)) ?? [])
    setOpen(pin)
  }

  // The open pin stays, even if the map has moved so far that it would not be drawn.
  const shown = open && !pins.some(({ key }) => key === open.key) ? [...pins, open] : pins
  return shown.map((pin) => {
    const isOpen = pin.key === open?.key
    return (
      <MapMarker key={pin.key} map={map} at={pin} className={isOpen ? 'is-open' : undefined}>
        <button
          type="button"
          className={pin.kind === 'vineyard' ? 'pin' : 'cluster'}
          aria-expanded={pin.kind === 'vineyard' || pin.zoom === null ? isOpen : undefined}
          aria-label={pin.kind === 'vineyard' ? pin.name : clusterLabel(pin)}
          ref={(element) => {
            if (element) elements.current.set(pin.key, element)
            return () => void elements.current.delete(pin.key)
          }}
          onClick={() => (isOpen ? close() : void press(pin))}
          onKeyDown={({ key }) => isOpen && key === 'Escape' && close()}
        >
          {pin.kind === 'vineyard' ? <PinShape /> : pin.count}
          {pin.kind === 'vineyard' && (
            <span className="pin-name" aria-hidden="true">
              {pin.name}
            </span>
          )}
        </button>
        {isOpen && pin.kind === 'vineyard' && (
          <VineyardPopup map={map} id={pin.id} name={pin.name} trip={trip} onClose={close} />
        )}
        {isOpen && pin.kind === 'cluster' && (
          <ClusterPopup map={map} label={clusterLabel(pin)} vineyards={members} trip={trip} onClose={close} />
        )}
      </MapMarker>
    )
  })
}

/** After zooming into a cluster, moves the focus to the pin nearest to it. */
function useFocusAfterZoom(pins: Pin[]) {
  const elements = useRef(new Map<string, HTMLButtonElement>())
  const target = useRef<Position & { key: string }>(null)
  useEffect(() => {
    const cluster = target.current
    if (!cluster || pins.some(({ key }) => key === cluster.key)) return
    target.current = null
    const distance = ({ latitude, longitude }: Position) =>
      Math.hypot(latitude - cluster.latitude, longitude - cluster.longitude)
    const [nearest] = pins.toSorted((a, b) => distance(a) - distance(b))
    // Unless something else has taken the focus.
    if (nearest && document.activeElement === document.body)
      elements.current.get(nearest.key)?.focus({ preventScroll: true })
  }, [pins])
  return { elements, focusNear: (pin: Pin) => void (target.current = pin) }
}
