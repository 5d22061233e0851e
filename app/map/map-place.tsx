import type { Map as Canvas } from 'maplibre-gl'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Position } from '../vineyards/position.ts'
import { followMap } from './follow-map.ts'

/** Something that stands on a spot of the map and stays there while the map is dragged and zoomed. */
export function MapPlace({
  map,
  at: { latitude, longitude },
  className,
  children,
}: {
  map: Canvas
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
