import { type Map as Canvas, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Position } from '../../catalogue/vineyards/position.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { MapCanvas, type MapFailure } from './map-canvas.tsx'

/** A zoom at which fields can be distinguished */
const closeZoom = 12

/** A map on which a position is chosen by clicking or by dragging the pin */
export default function PositionMap({
  here,
  onPick,
}: {
  here: Position | null
  onPick: (position: Position) => void
}) {
  const [failure, setFailure] = useState<MapFailure | null>(null)
  if (failure)
    return (
      <Notice tone="info">
        This browser can’t show the map. Please enter the latitude and longitude above instead.
      </Notice>
    )
  return (
    <MapCanvas
      label="Where the vineyard is"
      backdrop={null}
      {...(here && { initialPosition: () => ({ center: [here.longitude, here.latitude], zoom: closeZoom }) })}
      onFailure={setFailure}
    >
      {({ canvas }) => canvas && <Pin map={canvas} here={here} onPick={onPick} />}
    </MapCanvas>
  )
}

function Pin({
  map,
  here,
  onPick,
}: {
  map: Canvas
  here: Position | null
  onPick: (position: Position) => void
}) {
  const pick = useEffectEvent(onPick)
  const marker = useRef<Marker>(null)

  useEffect(() => {
    const pin = new Marker({ draggable: true, color: '#1e4f30' })
    marker.current = pin
    const report = ({ lat, lng }: { lat: number; lng: number }) => pick({ latitude: lat, longitude: lng })
    const onClick = (event: { lngLat: { lat: number; lng: number } }) => report(event.lngLat)
    pin.on('dragend', () => report(pin.getLngLat()))
    map.on('click', onClick)
    return () => {
      map.off('click', onClick)
      pin.remove()
    }
  }, [map])

  const [latitude, longitude] = [here?.latitude, here?.longitude]
  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined)
      marker.current?.setLngLat([longitude, latitude]).addTo(map)
    else marker.current?.remove()
  }, [map, latitude, longitude])
  return null
}
