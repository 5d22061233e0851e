import { Ground, ScaleBar } from './ground.tsx'
import type { AreaMap } from './area-map.server.ts'
import { MapCredit } from '../map/map-backdrop.tsx'
import './locator.css'

/** A drawn map of an area. `route` numbers the dots, and joins the dots of each day by a line. */
export function AreaFigure({
  map,
  label,
  route,
}: {
  map: AreaMap
  label: string
  route?: { label: string; day: number }[]
}) {
  const { width, height, dots, scale } = map
  const days = [...new Set(route?.map(({ day }) => day))]
  return (
    <figure className="locator area-map">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
        <Ground {...map} />
        {days.map((day) => {
          const points = dots.filter((_, n) => route?.[n]?.day === day).map(({ x, y }) => `${x},${y}`)
          return <polyline key={day} className="area-line" points={points.join(' ')} />
        })}
        {dots.map(({ x, y }, n) => (
          <g key={`${n} ${x} ${y}`}>
            <circle className="locator-pin" cx={x} cy={y} r={route ? 11 : 5} strokeWidth="1.5" />
            {route && (
              <text className="area-number" x={x} y={y + 4} textAnchor="middle">
                {route[n]?.label}
              </text>
            )}
          </g>
        ))}
        <ScaleBar y={height - 10} {...scale} />
      </svg>
      <figcaption>
        <MapCredit backdrop={null} />
      </figcaption>
    </figure>
  )
}
