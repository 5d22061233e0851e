import { useEffect, useReducer } from 'react'
import towns from '../../../basemap/large-towns.json'
import type { Pin } from '../search/map-pins.ts'
import { placeLabels } from './labels.ts'
import { followMap } from './map-outline.tsx'
import type { MapControl } from '../map/still-map.ts'
import { labelledFrom } from '../map/map-zooms.ts'

const mostTowns = 60

/** The largest towns in view, shown until MapLibre has drawn them. */
export function MapTowns({ map, pins }: { map: MapControl; pins: Pin[] }) {
  const [, draw] = useReducer((draws: number) => draws + 1, 0)
  useEffect(() => followMap(map, draw), [map])

  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const least = labelledFrom.findLast(([zoom]) => zoom <= map.getZoom())?.[1] ?? 0
  const known = (towns as [string, number, number, number][]).flatMap(
    ([name, longitude, latitude, population]) =>
      population < least ? [] : [{ name, population, ...map.project([longitude, latitude]) }],
  )
  const taken = pins.map(({ kind, latitude, longitude }) => {
    const { x, y } = map.project([longitude, latitude])
    const [above, below] = kind === 'vineyard' ? [44, 0] : [24, 24]
    return { left: x - 24, right: x + 24, top: y - above, bottom: y + below }
  })
  const area = { left: 0, top: 0, right: width, bottom: height }
  const marked = { x: width / 2, y: height / 2, isArea: true, taken }
  return (
    <svg className="map-towns" aria-hidden="true">
      {placeLabels(known, area, marked, mostTowns).map(({ name, dot, textX, textY, anchor }) => (
        <g key={`${name} ${textX}`}>
          {dot && <circle cx={dot.x} cy={dot.y} r="3" />}
          <text x={textX} y={textY} textAnchor={anchor}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
