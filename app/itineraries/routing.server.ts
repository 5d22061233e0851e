import { attempt } from '../platform/attempt.server.ts'
import type { Log } from '../platform/log.server.ts'
import type { Position } from '../vineyards/position.ts'
import type { Routing } from './proposal.server.ts'
import { estimateLegs, type Leg, type Legs } from './travel.ts'

const patience = 3000
const mostPlaces = 100

/**
 * The ways between places. With a routing server (OSRM's protocol) over real roads, and by distance where it does not
 * answer in time, does not know a road, or none is configured.
 */
export function createRouting(log: Log, server: string | undefined): Routing {
  return async (places) => {
    const guessed = estimateLegs(places)
    const known = places.flatMap((place, at) => (place ? [{ place, at }] : []))
    if (server === undefined || known.length < 2 || known.length > mostPlaces) return guessed
    const asked = await attempt(log, 'The routing server did not answer', () =>
      askServer(
        server,
        known.map(({ place }) => place),
      ),
    )
    if (!asked.ok) return guessed
    const legs: Legs = guessed.map((row) => [...row])
    for (const [i, from] of known.entries())
      for (const [j, to] of known.entries()) {
        const leg = asked.value[i]?.[j]
        const row = legs[from.at]
        if (leg && row) row[to.at] = leg
      }
    return legs
  }
}

/** OSRM's table service: seconds and metres from each to each, null where there is no road. */
async function askServer(server: string, places: Position[]): Promise<(Leg | null)[][]> {
  const where = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
  const answer = await fetch(`${server}/table/v1/driving/${where}?annotations=duration,distance`, {
    signal: AbortSignal.timeout(patience),
  })
  const table = (await answer.json()) as { code?: string; durations?: Numbers; distances?: Numbers }
  if (!answer.ok || table.code !== 'Ok')
    throw new Error(`The routing server answers ${answer.status} ${table.code}`)
  return places.map((_, i) =>
    places.map((_place, j) => {
      const [seconds, metres] = [table.durations?.[i]?.[j], table.distances?.[i]?.[j]]
      if (!isLength(seconds) || !isLength(metres)) return null
      return { kilometres: metres / 1000, minutes: Math.ceil(seconds / 60), by: 'road' }
    }),
  )
}

/** What is no length, as a mistaken server may say, is no way either. */
function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

type Numbers = (number | null)[][]
