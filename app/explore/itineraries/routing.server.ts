import { attempt } from '../../platform/attempt.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { MeasureDrives } from '../../catalogue/stations/station.server.ts'
import type { MeasuredDrive } from '../../catalogue/stations/station.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'
import type { Leg, Routing } from './day-times.ts'
import { estimateLegs } from './drive.ts'

const timeoutMs = 3000
const mostPositions = 100

/** Gets drives from a routing server (OSRM). Estimates a drive if the server is missing, fails or knows no road. */
export function createRouting(log: Log, server: string | undefined): Routing {
  return async (positions) => {
    const estimated = estimateLegs(positions)
    const known = positions.flatMap((position, at) => (position ? [{ position, at }] : []))
    if (server === undefined || known.length < 2 || known.length > mostPositions) return estimated
    const ends = known.map(({ position }) => position)
    const answer = await attempt(log, 'The routing server gave no usable answer', () =>
      fetchTable(server, ends),
    )
    if (!answer.ok) return estimated
    const rows = new Map(known.map(({ at }, n) => [at, n]))
    const drive = (from: number, to: number) => answer.value[rows.get(from) ?? -1]?.[rows.get(to) ?? -1]
    return estimated.map((row, from) => row.map((leg, to) => drive(from, to) ?? leg))
  }
}

/** Returns a function that gets drives from the routing server. A drive that no server has measured is null. */
export function measureDrivesWith(routing: Routing): MeasureDrives {
  return async (from, to) => {
    const legs = await routing([to, ...from])
    return from.map((_, n) => measured(legs[n + 1]?.[0]))
  }
}

/** Returns the drive if a routing server measured it. */
export function measured(leg: Leg | null | undefined): MeasuredDrive | null {
  return leg?.by === 'road' ? leg : null
}

/** Returns the drives between all positions from OSRM's table service; null where there is no road. */
async function fetchTable(server: string, positions: Position[]): Promise<(Leg | null)[][]> {
  const coordinates = positions.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
  const answer = await fetch(`${server}/table/v1/driving/${coordinates}?annotations=duration,distance`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  const table = (await answer.json()) as { code?: string; durations?: Numbers; distances?: Numbers }
  if (!answer.ok || table.code !== 'Ok')
    throw new Error(`The routing server answered ${answer.status} ${table.code}`)
  return positions.map((_, i) =>
    positions.map((_position, j) => {
      const [seconds, metres] = [table.durations?.[i]?.[j], table.distances?.[i]?.[j]]
      if (!isLength(seconds) || !isLength(metres)) return null
      return { kilometres: metres / 1000, minutes: Math.ceil(seconds / 60), by: 'road' }
    }),
  )
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

type Numbers = (number | null)[][]
