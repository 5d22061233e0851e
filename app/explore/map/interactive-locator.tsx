import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../ui/pictures/icon-button.tsx'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { frame, tip } from '../locator/locator.ts'
import type { Backdrop } from './map-backdrop.tsx'
import { useLabelClearance } from '../locator/label-clearance.tsx'
import { EdgeTowns } from './edge-towns.tsx'
import { MapCanvas, type MapFailure, type ShownMap } from './map-canvas.tsx'
import { MapMarker, MapTools, PinShape } from './map-markers.tsx'
import type { MapPosition } from './still-map.ts'

type InteractiveLocatorProps = { position: Position; name: string; onClose: () => void }

/** Metres per pixel at the equator at zoom 0, with tiles of 512 pixels. */
const metresPerPixelAtEquator = 78_271.517
const metresPerDegree = 111_320

/** An interactive map of one position, which first shows the same extent as the position's drawing */
export default function InteractiveLocator({
  backdrop,
  onFailure,
  ...sheet
}: InteractiveLocatorProps & {
  backdrop: Backdrop | null
  onFailure: (why: MapFailure) => void
}) {
  const { latitude, longitude } = sheet.position
  const belowCentre = tip.y - frame.height / 2
  const sameAsDrawing = ({ clientWidth }: HTMLElement): MapPosition => {
    const metresPerPixel = (frame.metresPerUnit * frame.width) / clientWidth
    return {
      center: [longitude, latitude + (belowCentre * frame.metresPerUnit) / metresPerDegree],
      zoom: Math.log2((metresPerPixelAtEquator * Math.cos((latitude * Math.PI) / 180)) / metresPerPixel),
    }
  }
  return (
    <MapCanvas
      label={`Map of ${sheet.name}`}
      backdrop={backdrop}
      initialPosition={sameAsDrawing}
      onFailure={onFailure}
    >
      {(shown) => <Sheet {...sheet} {...shown} />}
    </MapCanvas>
  )
}

function Sheet({ map, canvas, layer, overlay, position, name, onClose }: InteractiveLocatorProps & ShownMap) {
  useLabelClearance(canvas, [{ ...position, kind: 'vineyard' }])
  useEffect(() => canvas?.getCanvas().focus({ preventScroll: true }), [canvas])
  useEffect(() => {
    const box = overlay.parentElement
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    box?.addEventListener('keydown', closeOnEscape)
    return () => box?.removeEventListener('keydown', closeOnEscape)
  }, [overlay, onClose])
  return (
    <>
      {createPortal(
        <>
          <MapTools map={map}>
            <IconButton icon="cross" label="Close the map" onClick={onClose} />
          </MapTools>
          <EdgeTowns {...{ map, layer, overlay }} />
        </>,
        overlay,
      )}
      {createPortal(
        <MapMarker map={map} at={position}>
          <span className="pin" role="img" aria-label={name}>
            <PinShape />
          </span>
        </MapMarker>,
        layer,
      )}
    </>
  )
}
