import { attempt } from '../../platform/attempt.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Position } from '../vineyards/position.ts'
import type { MeasureRoads } from './station.server.ts'
import type { MeasuredDrive } from './station.ts'

const timeoutMs = 3000
const mostPositions = 100

/** Returns a function that gets drives from a routing server (OSRM). Without a server or an answer, it gets an empty table. */
export function measureRoads(log: Log, server: string | undefined): MeasureRoads {
  return async (positions) => {
    if (server === undefined || positions.length < 2 || positions.length > mostPositions) return []
    const answer = await attempt(log, 'The routing server gave no usable answer', () =>
      fetchTable(server, positions),
    )
    return answer.ok ? answer.value : []
  }
}

/** Returns the drives between all positions from OSRM's table service; null where there is no road. */
async function fetchTable(server: string, positions: Position[]): Promise<(MeasuredDrive | null)[][]> {
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
      return { kilometres: metres / 1000, minutes: Math.ceil(seconds / 60) }
    }),
  )
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

type Numbers = (number | null)[][]
