import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/pictures/icon-button.tsx'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { followMap } from '../locator/map-outline.tsx'
import type { MapControl } from './still-map.ts'
import './map-markers.css'

/** Shows an element at a geographical position, also while the map moves. */
export function MapMarker({
  map,
  at: { latitude, longitude },
  className,
  children,
}: {
  map: MapControl
  at: Position
  className?: string | undefined
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const put = () => {
      const { x, y } = map.project([longitude, latitude])
      if (element.current) element.current.style.transform = `translate(${x}px, ${y}px)`
    }
    return followMap(map, put)
  }, [map, latitude, longitude])
  return (
    <div className={className ? `map-place ${className}` : 'map-place'} ref={element}>
      {children}
    </div>
  )
}

/** The zoom buttons of a map. `children` are the map's other buttons. */
export function MapTools({ map, children }: { map: MapControl; children?: ReactNode }) {
  return (
    <div className="map-tools">
      <IconButton icon="plus" label="Zoom in" onClick={() => map.zoomIn()} />
      <IconButton icon="minus" label="Zoom out" onClick={() => map.zoomOut()} />
      {children}
    </div>
  )
}

/** The shape of a pin, with the hill figure on it */
export function PinShape() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
      <path
        className="pin-shape"
        d="M22 43C12 32 6 26 6 17a16 16 0 0 1 32 0c0 9-6 15-16 26z"
        strokeWidth="2"
      />
      <svg x="13" y="6" width="18" height="22" className="pin-figure">
        <use href="#figure" />
      </svg>
    </svg>
  )
}
