import type { Position } from '../vineyards/position.ts'
import { nameOf, positionOf, type Stop } from './itinerary.ts'

/** A stop on the map: its number as its day's list counts, before it the day's where there are several. */
export type MapStop = Position & { id: string; day: number; label: string; name: string }

/** The stops that have a place, in their order, and the names of those that have none. */
export function mapStops(days: { day: number; points: { stop: Stop }[] }[]): {
  stops: MapStop[]
  nowhere: string[]
} {
  const all = days.flatMap(({ day, points }) =>
    points.map(({ stop }, n) => ({
      stop,
      place: positionOf(stop),
      day,
      label: days.length > 1 ? `${day + 1}.${n + 1}` : String(n + 1),
    })),
  )
  return {
    stops: all.flatMap(({ stop, place, day, label }) =>
      place ? [{ ...place, id: stop.id, day, label, name: nameOf(stop) }] : [],
    ),
    nowhere: all.flatMap(({ stop, place }) => (place ? [] : [nameOf(stop)])),
  }
}
