import { Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Position } from '../vineyards/position.ts'
import { Notice } from '../ui/notice.tsx'
import { home } from '../search/map-pins.ts'
import { type Made, MapCanvas, type MapFailure } from './map-canvas.tsx'

/** Near enough to tell one field from the next. */
const closeZoom = 12

/** A map on which one pin is put down by a press, or dragged. */
export default function PositionMap({
  here,
  onPick,
}: {
  here: Position | null
  onPick: (position: Position) => void
}) {
  const [failure, setFailure] = useState<MapFailure | null>(null)
  const first = useRef(here)
  if (failure)
    return <Notice tone="info">This browser can not show the map. The two numbers above do the same.</Notice>
  return (
    <MapCanvas
      label="Where the vineyard is"
      backdrop={null}
      beginning={() => {
        const { latitude, longitude } = first.current ?? home
        return { center: [longitude, latitude], zoom: first.current ? closeZoom : home.zoom }
      }}
      onFailure={setFailure}
    >
      {(made) => <Pin made={made} here={here} onPick={onPick} />}
    </MapCanvas>
  )
}

function Pin({
  made: { map },
  here,
  onPick,
}: {
  made: Made
  here: Position | null
  onPick: (position: Position) => void
}) {
  const pick = useEffectEvent(onPick)
  const marker = useRef<Marker>(null)

  useEffect(() => {
    const pin = new Marker({ draggable: true, color: '#1e4f30' })
    marker.current = pin
    const tell = ({ lat, lng }: { lat: number; lng: number }) => pick({ latitude: lat, longitude: lng })
    const press = (event: { lngLat: { lat: number; lng: number } }) => tell(event.lngLat)
    pin.on('dragend', () => tell(pin.getLngLat()))
    map.on('click', press)
    return () => {
      map.off('click', press)
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
