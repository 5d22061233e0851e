import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../ui/icon.tsx'
import type { Position } from '../vineyards/position.ts'
import { frame, tip } from './locator.ts'
import type { Backdrop } from './map-backdrop.ts'
import { type Made, MapCanvas, type MapFailure } from './map-canvas.tsx'
import { PinShape } from './map-pin.tsx'
import { MapPlace } from './map-place.tsx'
import { MapTools } from './map-tools.tsx'
import { useRoom } from './use-room.tsx'

type PlaceMapProps = { place: Position; name: string; onClose: () => void }

/** Metres to a pixel at the equator and zoom 0, with tiles of 512 pixels. */
const equator = 78_271.517
const metresPerDegree = 111_320

/** One place on a map that can be dragged, at first with the very country that its picture shows. */
export default function PlaceMap({
  backdrop,
  onFailure,
  ...shown
}: PlaceMapProps & {
  backdrop: Backdrop | null
  onFailure: (why: MapFailure) => void
}) {
  const { latitude, longitude } = shown.place
  const below = tip.y - frame.height / 2
  const asPictured = ({ clientWidth }: HTMLElement) => {
    const metresPerPixel = (frame.metresPerUnit * frame.width) / clientWidth
    return {
      center: [longitude, latitude + (below * frame.metresPerUnit) / metresPerDegree] as [number, number],
      zoom: Math.log2((equator * Math.cos((latitude * Math.PI) / 180)) / metresPerPixel),
    }
  }
  return (
    <MapCanvas
      label={`Map of ${shown.name}`}
      backdrop={backdrop}
      beginning={asPictured}
      onFailure={onFailure}
    >
      {(made) => <Sheet {...shown} {...made} />}
    </MapCanvas>
  )
}

function Sheet({ map, over, place, name, onClose }: PlaceMapProps & Made) {
  useRoom(map, [{ ...place, kind: 'vineyard' }])
  // Whoever opened it goes on in it.
  useEffect(() => map.getCanvas().focus({ preventScroll: true }), [map])
  useEffect(() => {
    const box = over.parentElement
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    box?.addEventListener('keydown', leave)
    return () => box?.removeEventListener('keydown', leave)
  }, [over, onClose])
  return (
    <>
      {createPortal(
        <MapTools map={map}>
          <button type="button" aria-label="Close the map" onClick={onClose}>
            <Icon name="cross" />
          </button>
        </MapTools>,
        over,
      )}
      {createPortal(
        <MapPlace map={map} at={place}>
          <span className="pin" role="img" aria-label={name}>
            <PinShape />
          </span>
        </MapPlace>,
        map.getCanvasContainer(),
      )}
    </>
  )
}
