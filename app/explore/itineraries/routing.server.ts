import type { Log } from '../../platform/log.server.ts'
import { measureRoads } from '../../catalogue/stations/roads.server.ts'
import type { MeasuredDrive } from '../../catalogue/stations/station.ts'
import type { Leg, Routing } from './day-times.ts'
import { estimateLegs } from './drive.ts'

/** Gets drives from a routing server (OSRM). Estimates a drive if the server is missing, fails or knows no road. */
export function createRouting(log: Log, server: string | undefined): Routing {
  const measure = measureRoads(log, server)
  return async (positions) => {
    const known = positions.flatMap((position, at) => (position ? [{ position, at }] : []))
    const roads = await measure(known.map(({ position }) => position))
    const rows = new Map(known.map(({ at }, n) => [at, n]))
    return estimateLegs(positions).map((row, from) =>
      row.map((leg, to) => {
        const road = roads[rows.get(from) ?? -1]?.[rows.get(to) ?? -1]
        return road ? { ...road, by: 'road' } : leg
      }),
    )
  }
}

/** Returns the drive if a routing server measured it. */
export function measured(leg: Leg | null | undefined): MeasuredDrive | null {
  return leg?.by === 'road' ? leg : null
}
