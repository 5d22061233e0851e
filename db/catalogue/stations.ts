import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'

import { storeStations, type StoredStations } from '../../app/catalogue/stations/station.server.ts'
import type { Queryable } from '../../app/platform/database/database.server.ts'

const list = new URL('stations.csv', import.meta.url)

/** Stores the railway stations of Great Britain from the project's own list. Changes nothing if they are stored already. */
export async function loadStations(sql: Queryable): Promise<StoredStations> {
  const rows = parse<{ code: string; name: string; latitude: string; longitude: string }>(
    await readFile(list),
    { columns: true },
  )
  const stations = rows.map(({ code, name, latitude, longitude }) => ({
    code,
    name,
    kind: 'rail' as const,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }))
  return storeStations(sql, stations, 'catalogue')
}
