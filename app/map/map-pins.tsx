import type { Map as Canvas } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { Position } from '../vineyards/position.ts'
import { clusterLabel, type Pin } from '../search/map-pins.ts'
import { PinShape } from './map-pin.tsx'
import { MapPlace } from './map-place.tsx'
import { CrowdPopup, SpotPopup } from './map-popup.tsx'
import type { Trip } from '../search/search-terms.ts'
import { useRoom } from './use-room.tsx'

/** Pins and clusters as buttons: a pin opens its popup, a cluster is gone into. */
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
  const [crowd, setCrowd] = useState<{ id: string; name: string }[]>([])
  const { elements, goOnNear } = useFocusAfterZoom(pins)
  useRoom(map, pins)

  const close = () => {
    if (open) elements.current.get(open.key)?.focus({ preventScroll: true })
    setOpen(null)
  }
  const press = async (pin: Pin) => {
    if (pin.kind === 'cluster' && pin.zoom !== null) {
      setOpen(null)
      goOnNear(pin)
      map.easeTo({ center: [pin.longitude, pin.latitude], zoom: pin.zoom })
      return
    }
    if (pin.kind === 'cluster') setCrowd((await listCluster(pin.key)) ?? [])
    setOpen(pin)
  }

  // What is open stays when the map is moved so far that its pin would not be drawn.
  const shown = open && !pins.some(({ key }) => key === open.key) ? [...pins, open] : pins
  return shown.map((pin) => {
    const isOpen = pin.key === open?.key
    return (
      <MapPlace key={pin.key} map={map} at={pin} className={isOpen ? 'is-open' : undefined}>
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
          <SpotPopup map={map} id={pin.id} name={pin.name} trip={trip} onClose={close} />
        )}
        {isOpen && pin.kind === 'cluster' && (
          <CrowdPopup map={map} label={clusterLabel(pin)} vineyards={crowd} trip={trip} onClose={close} />
        )}
      </MapPlace>
    )
  })
}

/** A cluster that is gone into is no more: the focus goes on with the pin that is then nearest to where it was. */
function useFocusAfterZoom(pins: Pin[]) {
  const elements = useRef(new Map<string, HTMLButtonElement>())
  const wanted = useRef<Position & { key: string }>(null)
  useEffect(() => {
    const was = wanted.current
    if (!was || pins.some(({ key }) => key === was.key)) return
    wanted.current = null
    const away = ({ latitude, longitude }: Position) =>
      Math.hypot(latitude - was.latitude, longitude - was.longitude)
    const [nearest] = pins.toSorted((a, b) => away(a) - away(b))
    // Only where nothing else has taken the focus since.
    if (nearest && document.activeElement === document.body)
      elements.current.get(nearest.key)?.focus({ preventScroll: true })
  }, [pins])
  return { elements, goOnNear: (pin: Pin) => void (wanted.current = pin) }
}
