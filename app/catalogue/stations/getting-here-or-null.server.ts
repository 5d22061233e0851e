// This function is not in station.server.ts, because attempt.server.ts imports React, and a starting process imports
// station.server.ts before it chooses React's mode.
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { type MeasureRoads, readGettingHere } from './station.server.ts'

/** Returns how guests reach a vineyard without a car, and the taxi firms that it names; null if reading fails. */
export async function gettingHereOrNull(
  sql: Queryable,
  log: Log,
  vineyard_id: string,
  measure: MeasureRoads,
) {
  const read = await attempt(log, 'The stations of a vineyard could not be read', async () => {
    const [vineyard] = await sql<
      Pick<Vineyard, 'latitude' | 'longitude' | 'is_verified' | 'is_demo' | 'taxis'>[]
    >`select latitude, longitude, is_verified, is_demo, taxis from vineyards where id = ${vineyard_id}`
    return vineyard ? { ways: await readGettingHere(sql, vineyard, measure), taxis: vineyard.taxis } : null
  })
  return read.ok ? read.value : null
}
